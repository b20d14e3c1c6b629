"""Saying that memories which look alike, or seem to contradict each other, are both wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.memory import Attention, Evidence, Memory
from memtui.review.bench import Bench, Decision, decided
from memtui.review.content import checked, without_attention
from memtui.review.deciding import GONE
from memtui.review.values import KEPT_BESIDE, Reason, Refusal, Result

if TYPE_CHECKING:
    from memtui.store import Store

_AT_LEAST = 2


def keep_both(store: Store, ids: Sequence[str]) -> Result:
    """Note on each of two or more memories that a person wants it beside the others, so that it is not asked again."""
    wanted = tuple(dict.fromkeys(ids))
    if len(wanted) < _AT_LEAST:
        return Result("", "keep_both", refused=tuple(Refusal(memory_id, Reason.TOO_FEW) for memory_id in wanted))
    with store.writing() as transaction:
        bench = Bench(transaction)

        def decide(memory: Memory) -> Decision:
            if memory.status in GONE:
                return GONE[memory.status]
            return _beside(memory, [other for other in wanted if other != memory.id])

        return bench.keep("keep_both", refused=decided(bench, wanted, decide))


def _beside(memory: Memory, others: Sequence[str]) -> Decision:
    known = {item.quote for item in memory.evidence if item.reference == KEPT_BESIDE}
    added = tuple(Evidence("person", KEPT_BESIDE, quote=other) for other in others if other not in known)
    if not added:
        return Reason.UNCHANGED
    # Another memory may still be like it; the next comparison, which every refresh makes, says so again.
    for reason in (Attention.DUPLICATE, Attention.CONTRADICTION):
        memory = without_attention(memory, reason)
    return checked(replace(memory, evidence=(*memory.evidence, *added)))
