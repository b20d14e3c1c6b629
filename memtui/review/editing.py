"""A person's change of a memory's content."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.memory import Attention, Memory, Status
from memtui.memory.errors import ChangedMeanwhileError
from memtui.review.content import checked, flagged, without_attention
from memtui.review.values import PERSON, Changes, Reason, Refusal, Result

if TYPE_CHECKING:
    from memtui.store import Store

ACTION = "edit"


def edit(store: Store, memory_id: str, changes: Changes, *, expected_revision: str | None = None) -> Result:
    """Change the content of a memory, whose status stays.

    ``expected_revision`` is the one that the person saw; a newer one raises ``ChangedMeanwhileError``.
    """
    with store.writing() as transaction:
        head = transaction.head(memory_id)
        if head is None:
            return _refused(memory_id, Reason.UNKNOWN)
        if expected_revision not in {None, head.revision}:
            raise ChangedMeanwhileError(memory_id)
        if head.memory.status == Status.DELETED:
            return _refused(memory_id, Reason.DELETED)
        edited = _edited(head.memory, changes)
        # Saving without a change must not become an act, or undo would seem to do nothing.
        if replace(edited, reviewed=head.memory.reviewed) == head.memory:
            return _refused(memory_id, Reason.UNCHANGED)
        return Result(transaction.batch, ACTION, (transaction.append(edited, actor=PERSON, action=ACTION),))


def _edited(memory: Memory, changes: Changes) -> Memory:
    title = memory.title if changes.title is None else " ".join(changes.title.split())
    edited = replace(
        memory,
        title=title,
        body=memory.body if changes.body is None else changes.body,
        kind=memory.kind if changes.kind is None else changes.kind,
        scope=memory.scope if changes.scope is None else changes.scope,
        tags=memory.tags if changes.tags is None else changes.tags,
        reviewed=True,
    )
    return flagged(checked(without_attention(edited, Attention.STALE)))


def _refused(memory_id: str, reason: Reason) -> Result:
    return Result("", ACTION, refused=(Refusal(memory_id, reason),))
