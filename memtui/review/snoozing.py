"""Putting a memory off until a date or until a file changes, and bringing back what is due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.memory import Memory, Scope, Snooze, Status
from memtui.memory.errors import InvalidMemoryError
from memtui.review.bench import Bench, Decision, decided
from memtui.review.content import checked
from memtui.review.deciding import GONE, awakened
from memtui.review.values import MEMTUI, Reason, Result

if TYPE_CHECKING:
    from memtui.store import Store


def snooze(store: Store, ids: Sequence[str], *, until: int = 0, path: str = "", blob: str = "") -> Result:
    """Put memories off until a time (microseconds, UTC), until the blob at ``path`` is another, or whichever is first.

    Raises ``InvalidMemoryError`` without either, since what is put off for ever would be lost.
    """
    if not until and not path:
        raise InvalidMemoryError("snooze", "empty")
    asked = Snooze(until, path, blob)
    with store.writing() as transaction:
        bench = Bench(transaction)
        refused = decided(bench, ids, lambda memory: _snoozed(memory, asked))
        return bench.keep("snooze", refused=refused)


def wake(store: Store, *, now: int, blobs: Mapping[str, str], scope: Scope | None = None) -> Result:
    """Bring back the snoozed memories that are due, pending or approved as they were.

    ``blobs`` are the blob ids of paths as they are now, empty for a path that is gone; a path it does not name is not
    looked at. They are those of the repository of ``scope``, if that is given, and say nothing of other repositories.
    """
    asleep = store.snapshot().snoozed()
    due = [memory_id for memory_id, own, snooze in asleep if _is_due(own, snooze, now, blobs, scope)]
    # Asked at every start, and nearly always in vain: that must cost neither the lock nor LanceDB.
    if not due:
        return Result("", "wake")
    with store.writing() as transaction:
        bench = Bench(transaction)
        histories = transaction.histories(due)
        for head in transaction.heads(due).values():
            memory = head.memory
            # Looked at again: it may have been woken, or put off once more, before the lock was taken.
            if memory.status == Status.SNOOZED and _is_due(memory.scope, memory.snooze, now, blobs, scope):
                bench.put(awakened(memory, histories[memory.id]))
        return bench.keep("wake", actor=MEMTUI)


def _snoozed(memory: Memory, asked: Snooze) -> Decision:
    if memory.status in GONE:
        return GONE[memory.status]
    if memory.status == Status.REJECTED:
        return Reason.REJECTED
    if memory.snooze == asked:
        return Reason.UNCHANGED
    return checked(replace(memory, status=Status.SNOOZED, snooze=asked))


def _is_due(own: Scope, snooze: Snooze, now: int, blobs: Mapping[str, str], scope: Scope | None) -> bool:
    if snooze.until and snooze.until <= now:
        return True
    # Two repositories have files of the same name, and a change in one says nothing about the other.
    here = scope is None or own == scope
    return bool(snooze.path) and here and snooze.path in blobs and blobs[snooze.path] != snooze.blob
