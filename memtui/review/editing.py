"""A person's change of a memory's content."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.memory import Attention, Memory, Status
from memtui.memory.errors import ChangedMeanwhileError
from memtui.review.applying import failed, rebased
from memtui.review.bench import Bench
from memtui.review.content import checked, flagged, is_purged, without_attention
from memtui.review.deciding import carried_out, outdated
from memtui.review.values import Changes, Reason, Refusal, Result

if TYPE_CHECKING:
    from memtui.store import Store

ACTION = "edit"


def edit(
    store: Store,
    memory_id: str,
    changes: Changes,
    *,
    expected_revision: str | None = None,
    approve: bool = False,
    seen: Mapping[str, str] | None = None,
) -> Result:
    """Change the content of a memory; its status stays, unless the person approves it in the same act.

    ``expected_revision`` is the one that the person saw; a newer one raises ``ChangedMeanwhileError``. ``seen`` are the
    revisions of targets that were shown, as for ``approve``. A proposal that could not be carried out counts, once a
    person has edited it, as made against its target as it is now.
    """
    with store.writing() as transaction:
        head = transaction.head(memory_id)
        if head is None:
            return _refused(memory_id, Reason.UNKNOWN)
        if expected_revision not in {None, head.revision}:
            raise ChangedMeanwhileError(memory_id)
        if head.memory.status == Status.DELETED:
            return _refused(memory_id, Reason.PURGED if is_purged(head.memory) else Reason.DELETED)
        bench = Bench(transaction)
        edited = rebased(bench, _edited(head.memory, changes))
        # Saving without a change must not become an act, or undo would seem to do nothing.
        unchanged = replace(edited, reviewed=head.memory.reviewed) == head.memory
        if unchanged and not approve:
            return _refused(memory_id, Reason.UNCHANGED)
        if not bench.fits(edited):
            return _refused(memory_id, Reason.OVER_BUDGET)
        if not approve:
            bench.put(edited)
            return bench.keep(ACTION)
        return _approved(bench, edited, outdated(transaction, list(seen or {}), seen or {}), unchanged=unchanged)


def _approved(bench: Bench, edited: Memory, unseen: Collection[str], *, unchanged: bool) -> Result:
    """Keep an edited memory approved; it is an edit in the log, since the text is what undo is asked for."""
    outcome = carried_out(bench, edited, unseen=unseen)
    if outcome == Reason.ALREADY_APPROVED and not unchanged:
        outcome = edited
    if isinstance(outcome, Reason):
        return _refused(edited.id, outcome)
    if isinstance(outcome, Memory):
        bench.put(outcome)
        return bench.keep(ACTION)
    # What was typed is kept whatever becomes of the rest.
    bench.put(failed(edited, outcome.failure))
    return bench.keep(ACTION, refused=[Refusal(edited.id, Reason.APPLY_FAILED, outcome.failure)])


def _edited(memory: Memory, changes: Changes) -> Memory:
    title = memory.title if changes.title is None else " ".join(changes.title.split())
    edited = replace(
        memory,
        title=title,
        body=memory.body if changes.body is None else changes.body,
        kind=memory.kind if changes.kind is None else changes.kind,
        scope=memory.scope if changes.scope is None else changes.scope,
        tags=memory.tags if changes.tags is None else changes.tags,
        anchors=memory.anchors if changes.anchors is None else changes.anchors,
        reviewed=True,
    )
    return flagged(checked(without_attention(edited, Attention.STALE)))


def _refused(memory_id: str, reason: Reason) -> Result:
    return Result("", ACTION, refused=(Refusal(memory_id, reason),))
