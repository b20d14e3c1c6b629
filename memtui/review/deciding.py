"""A person's decisions: approve, reject, delete, restore."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.memory import Attention, Evidence, Memory, Revision, Status
from memtui.review.content import checked, flagged, is_suspect, without_attention
from memtui.review.values import PERSON, Reason, Refusal, Result

if TYPE_CHECKING:
    from memtui.store import Store, Transaction

REJECTED_BECAUSE = "rejected"

_GONE = {Status.SUPERSEDED: Reason.SUPERSEDED, Status.DELETED: Reason.DELETED}

Decision = Memory | Reason


def approve(store: Store, ids: Sequence[str], *, seen: Mapping[str, str] | None = None) -> Result:
    """Approve memories, or confirm approved ones that have become stale.

    What the safety rules flagged is approved only when it is the single one asked for. ``seen`` are the revisions that
    the person was shown, by memory; what has changed since is refused, since no one has seen it.
    """
    # Among many, a flag is overlooked; alone, it is what the person looks at.
    several = len(set(ids)) > 1
    with store.writing() as transaction:
        heads = transaction.heads(ids)
        changed = {key for key, revision in (seen or {}).items() if key in heads and heads[key].revision != revision}

        def decide(memory: Memory) -> Decision:
            return Reason.CHANGED_MEANWHILE if memory.id in changed else _approved(memory, several=several)

        return _decide(transaction, ids, "approve", decide)


def reject(store: Store, ids: Sequence[str], *, reason: str = "") -> Result:
    """Reject memories; the reason is kept as evidence that a person gave."""
    with store.writing() as transaction:
        return _decide(transaction, ids, "reject", lambda memory: _rejected(memory, reason.strip()))


def delete(store: Store, ids: Sequence[str]) -> Result:
    """Move memories to the trash."""
    with store.writing() as transaction:
        return _decide(transaction, ids, "delete", _deleted)


def restore(store: Store, ids: Sequence[str]) -> Result:
    """Take memories out of the trash, back to the status that each had before."""
    with store.writing() as transaction:
        heads = transaction.heads(ids).values()
        trashed = [head.memory.id for head in heads if head.memory.status == Status.DELETED]
        histories = transaction.histories(trashed)
        return _decide(transaction, ids, "restore", lambda memory: _restored(memory, histories.get(memory.id, [])))


def _decide(transaction: Transaction, ids: Sequence[str], action: str, decide: Callable[[Memory], Decision]) -> Result:
    """Apply a decision to each memory; a refusal of one does not keep the others."""
    changed, refused = [], []
    heads = transaction.heads(ids)
    # Each once, in the order asked for: a mark and a typed id may name the same memory.
    for memory_id in dict.fromkeys(ids):
        head = heads.get(memory_id)
        decision = decide(head.memory) if head else Reason.UNKNOWN
        if isinstance(decision, Memory):
            # From here on no source rewrites it by itself.
            reviewed = replace(decision, reviewed=True)
            changed.append(transaction.append(reviewed, actor=PERSON, action=action))
        else:
            refused.append(Refusal(memory_id, decision))
    return Result(transaction.batch if changed else "", action, tuple(changed), tuple(refused))


def _approved(memory: Memory, *, several: bool) -> Decision:
    if memory.status in _GONE:
        return _GONE[memory.status]
    if memory.status == Status.APPROVED and Attention.STALE not in memory.attention:
        return Reason.ALREADY_APPROVED
    if several and is_suspect(memory):
        return Reason.FLAGGED
    return without_attention(replace(memory, status=Status.APPROVED), Attention.STALE)


def _rejected(memory: Memory, reason: str) -> Decision:
    if memory.status in _GONE:
        return _GONE[memory.status]
    if memory.status == Status.REJECTED:
        return Reason.ALREADY_REJECTED
    rejected = without_attention(replace(memory, status=Status.REJECTED), Attention.STALE)
    if not reason:
        return rejected
    because = Evidence("person", REJECTED_BECAUSE, quote=reason)
    return flagged(checked(replace(rejected, evidence=(*memory.evidence, because))))


def _deleted(memory: Memory) -> Decision:
    if memory.status == Status.DELETED:
        return Reason.ALREADY_DELETED
    return replace(memory, status=Status.DELETED)


def _restored(memory: Memory, history: Sequence[Revision]) -> Decision:
    if memory.status != Status.DELETED:
        return Reason.NOT_DELETED
    # Pending stays pending in this way: the trash is no way around a review.
    former = [past.memory.status for past in history if past.memory.status != Status.DELETED]
    return replace(memory, status=former[-1] if former else Status.PENDING)
