"""Change history: commits, and what they say about the code of today."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from indexer.facts import Commit, History, Rename
from indexer.history.arrow import SCHEMA, from_batches, to_batches
from indexer.history.coupling import couplings
from indexer.history.decisions import Decisions
from indexer.history.hotspots import hotspots
from indexer.history.ledger import Ledger, counted_paths
from indexer.history.log import parse_log, read_log
from indexer.history.ownership import Authors
from indexer.history.releases import CommitGraph, releases_of
from indexer.history.renames import lineage_of, newest_first, renames_in
from indexer.history.reverts import Reverts, standing

__all__ = ["SCHEMA", "derive_history", "from_batches", "parse_log", "read_log", "standing", "to_batches"]

MOST_HOTSPOTS = 500
MOST_COUPLINGS = 300
MOST_RENAMES = 1000
MOST_REVERTS = 500


def derive_history(
    commits: Iterable[Commit],
    *,
    paths: Mapping[str, int],
    releases: Sequence[tuple[str, str]] = (),
    now: int | None = None,
    counts: Callable[[str], bool] | None = None,
) -> History:
    """Derive everything from one pass over ``commits``, which may come in any order.

    ``paths`` are the files of today with their complexity; ``releases`` pairs of tag and commit; ``now`` defaults to
    the newest commit's time. ``counts`` says which paths are the project's own work: others (lock files, changelogs,
    generated and vendored code) take part in neither hotspots nor couplings.
    Authors and releases are complete; hotspots, couplings, renames, reverts and decisions are bounded.
    """
    record = _Record()
    for commit in commits:
        record.add(commit)
    moment = record.newest if now is None else now
    lineage = lineage_of(record.renames, paths)
    touches = record.ledger.touches(lineage, counted_paths(paths, counts))
    return History(
        commits=record.commits,
        hotspots=hotspots(touches, paths, moment, MOST_HOTSPOTS),
        couplings=couplings(touches, MOST_COUPLINGS),
        authors=record.authors.ranked(),
        renames=tuple(newest_first(record.renames)[:MOST_RENAMES]),
        reverts=record.reverts.newest(MOST_REVERTS),
        decisions=record.decisions.best(lineage, paths, moment),
        releases=releases_of(record.graph, releases),
    )


class _Record:
    """Hands each commit to all that gather from it."""

    def __init__(self) -> None:
        self.commits = 0
        self.newest = 0
        self.renames: list[Rename] = []
        self.ledger = Ledger()
        self.authors = Authors()
        self.graph = CommitGraph()
        self.reverts = Reverts()
        self.decisions = Decisions()

    def add(self, commit: Commit) -> None:
        self.commits += 1
        self.newest = max(self.newest, commit.time)
        self.renames.extend(renames_in(commit))
        for gatherer in (self.ledger, self.authors, self.graph, self.reverts, self.decisions):
            gatherer.add(commit)
