"""What the steps of a batch did, as a person says it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from memtui.memory import Status
from memtui.memory.actions import PAST

if TYPE_CHECKING:
    from memtui.store.acts import Step

# Acts that do different things to different memories: each is told what became of it.
_BY_STATUS: Mapping[str, Mapping[str, str]] = {
    "approve": {Status.SUPERSEDED: "superseded", Status.DELETED: "deleted"},
    "merge": {Status.SUPERSEDED: "superseded"},
    "review": {Status.APPROVED: "approved", Status.REJECTED: "rejected", Status.PENDING: "edited"},
    "split": {Status.SUPERSEDED: "superseded"},
    "supersede": {Status.APPROVED: "put in its place", Status.PENDING: "put in its place"},
}


def told_step(action: str, status: str) -> str:
    """Return what an act did to a memory that has a status after it."""
    return _BY_STATUS.get(action, {}).get(status) or PAST.get(action, action)


def told_steps(steps: Iterable[Step]) -> str:
    """Return all that an act did, each with the number of memories: ``approved 3, superseded 1``."""
    counts: dict[str, int] = {}
    # What was asked for comes before what it did to others.
    for step in sorted(steps, key=lambda step: step.status in _BY_STATUS.get(step.action, ())):
        done = told_step(step.action, step.status)
        counts[done] = counts.get(done, 0) + step.count
    return ", ".join(f"{done} {count:,}" for done, count in counts.items())
