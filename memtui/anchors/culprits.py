"""Which commit made it so: the history walked back from HEAD until the code is as it was noted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from indexer.repository import PathRevision, revisions_of, walk_back
from memtui.anchors.ground import Ground
from memtui.anchors.judging import compared
from memtui.anchors.states import AnchorReport, State

_RECENT = 5_000  # commits of any path: a quarter of a second
# Beyond these, git is asked about one path after the other, which takes it a second each in a long history.
_ASKED_ALONE = 8
_MOST_COMMITS = 1_000
# Contents are read by so many at once, as each reading is a process; the commit looked for is nearly always recent.
_AT_ONCE = 32


def with_commits(ground: Ground, reports: Sequence[AnchorReport]) -> list[AnchorReport]:
    """Return the reports with the commit that made each what it is, where the history at hand tells.

    It is the first commit, along the first parents of HEAD, after which a change matters, or the code is gone; of a
    merge that brought it, the commit on the branch.
    """
    searches = [_Search(ground, report) for report in reports if report.state in {State.CHANGED, State.GONE}]
    _follow(ground, searches, walk_back(ground.repository, {one.path for one in searches}, limit=_RECENT))
    for search in [one for one in searches if not one.ended][:_ASKED_ALONE]:
        search.culprit = None
        _follow(ground, [search], revisions_of(ground.repository, search.path, limit=_MOST_COMMITS))
    found = {search.report: _named(ground, search) for search in searches if search.ended and search.culprit}
    return [found.get(report, report) for report in reports]


class _Search:
    """The walk back from one report: ``culprit`` is the oldest commit so far behind which the code is not as noted."""

    def __init__(self, ground: Ground, report: AnchorReport) -> None:
        self.report = report
        self.culprit: PathRevision | None = None
        self.ended = False
        self._ground = ground

    @property
    def path(self) -> str:
        """The path as git is asked about it: its bytes, which differ from what is shown where they are no UTF-8."""
        file = self._ground.files.get(self.report.anchor.path)
        return file.raw.decode("utf-8", "surrogateescape") if file else self.report.anchor.path

    def take(self, revision: PathRevision) -> None:
        """Go one commit back."""
        if self._is_as_noted(revision.blob):
            self.ended = True
            return
        self.culprit = revision
        # What was before is told by this commit as well: the one that brought it may be decades away.
        self.ended = self._is_as_noted(revision.before)

    def _is_as_noted(self, blob: str) -> bool:
        """Whether a content is still before what the report says."""
        report, anchor = self.report, self.report.anchor
        if not blob or blob == anchor.blob:
            return bool(blob)
        if not anchor.blob and not anchor.digest:
            return not anchor.symbol or self._ground.digest(anchor.path, blob, anchor.symbol) is not None
        verdict = compared(self._ground, anchor, blob)
        if report.state is State.GONE or report.moved_to is not None:
            return verdict.state is not State.GONE
        return verdict.state is State.FRESH or (report.matters and not verdict.matters)


def _follow(ground: Ground, searches: Sequence[_Search], revisions: Iterable[PathRevision]) -> None:
    """Hand revisions to the searches for their paths until all have ended; the newest come first."""
    waiting: Iterator[PathRevision] = iter(revisions)
    while open_ones := [search for search in searches if not search.ended]:
        some = list(islice(waiting, _AT_ONCE))
        if not some:
            return
        shown = {search.report.anchor.path for search in open_ones}
        told = [revision for revision in some if revision.path in shown]
        ground.load((it.path, blob) for it in told for blob in (it.blob, it.before))
        for revision in told:
            for search in open_ones:
                if search.report.anchor.path == revision.path and not search.ended:
                    search.take(revision)


def _named(ground: Ground, search: _Search) -> AnchorReport:
    culprit = search.culprit
    if culprit is not None and len(culprit.parents) > 1:
        branch = _Search(ground, search.report)
        reach = f"{culprit.parents[0]}..{culprit.commit}"
        _follow(ground, [branch], revisions_of(ground.repository, search.path, limit=_MOST_COMMITS, reach=reach))
        # The branch began with the code as it was, so that its oldest commit may be the one.
        culprit = branch.culprit or culprit
    if culprit is None:
        return search.report
    return replace(search.report, commit=culprit.commit, subject=culprit.subject, time=culprit.time)
