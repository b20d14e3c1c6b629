"""Acts that leave the text as it is: pin, unpin, move to another scope, tag."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.memory import Memory, Scope, Status
from memtui.memory.errors import InvalidMemoryError
from memtui.review.bench import Bench, Decision, decided
from memtui.review.content import checked, flagged
from memtui.review.deciding import GONE
from memtui.review.values import Reason, Result

if TYPE_CHECKING:
    from memtui.store import Store


def pin(store: Store, ids: Sequence[str]) -> Result:
    """Let approved memories always be recalled; what would be over the budget is refused."""
    with store.writing() as transaction:
        bench = Bench(transaction)

        def decide(memory: Memory) -> Decision:
            if memory.status != Status.APPROVED:
                return GONE.get(memory.status, Reason.NOT_APPROVED)
            pinned = replace(memory, pinned=True)
            return Reason.UNCHANGED if memory.pinned else pinned if bench.fits(pinned) else Reason.OVER_BUDGET

        return bench.keep("pin", refused=decided(bench, ids, decide))


def unpin(store: Store, ids: Sequence[str]) -> Result:
    """Let memories be recalled only where they are asked for."""
    with store.writing() as transaction:
        bench = Bench(transaction)

        def decide(memory: Memory) -> Decision:
            return replace(memory, pinned=False) if memory.pinned else GONE.get(memory.status, Reason.UNCHANGED)

        return bench.keep("unpin", refused=decided(bench, ids, decide))


def move(store: Store, ids: Sequence[str], *, scope: Scope) -> Result:
    """Let memories be for another repository, for a group, or for the user everywhere."""
    with store.writing() as transaction:
        bench = Bench(transaction)

        def decide(memory: Memory) -> Decision:
            if memory.status == Status.DELETED:
                return Reason.DELETED
            return Reason.UNCHANGED if memory.scope == scope else checked(replace(memory, scope=scope))

        return bench.keep("move", refused=decided(bench, ids, decide))


def tag(store: Store, ids: Sequence[str], *, add: Iterable[str] = (), remove: Iterable[str] = ()) -> Result:
    """Add tags to memories and remove others; raises ``InvalidMemoryError`` for a tag of white space alone."""
    added, removed = [" ".join(text.split()) for text in add], {" ".join(text.split()) for text in remove}
    if not all(added):
        raise InvalidMemoryError("tags", "empty")
    with store.writing() as transaction:
        bench = Bench(transaction)

        def decide(memory: Memory) -> Decision:
            if memory.status == Status.DELETED:
                return Reason.DELETED
            kept = (*(text for text in memory.tags if text not in removed), *added)
            tags = tuple(dict.fromkeys(kept))
            return Reason.UNCHANGED if tags == memory.tags else flagged(checked(replace(memory, tags=tags)))

        return bench.keep("tag", refused=decided(bench, ids, decide))
