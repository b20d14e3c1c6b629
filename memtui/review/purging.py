"""Purging: the one act that removes content, from every revision and every file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.memory import Kind, Memory, Status
from memtui.review.bench import Bench, decided
from memtui.review.values import PERSON, Result

if TYPE_CHECKING:
    from memtui.store import Store

ACTION = "purge"
FORGET = "forget"
# The log has no former revisions of what these acts were about, so that there is nothing to take them back to.
FINAL = frozenset({ACTION, FORGET})


def purge(store: Store, ids: Sequence[str]) -> Result:
    """Remove all content of memories for good and leave their ids, so that they neither come back nor are undone.

    Memories that they were linked to lose the link and stay as they are. Takes as long as the log is.
    """
    with store.purging() as transaction:
        bench = Bench(transaction)
        refused = decided(bench, ids, _tombstone)
        result = bench.keep(ACTION, refused=refused)
        transaction.forgotten.update(head.memory.id for head in result.changed if head.memory.id in set(ids))
    return result


def _tombstone(memory: Memory) -> Memory:
    # A kind from outside is a text like any other; a hash of a short secret can be guessed.
    kind = memory.kind if memory.kind in set(Kind) else ""
    empty = Memory(memory.id, kind, "", "", memory.scope, Status.DELETED, origin=PERSON)
    return replace(empty, reviewed=True)
