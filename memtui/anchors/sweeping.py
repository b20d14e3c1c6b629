"""After each refresh: what every anchor of a repository has become, noted in the memories and for the hooks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from indexer import Repository
from indexer.parsing.pieces import TOKENS_VERSION
from memtui.anchors.ground import Ground
from memtui.anchors.judging import judge
from memtui.anchors.publishing import publish, write_small
from memtui.anchors.states import AnchorReport, State
from memtui.anchors.tied import Tied, tied_memories
from memtui.anchors.verdicts import NAME, Verdicts, read_verdicts, render_verdicts
from memtui.memory import Anchor, Attention, Head, Scope, Status
from memtui.review import follow, mark_attention, wake

if TYPE_CHECKING:
    from memtui.store import Snapshot, Store

# Raise this when equal anchors and contents get other verdicts.
_JUDGING_VERSION = 1


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep found and noted: memory ids, sorted."""

    stale: tuple[str, ...] = ()
    followed: tuple[str, ...] = ()
    woken: tuple[str, ...] = ()


def sweep(store: Store, repository: Repository, scope: Scope, *, now: int) -> Swept:
    """Bring the memories of a repository to its code: anchors follow what moved, what changed or went makes stale.

    What became again what it was makes stale no longer; snoozed memories whose time or path has come wake up. ``now``
    is in microseconds, UTC. Facts of the indexer that no person edited are left alone: they follow the code by
    themselves. Raises what the store raises when it cannot be written.
    """
    ground = Ground(repository)
    if not ground.files:
        # Before the first file nothing can be stale, and a clone that cannot list its files must not bury everything.
        return Swept()
    tied = tied_memories(store.snapshot(), scope)
    judged = _judged(ground, [memory for memory in tied if not memory.follows])
    moved = {memory.id: anchors for memory, found in judged if (anchors := _followed(ground, memory, found))}
    followed = _ids(follow(store, moved).changed) if moved else ()
    stale = {memory.id for memory, found in judged if any(report.matters for report in found)}
    woken = _ids(wake(store, now=now, blobs=_watched(ground, tied), scope=scope).changed)
    mark_attention(store, Attention.STALE, stale, _considered(judged))
    publish(ground, tied_memories(store.snapshot(), scope) if followed or woken else tied)
    return Swept(tuple(sorted(stale)), followed, woken)


def publish_anchors(snapshot: Snapshot, repository: Repository, scope: Scope) -> bool:
    """Write the file that the hook reads, after an act that no refresh follows; tell whether it changed."""
    return publish(Ground(repository), tied_memories(snapshot, scope))


def known_verdicts(repository: Repository) -> Verdicts:
    """Return the verdicts that sweeps of a repository have kept."""
    return read_verdicts(repository.index_directory, f"{TOKENS_VERSION}.{_JUDGING_VERSION}")


_Judged = Sequence[tuple[Tied, Sequence[AnchorReport]]]


def _judged(ground: Ground, memories: Sequence[Tied]) -> _Judged:
    known = known_verdicts(ground.repository)
    anchors = [anchor for memory in memories for anchor in memory.anchors]
    reports = dict(zip(anchors, judge(ground, anchors, known), strict=True))
    write_small(ground.repository.index_directory, NAME, render_verdicts(known))
    return [(memory, [reports[anchor] for anchor in memory.anchors]) for memory in memories]


def _followed(ground: Ground, memory: Tied, reports: Sequence[AnchorReport]) -> tuple[Anchor, ...] | None:
    """Return the anchors that a memory has from here on, None if they stay."""
    anchors = tuple(dict.fromkeys(_next(ground, memory, report) for report in reports))
    return None if anchors == memory.anchors else anchors


def _next(ground: Ground, memory: Tied, report: AnchorReport) -> Anchor:
    anchor, moved = report.anchor, report.moved_to
    if moved is not None and report.state is State.MOVED:
        return moved
    if moved is not None and not report.matters:
        # What was noted stays, so that many small changes add up to one that matters.
        return replace(anchor, path=moved.path, symbol=moved.symbol)
    if not anchor.blob and not anchor.digest and memory.status != Status.PENDING and memory.reviewed:
        # A person stands behind it, and nothing was noted to compare with: from here on there is.
        return ground.anchor(anchor.path, anchor.symbol) or anchor
    return anchor


def _considered(judged: _Judged) -> set[str]:
    """Return the memories whose staleness is the anchors' affair alone, and known."""
    return {
        memory.id
        for memory, found in judged
        if not memory.said_by_index and all(report.state is not State.UNKNOWN for report in found)
    }


def _watched(ground: Ground, memories: Collection[Tied]) -> Mapping[str, str]:
    paths = (memory.snooze.path for memory in memories if memory.status == Status.SNOOZED)
    return {path: ground.blob_at(path) for path in paths if path}


def _ids(heads: Sequence[Head]) -> tuple[str, ...]:
    return tuple(sorted(head.memory.id for head in heads))
