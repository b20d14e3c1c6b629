"""How much may be pinned: what is always recalled costs every session of every agent."""

from __future__ import annotations

from collections.abc import Iterable

from memtui.memory import Memory, Status

PINNED_AT_MOST = 20
PINNED_CHARACTERS = 2_000


def counts(memory: Memory) -> bool:
    """Tell whether a memory uses up the budget: it is pinned, and approved, so that it is recalled."""
    return memory.pinned and memory.status == Status.APPROVED


def cost(memory: Memory) -> int:
    """Return how many characters of the budget a pinned memory uses up."""
    return len(memory.title) + len(memory.body)


def fits(memories: Iterable[Memory]) -> bool:
    """Tell whether memories that count may all be pinned."""
    costs = [cost(memory) for memory in memories]
    return len(costs) <= PINNED_AT_MOST and sum(costs) <= PINNED_CHARACTERS
