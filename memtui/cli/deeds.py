"""What was done, as a person says it: acts in the past tense."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from memtui.memory import Status

if TYPE_CHECKING:
    from memtui.store.acts import Step

# A sentence about an act must not be built from its name by rules of English grammar.
_PAST = {
    "add": "added",
    "approve": "approved",
    "attention": "marked",
    "bring_back": "brought back",
    "confirm": "confirmed",
    "delete": "deleted",
    "edit": "edited",
    "follow": "moved with the code",
    "forget": "masked for good",
    "import": "brought in",
    "keep_both": "kept side by side",
    "mask": "masked",
    "merge": "merged",
    "move": "moved",
    "pin": "pinned",
    "propose": "proposed",
    "purge": "purged",
    "redo": "redone",
    "refresh": "refreshed",
    "reject": "rejected",
    "relink": "linked anew",
    "restore": "restored",
    "snooze": "snoozed",
    "split": "split",
    "supersede": "superseded",
    "tag": "tagged",
    "undo": "undone",
    "unpin": "unpinned",
    "wake": "woken",
}
# Acts that do different things to different memories: each is told what became of it.
_BY_STATUS: Mapping[str, Mapping[str, str]] = {
    "approve": {Status.SUPERSEDED: "superseded", Status.DELETED: "deleted"},
    "merge": {Status.SUPERSEDED: "superseded"},
    "review": {Status.APPROVED: "approved", Status.REJECTED: "rejected", Status.PENDING: "edited"},
    "split": {Status.SUPERSEDED: "superseded"},
    "supersede": {Status.APPROVED: "put in its place", Status.PENDING: "put in its place"},
}


def deed(action: str, status: str) -> str:
    """Return what an act did to a memory that has a status after it."""
    return _BY_STATUS.get(action, {}).get(status) or _PAST.get(action, action)


def deeds(steps: Iterable[Step]) -> str:
    """Return all that an act did, each with the number of memories: ``approved 3, superseded 1``."""
    counts: dict[str, int] = {}
    # What was asked for comes before what it did to others.
    for step in sorted(steps, key=lambda step: step.status in _BY_STATUS.get(step.action, ())):
        done = deed(step.action, step.status)
        counts[done] = counts.get(done, 0) + step.count
    return ", ".join(f"{done} {count:,}" for done, count in counts.items())
