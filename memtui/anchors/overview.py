"""How the memories of a repository stand to its code, all of them at once, for those who list them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from indexer import Repository
from memtui.anchors.culprits import with_commits
from memtui.anchors.ground import Ground
from memtui.anchors.judging import judge
from memtui.anchors.states import AnchorReport
from memtui.anchors.sweeping import known_verdicts
from memtui.anchors.tied import Tied, tied_memories
from memtui.memory import Anchor, Attention, Head, Scope

if TYPE_CHECKING:
    from memtui.store import Snapshot


@dataclass(frozen=True, slots=True)
class Standing:
    """A memory with how its anchors stand; ``fact_changed`` if a refresh found that the fact under it did."""

    head: Head
    reports: tuple[AnchorReport, ...]
    fact_changed: bool = False

    @property
    def stale(self) -> bool:
        """Whether a person should look again."""
        return self.fact_changed or any(report.matters for report in self.reports)


def standings(snapshot: Snapshot, repository: Repository, scope: Scope) -> list[Standing]:
    """Return the live memories of a repository that have anchors, as they stand to HEAD now, newest change first.

    Facts of the indexer, which follow the code by themselves, are among them only if they are stale.
    Worked out anew, whatever the last sweep noted, since another branch may have been checked out since. Commits are
    named for those that are stale.
    """
    ground = Ground(repository)
    tied = [memory for memory in tied_memories(snapshot, scope) if memory.anchors]
    anchors = [anchor for memory in tied if not memory.follows for anchor in memory.anchors]
    judged = dict(zip(anchors, judge(ground, anchors, known_verdicts(repository)), strict=True))
    heads = snapshot.heads(np.array([memory.row for memory in tied], dtype=np.int64)) if tied else []
    found = [_standing(head, memory, judged) for head, memory in zip(heads, tied, strict=True)]
    culprits = [report for one in found if one.stale for report in one.reports]
    named = {report.anchor: report for report in with_commits(ground, culprits)}
    return [
        Standing(one.head, tuple(named.get(report.anchor, report) for report in one.reports), one.fact_changed)
        for one in found
        if one.reports or one.fact_changed
    ]


def _standing(head: Head, memory: Tied, judged: Mapping[Anchor, AnchorReport]) -> Standing:
    flagged = Attention.STALE in head.memory.attention
    if memory.follows:
        # Anchors of a fact say where it is from; whether it still holds, a refresh knows.
        return Standing(head, (), flagged)
    reports = tuple(judged[anchor] for anchor in memory.anchors)
    said = any(report.matters for report in reports)
    return Standing(head, reports, flagged and memory.said_by_index and not said)
