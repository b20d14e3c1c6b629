"""Why a memory is stale, worked out from git's objects whenever someone asks, so that it is never out of date."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from indexer import Repository
from indexer.repository import read_blob_diff, read_commit_diff
from memtui.anchors.culprits import with_commits
from memtui.anchors.ground import Ground
from memtui.anchors.judging import judge
from memtui.anchors.states import AnchorReport
from memtui.memory import Anchor, Memory

if TYPE_CHECKING:
    from memtui.review import Result
    from memtui.store import Store


def explain(memory: Memory, repository: Repository) -> tuple[AnchorReport, ...]:
    """Return how each anchor of a memory stands to HEAD, with the commit that made it so."""
    return explain_all([memory], repository)[memory.id]


def explain_all(memories: Iterable[Memory], repository: Repository) -> Mapping[str, tuple[AnchorReport, ...]]:
    """Return the same for several memories, by their ids, in one look at the repository."""
    pairs = [(memory.id, anchor) for memory in memories for anchor in memory.anchors]
    ground = Ground(repository)
    reports = with_commits(ground, judge(ground, [anchor for _, anchor in pairs]))
    explained: dict[str, list[AnchorReport]] = {memory.id: [] for memory in memories}
    for (memory_id, _), report in zip(pairs, reports, strict=True):
        explained[memory_id].append(report)
    return {memory_id: tuple(found) for memory_id, found in explained.items()}


def diff_of(repository: Repository, report: AnchorReport) -> str:
    """Return what changed under an anchor as a patch: what the commit did there, below its message.

    Where no commit is named, the difference between what was noted and what there is; empty where the objects that
    would tell are not here. The text is as git gave it: whoever shows it makes it safe first.
    """
    places = [anchor.path for anchor in (report.anchor, report.moved_to) if anchor is not None]
    if report.commit:
        return read_commit_diff(repository, report.commit, list(dict.fromkeys(places)))
    present = Ground(repository).blob_at(places[-1])
    if not report.anchor.blob or not present or present == report.anchor.blob:
        return ""
    return read_blob_diff(repository, report.anchor.blob, present)


def anchored_now(repository: Repository, anchors: Sequence[Anchor]) -> tuple[Anchor, ...]:
    """Return anchors as they are to be written against the code of today; what is not there stays as it was given."""
    ground = Ground(repository)
    ground.load((anchor.path, ground.blob_at(anchor.path)) for anchor in anchors)
    return tuple(ground.anchor(anchor.path, anchor.symbol) or anchor for anchor in anchors)


def missing(repository: Repository, anchors: Sequence[Anchor]) -> tuple[Anchor, ...]:
    """Return those of some anchors to whose path or symbol there is nothing today."""
    ground = Ground(repository)
    return tuple(anchor for anchor in anchors if ground.anchor(anchor.path, anchor.symbol) is None)


def renewed(repository: Repository, anchors: Sequence[Anchor]) -> tuple[Anchor, ...]:
    """Return the anchors of a memory that holds for the code of today: those that moved follow, dead ones go."""
    ground = Ground(repository)
    places = [report.moved_to or report.anchor for report in judge(ground, anchors)]
    found = (ground.anchor(place.path, place.symbol) for place in places)
    return tuple(dict.fromkeys(anchor for anchor in found if anchor is not None))


def still_true(store: Store, repository: Repository, memories: Iterable[Memory]) -> Result:
    """Say that memories hold for the code as it is now, which ties them to it anew."""
    from memtui.review import confirm

    return confirm(store, {memory.id: renewed(repository, memory.anchors) for memory in memories})
