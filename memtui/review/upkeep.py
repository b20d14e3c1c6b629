"""What keeps memories in step with the code: anchors that moved, texts that still hold, reasons to look again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.memory import Anchor, Attention, Memory, Status
from memtui.review.bench import Bench, Decision, decided
from memtui.review.content import checked, is_purged, with_attention, without_attention
from memtui.review.deciding import GONE
from memtui.review.values import MEMTUI, Reason, Refusal, Result

if TYPE_CHECKING:
    from memtui.store import Store

_LIVE = frozenset({Status.PENDING, Status.APPROVED, Status.SNOOZED})


def confirm(store: Store, anchors: Mapping[str, tuple[Anchor, ...]]) -> Result:
    """Say that memories still hold for the code as it is now: they are stale no longer, and tied to it anew.

    ``anchors`` are the new anchors of each; a memory that was pending stays so.
    """
    with store.writing() as transaction:
        bench = Bench(transaction)

        def decide(memory: Memory) -> Decision:
            if memory.status not in _LIVE:
                return GONE.get(memory.status, Reason.REJECTED)
            confirmed = without_attention(replace(memory, anchors=anchors[memory.id]), Attention.STALE)
            return Reason.UNCHANGED if confirmed == memory else checked(confirmed)

        return bench.keep("confirm", refused=decided(bench, list(anchors), decide))


def follow(store: Store, anchors: Mapping[str, tuple[Anchor, ...]]) -> Result:
    """Tie memories to where their code has moved, which is no judgement of what they say."""
    with store.writing() as transaction:
        bench, refused = Bench(transaction), []
        transaction.heads(list(anchors))
        for memory_id, places in anchors.items():
            memory = bench.memory(memory_id)
            reason = _obstacle(memory, places)
            if memory is None or reason:
                refused.append(Refusal(memory_id, reason or Reason.UNKNOWN))
            else:
                bench.put(checked(replace(memory, anchors=places)))
        return bench.keep("follow", actor=MEMTUI, refused=refused)


def mark_attention(store: Store, reason: Attention, found: AbstractSet[str], considered: AbstractSet[str]) -> Result:
    """Give a reason to look again to the memories ``found``, and take it from the others that were ``considered``.

    Only memories that are pending, approved or snoozed; nothing is appended for those that are so already.
    """
    snapshot = store.snapshot()
    flagged = set(snapshot.ids_with_attention(reason))
    # Told from the columns: reading every memory that was considered would take seconds on a large store.
    if not (found - flagged or (flagged & considered) - found):
        return Result("", "attention")
    with store.writing() as transaction:
        bench = Bench(transaction)
        flagged = set(transaction.snapshot.ids_with_attention(reason))
        for memory in _live(bench, found - flagged):
            bench.put(with_attention(memory, reason))
        for memory in _live(bench, (flagged & considered) - found):
            bench.put(without_attention(memory, reason))
        return bench.keep("attention", actor=MEMTUI)


def _live(bench: Bench, ids: Collection[str]) -> list[Memory]:
    heads = bench.transaction.heads(sorted(ids))
    memories = [bench.memory(memory_id) for memory_id in heads]
    return [memory for memory in memories if memory and memory.status in _LIVE]


def _obstacle(memory: Memory | None, places: tuple[Anchor, ...]) -> Reason | None:
    if memory is None:
        return Reason.UNKNOWN
    if is_purged(memory):
        return Reason.PURGED
    if memory.status not in _LIVE:
        return GONE.get(memory.status, Reason.REJECTED)
    return Reason.UNCHANGED if memory.anchors == places else None
