"""A person's decisions: approve, reject, delete, restore."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.memory import Attention, Evidence, Memory, Revision, Snooze, Status
from memtui.review.applying import Outcome, applied, failed
from memtui.review.bench import Bench, Decision, decided
from memtui.review.content import checked, flagged, inspected, is_suspect
from memtui.review.values import MEMTUI, PERSON, Reason, Refusal, Result

if TYPE_CHECKING:
    from memtui.store import Store, Transaction

REJECTED_BECAUSE = "rejected"

GONE = {Status.SUPERSEDED: Reason.SUPERSEDED, Status.DELETED: Reason.DELETED}
# What each of these is taken back from, and which former statuses do not count as the one before.
_AWAY = {
    Status.DELETED: frozenset({Status.DELETED}),
    Status.SUPERSEDED: frozenset({Status.DELETED, Status.SUPERSEDED}),
    Status.SNOOZED: frozenset({Status.DELETED, Status.SUPERSEDED, Status.SNOOZED}),
}


def approve(store: Store, ids: Sequence[str], *, seen: Mapping[str, str] | None = None) -> Result:
    """Approve memories, or confirm approved ones that have become stale; what they propose is done to its targets.

    What the safety rules flagged is approved only when it is the single one asked for. ``seen`` are the revisions that
    the person was shown, by memory, those of targets too; what has changed since is refused, since no one has seen it.
    A proposal that cannot be carried out stays pending and is flagged with the reason, while the others go on.
    """
    # Among many, a flag is overlooked; alone, it is what the person looks at.
    several = len(set(ids)) > 1
    with store.writing() as transaction:
        bench, marks = Bench(transaction), dict[str, Memory]()
        changed = outdated(transaction, [*ids, *(seen or {})], seen or {})
        failures: dict[str, str] = {}

        def decide(memory: Memory) -> Decision:
            if memory.id in changed:
                return Reason.CHANGED_MEANWHILE
            looked_at = inspected(memory)
            if is_suspect(looked_at) and not is_suspect(memory):
                # The rules have learned since it was proposed, and nobody was shown what they find now.
                marks[memory.id] = looked_at
                return Reason.FLAGGED
            outcome = carried_out(bench, looked_at, unseen=changed, several=several)
            if not isinstance(outcome, Outcome):
                return outcome
            failures[memory.id] = outcome.failure
            marks[memory.id] = failed(looked_at, outcome.failure)
            return Reason.APPLY_FAILED

        refused = [replace(it, field=failures.get(it.id, "")) for it in decided(bench, ids, decide)]
        return _kept(bench, marks, refused)


def outdated(transaction: Transaction, ids: Sequence[str], seen: Mapping[str, str]) -> set[str]:
    """Return the memories that have another revision than the one that the person saw."""
    heads = transaction.heads(ids)
    return {key for key, revision in seen.items() if key in heads and heads[key].revision != revision}


def carried_out(
    bench: Bench, memory: Memory, *, unseen: Collection[str] = (), several: bool = False
) -> Decision | Outcome:
    """Return a memory approved, after doing what it proposes; why it is not; or the outcome that failed."""
    decision = approved(memory, several=several)
    if isinstance(decision, Reason) or not memory.proposal.action:
        return decision
    outcome = applied(bench, memory, unseen=unseen)
    if outcome.failure:
        return outcome
    for target in outcome.targets:
        bench.put(target)
    return settled(outcome.proposal)


def _kept(bench: Bench, marks: Mapping[str, Memory], refused: Sequence[Refusal]) -> Result:
    """Append what was approved, and with it the marks on what was not; these alone are no act of the person."""
    actor = PERSON if bench.has_changes() else MEMTUI
    marked = [memory for memory in marks.values() if memory != bench.memory(memory.id)]
    for memory in marked:
        bench.put(memory)
    result = bench.keep("approve", actor=actor, refused=refused)
    unchanged = {memory.id for memory in marked}
    return replace(result, changed=tuple(head for head in result.changed if head.memory.id not in unchanged))


def reject(store: Store, ids: Sequence[str], *, reason: str = "") -> Result:
    """Reject memories; the reason is kept as evidence that a person gave."""
    with store.writing() as transaction:
        bench = Bench(transaction)
        refused = decided(bench, ids, lambda memory: _rejected(memory, reason.strip()))
        return bench.keep("reject", refused=refused)


def delete(store: Store, ids: Sequence[str]) -> Result:
    """Move memories to the trash."""
    with store.writing() as transaction:
        bench = Bench(transaction)
        refused = decided(bench, ids, _deleted)
        return bench.keep("delete", refused=refused)


def restore(store: Store, ids: Sequence[str]) -> Result:
    """Take memories out of the trash, out of a snooze, or back from what superseded them, to the status before."""
    with store.writing() as transaction:
        bench = Bench(transaction)
        heads = transaction.heads(ids).values()
        histories = transaction.histories([head.memory.id for head in heads if head.memory.status in _AWAY])
        refused = decided(bench, ids, lambda memory: _restored(memory, histories.get(memory.id, [])))
        return bench.keep("restore", refused=refused)


def approved(memory: Memory, *, several: bool = False) -> Decision:
    """Return a memory approved, or why it is not; ``several`` says that it is asked for among others."""
    if memory.status in GONE:
        return GONE[memory.status]
    if memory.status == Status.APPROVED and Attention.STALE not in memory.attention:
        return Reason.ALREADY_APPROVED
    if several and is_suspect(memory):
        return Reason.FLAGGED
    return settled(replace(memory, status=Status.APPROVED))


def settled(memory: Memory) -> Memory:
    """Return a memory on which a person has decided: it is awake, and what waited for a decision waits no longer."""
    kept = tuple(it for it in memory.attention if it not in {Attention.STALE, Attention.APPLY_FAILED})
    return replace(memory, snooze=Snooze(), attention=kept)


def former(history: Iterable[Revision], but: Iterable[Status]) -> Status:
    """Return the last status in a history, oldest first, that is none of some."""
    # Pending stays pending in this way: the trash is no way around a review.
    found = [past.memory.status for past in history if past.memory.status not in but]
    return found[-1] if found else Status.PENDING


def awakened(memory: Memory, history: Iterable[Revision]) -> Memory:
    """Return a snoozed memory with the status that it had before."""
    return replace(memory, status=former(history, _AWAY[Status.SNOOZED]), snooze=Snooze())


def _rejected(memory: Memory, reason: str) -> Decision:
    if memory.status in GONE:
        return GONE[memory.status]
    if memory.status == Status.REJECTED:
        return Reason.ALREADY_REJECTED
    rejected = settled(replace(memory, status=Status.REJECTED))
    if not reason:
        return rejected
    because = Evidence("person", REJECTED_BECAUSE, quote=reason)
    return flagged(checked(replace(rejected, evidence=(*memory.evidence, because))))


def _deleted(memory: Memory) -> Decision:
    if memory.status == Status.DELETED:
        return Reason.ALREADY_DELETED
    return replace(memory, status=Status.DELETED)


def _restored(memory: Memory, history: Sequence[Revision]) -> Decision:
    if memory.status not in _AWAY:
        return Reason.NOT_DELETED
    if memory.status == Status.SNOOZED:
        return awakened(memory, history)
    status = former(history, _AWAY[memory.status])
    # What superseded it may have been purged, or taken back elsewhere, while it was in the trash.
    if status == Status.SUPERSEDED and memory.superseded_by:
        return replace(memory, status=status)
    if Status.SUPERSEDED in {status, memory.status}:
        memory = replace(memory, superseded_by=())
        status = former(history, _AWAY[Status.SUPERSEDED])
    return replace(memory, status=status)
