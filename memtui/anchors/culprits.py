"""Which commit made it so: the history of a path, walked back from HEAD until the code is as it was noted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice

from indexer.repository import PathRevision, revisions_of
from memtui.anchors.ground import Ground
from memtui.anchors.judging import compared
from memtui.anchors.states import AnchorReport, State

_MOST_COMMITS = 1_000
_COMMITS_A_PATH = 50  # where many are asked about at once
# Contents are read by so many at once: the commit looked for is nearly always among the newest.
_AT_ONCE = 8

Holds = Callable[[str], bool]


def with_commits(ground: Ground, reports: Sequence[AnchorReport]) -> list[AnchorReport]:
    """Return the reports with the commit that made each what it is, where the history at hand tells.

    It is the first commit, along the first parents of HEAD, after which a change matters, or the code is gone; of a
    merge that brought it, the commit on the branch.
    """
    paths = {_asked(ground, report) for report in reports if _has_culprit(report)}
    revisions: dict[str, list[PathRevision]] = {}
    for revision in revisions_of(ground.repository, paths, limit=max(_MOST_COMMITS, _COMMITS_A_PATH * len(paths))):
        revisions.setdefault(revision.path, []).append(revision)
    return [
        _named(ground, report, revisions.get(report.anchor.path, [])) if _has_culprit(report) else report
        for report in reports
    ]


def _has_culprit(report: AnchorReport) -> bool:
    return report.state in {State.CHANGED, State.GONE}


def _asked(ground: Ground, report: AnchorReport) -> str:
    """Return an anchor's path as git is asked about it."""
    file = ground.files.get(report.anchor.path)
    # What no commit has is named by its display form, which differs only where a name is no UTF-8.
    return file.raw.decode("utf-8", "surrogateescape") if file else report.anchor.path


def _named(ground: Ground, report: AnchorReport, revisions: Sequence[PathRevision]) -> AnchorReport:
    found = _first_after(ground, report, revisions)
    if found is None:
        return report
    if len(found.parents) > 1:
        joined = revisions_of(
            ground.repository,
            [_asked(ground, report)],
            limit=_MOST_COMMITS,
            reach=f"{found.parents[0]}..{found.commit}",
            first_parent=False,
        )
        # The branch began with the code as it was, so that its oldest commit may be the one.
        found = _first_after(ground, report, joined, to_the_end=True) or found
    return replace(report, commit=found.commit, subject=found.subject, time=found.time)


def _first_after(
    ground: Ground, report: AnchorReport, revisions: Sequence[PathRevision], *, to_the_end: bool = False
) -> PathRevision | None:
    """Return the commit behind which the code is no more as it was noted, None if the history does not reach so far."""
    holds = _as_noted(ground, report)
    culprit = None
    waiting = iter(revisions)
    while some := list(islice(waiting, _AT_ONCE)):
        ground.load((report.anchor.path, revision.blob) for revision in some)
        for revision in some:
            if holds(revision.blob):
                return culprit
            culprit = revision
    # The history of a path that begins with other code says when it came, not when it became other.
    return culprit if to_the_end else None


def _as_noted(ground: Ground, report: AnchorReport) -> Holds:
    """Return what tells whether a content is still before what the report says."""
    anchor = report.anchor
    away = report.state is State.GONE or report.moved_to is not None

    def holds(blob: str) -> bool:
        if not blob:
            return False
        if blob == anchor.blob:
            return True
        if not anchor.blob and not anchor.digest:
            return not anchor.symbol or ground.digest(anchor.path, blob, anchor.symbol) is not None
        verdict = compared(ground, anchor, blob)
        if away:
            return verdict.state is not State.GONE
        return verdict.state is State.FRESH or (report.matters and not verdict.matters)

    return holds
