"""Where the memories of one act lie while it is worked out: links and the budget of pins hold for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from memtui.memory import Attention, Memory
from memtui.review import budget
from memtui.review.content import is_purged, without_attention
from memtui.review.values import PERSON, Reason, Refusal, Result

if TYPE_CHECKING:
    from memtui.store import Transaction

Decision = Memory | Reason

# Each of the two fields holds what the other one holds on the far side.
_OPPOSITE = {"supersedes": "superseded_by", "superseded_by": "supersedes"}


class Bench:
    """The memories that an act has changed so far; nothing is appended before ``keep``."""

    def __init__(self, transaction: Transaction) -> None:
        self.transaction = transaction
        self._changed: dict[str, Memory] = {}
        self._pinned: dict[str, Memory] | None = None

    def memory(self, memory_id: str) -> Memory | None:
        """Return a memory as the act has it by now, or None if there is no such memory."""
        if memory_id in self._changed:
            return self._changed[memory_id]
        head = self.transaction.head(memory_id)
        # A conflict is derived when reading; as a part of what an act changed it could never be undone.
        return without_attention(head.memory, Attention.CONFLICT) if head else None

    def put(self, memory: Memory) -> Memory:
        """Let a memory be changed, and those that it is linked to with it; return it as it will be kept.

        A link to what is not there any longer is left out, and a pin that is over the budget comes off.
        """
        before = self.memory(memory.id)
        links: dict[str, Any] = {field: self._there(memory, field) for field in _OPPOSITE}
        linked = replace(memory, **links)
        self._changed[memory.id] = linked if self.fits(linked) else replace(linked, pinned=False)
        for field in _OPPOSITE:
            self._link_back(linked, field, getattr(before, field) if before else ())
        return self._changed[memory.id]

    def fits(self, memory: Memory) -> bool:
        """Tell whether a memory, pinned or not, is within the budget beside the others that are pinned."""
        if not budget.counts(memory):
            return True
        pinned = {key: other for key, other in (self._pinned_before() | self._changed).items() if budget.counts(other)}
        return budget.fits([*(other for key, other in pinned.items() if key != memory.id), memory])

    def has_changes(self) -> bool:
        """Tell whether the act changes anything by now."""
        return bool(self._changed)

    def keep(self, action: str, *, actor: str = PERSON, reverts: str = "", refused: Iterable[Refusal] = ()) -> Result:
        """Append all that was changed as one batch."""
        append = self.transaction.append
        changed = [append(it, actor=actor, action=action, reverts=reverts) for it in self._changed.values()]
        return Result(self.transaction.batch if changed else "", action, tuple(changed), tuple(refused))

    def _pinned_before(self) -> dict[str, Memory]:
        if self._pinned is None:
            snapshot = self.transaction.snapshot
            pinned = {head.memory.id: head.memory for head in snapshot.heads(snapshot.pinned())}
            # Several acts may share a transaction, and each has to see those before it.
            self._pinned = pinned | {revision.memory.id: revision.memory for revision in self.transaction.revisions}
        return self._pinned

    def _there(self, memory: Memory, field: str) -> tuple[str, ...]:
        # Sorted, so that links are equal whichever way they came about, and undo leads back to the very same.
        others = ((key, self.memory(key)) for key in sorted(set(getattr(memory, field))) if key != memory.id)
        return tuple(key for key, other in others if other and not is_purged(other))

    def _link_back(self, memory: Memory, field: str, before: tuple[str, ...]) -> None:
        """Set the far side of links that came or went."""
        after: tuple[str, ...] = getattr(memory, field)
        for key in sorted(set(before) ^ set(after)):
            other = self.memory(key)
            if other is None or is_purged(other):
                continue
            links = {*getattr(other, _OPPOSITE[field])} - {memory.id} | ({memory.id} if key in after else set())
            far_side: dict[str, Any] = {_OPPOSITE[field]: tuple(sorted(links))}
            self._changed[key] = replace(other, **far_side)


def decided(bench: Bench, ids: Sequence[str], decide: Callable[[Memory], Decision]) -> list[Refusal]:
    """Apply a person's decision to each memory and return the refusals; one of them does not keep the others."""
    refused = []
    # Read at once: each look-up of a single one scans the ids of a large store.
    bench.transaction.heads(ids)
    # Each once, in the order asked for: a mark and a typed id may name the same memory.
    for memory_id in dict.fromkeys(ids):
        memory = bench.memory(memory_id)
        decision = Reason.UNKNOWN if memory is None else Reason.PURGED if is_purged(memory) else decide(memory)
        if isinstance(decision, Memory):
            # From here on no source rewrites it by itself.
            bench.put(replace(decision, reviewed=True))
        else:
            refused.append(Refusal(memory_id, decision))
    return refused
