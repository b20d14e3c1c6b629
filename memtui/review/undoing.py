"""Undo and redo of a person's acts, without end and across restarts: both follow from the log and add to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from memtui.memory import Memory, Revision, Status
from memtui.memory.errors import NothingToRedoError, NothingToUndoError
from memtui.review.bench import Bench
from memtui.review.budget import counts
from memtui.review.content import flagged, shown
from memtui.review.purging import FINAL
from memtui.review.values import PERSON, Reason, Refusal, Result

if TYPE_CHECKING:
    from memtui.store import Batch, Store, Transaction

UNDO = "undo"
REDO = "redo"

# Reading the acts of all times takes as long as the log is; nearly every undo is of the last minutes.
_DAY = 86_400_000_000  # microseconds

# What several acts add to independently: each takes back its own part of it.
_SETS = frozenset({"attention", "supersedes", "superseded_by"})
_CONTENT = tuple(field.name for field in fields(Memory) if field.name != "id")


@dataclass(frozen=True, slots=True)
class _Step:
    """One memory before and after a batch."""

    before: Memory
    after: Memory


@dataclass(frozen=True, slots=True)
class _Inverse:
    """A memory with some fields set back, those that this changes, and whether all is as before the act."""

    memory: Memory
    fields: tuple[str, ...]
    complete: bool


def undo(store: Store) -> Result:
    """Take back the newest act of a person that is not taken back yet."""
    with store.writing() as transaction:
        for acts in _reaching_back(transaction):
            done, _ = stacks(acts)
            if done:
                return _reverted(transaction, acts, done[-1], UNDO)
        raise NothingToUndoError


def redo(store: Store) -> Result:
    """Do again what the newest undo took back, unless a person has acted since."""
    with store.writing() as transaction:
        for acts in _reaching_back(transaction):
            _, undone = stacks(acts)
            if undone:
                return _reverted(transaction, acts, undone[-1], REDO)
        raise NothingToRedoError


def _reaching_back(transaction: Transaction) -> Iterator[tuple[Batch, ...]]:
    """Return a person's acts of the last day, and if those do not tell, of longer times.

    What is the next to undo or redo depends on no act older than itself, so a part of the log that reaches to the
    present and contains it is enough.
    """
    newest = transaction.snapshot.contents.state.last_time
    yield transaction.acts(PERSON, since=newest - _DAY)
    yield transaction.acts(PERSON)


def stacks(acts: Sequence[Batch]) -> tuple[list[Batch], list[Batch]]:
    """Return the acts that can be undone and the undos that can be redone, the next one last."""
    done: dict[str, Batch] = {}
    undone: dict[str, Batch] = {}
    for act in acts:
        if act.action == UNDO:
            done.pop(act.reverts, None)
            undone[act.id] = act
            continue
        if act.action in FINAL:
            # Its content is gone from the log, so that it is no act to take back, though it is one that was done.
            undone.clear()
            continue
        if act.action == REDO:
            undone.pop(act.reverts, None)
        else:
            # A new act ends what can be redone, as in every editor: two futures cannot both be gone back to.
            undone.clear()
        done[act.id] = act
    return list(done.values()), list(undone.values())


def _reverted(transaction: Transaction, acts: Sequence[Batch], act: Batch, action: str) -> Result:
    """Append the inverse of an act.

    If nothing of it can be set back, unchanged revisions say that it was tried, so that the next undo goes on to
    older acts.
    """
    steps = _steps(transaction, act)
    bench = Bench(transaction)
    transaction.heads(list(steps))
    # Those that leave the budget of pins go before those that need it.
    ordered = sorted(steps.items(), key=lambda item: counts(item[1].before))
    incomplete = [memory_id for memory_id, step in ordered if not _set_back(bench, memory_id, step)]
    if not bench.has_changes():
        # At least one revision must be appended: the log is where the next undo reads that this act is done with.
        for memory in filter(None, map(bench.memory, steps)):
            bench.put(memory)
    refused = [Refusal(memory_id, Reason.CHANGED_MEANWHILE) for memory_id in steps if memory_id in incomplete]
    result = bench.keep(action, reverts=act.id, refused=refused)
    return replace(result, reverted=_origin(transaction, acts, act).action)


def _set_back(bench: Bench, memory_id: str, step: _Step) -> bool:
    """Put the inverse of a step on the bench; tell whether all that the act had changed is set back."""
    current = bench.memory(memory_id)
    # Every memory of the log has a head, unless it was damaged; then there is nothing to set back.
    if current is None:
        return False
    inverse = _inverse(current, step)
    if not inverse.fields:
        return inverse.complete
    # A pin comes off again if others have taken up the budget since.
    return bench.put(inverse.memory).pinned == inverse.memory.pinned and inverse.complete


def _origin(transaction: Transaction, acts: Sequence[Batch], act: Batch) -> Batch:
    """Return the act that an undo or redo is about in the end; ``acts`` are those read already."""
    read = {other.id: other for other in acts}
    while act.action in {UNDO, REDO}:
        act = read.get(act.reverts) or transaction.act(act.reverts)
    return act


def _steps(transaction: Transaction, act: Batch) -> dict[str, _Step]:
    """Return what an act did to each memory."""
    first: dict[str, Revision] = {}
    last: dict[str, Revision] = {}
    for revision in transaction.revisions_of_batch(act.id):
        first.setdefault(revision.memory.id, revision)
        last[revision.memory.id] = revision
    parents = transaction.revisions_named({revision.parents[0] for revision in first.values() if revision.parents})
    steps = {}
    for memory_id, revision in first.items():
        after = last[memory_id].memory
        created = not revision.parents
        # Nothing is before a memory's beginning, and nothing is ever removed, so its place is the trash.
        before = replace(after, status=Status.DELETED) if created else parents[revision.parents[0]].memory
        steps[memory_id] = _Step(before, after)
    return steps


def _inverse(current: Memory, step: _Step) -> _Inverse:
    """Set those fields back that still are as the act left them."""
    changed = [name for name in _CONTENT if getattr(step.before, name) != getattr(step.after, name)]
    held = {name: value for name in changed for value in _former(current, step, name)}
    memory = replace(current, **held)
    # A source may have rewritten a memory that was pending again meanwhile: that text, no person has approved.
    if held.get("status") == Status.APPROVED and shown(memory) != shown(step.before):
        return _Inverse(current, (), complete=False)
    complete = len(held) == len(changed)
    # Where a text stays, so do the flags that it gives cause for, whichever they were before the act.
    kept = memory if complete else flagged(memory)
    return _Inverse(kept, tuple(name for name in held if getattr(kept, name) != getattr(current, name)), complete)


def _former(current: Memory, step: _Step, name: str) -> list[Any]:
    """Return the value to set a field back to, or nothing if it is not as the act left it."""
    before, after, present = (getattr(memory, name) for memory in (step.before, step.after, current))
    if name in _SETS:
        return [tuple(sorted((set(present) - (set(after) - set(before))) | (set(before) - set(after))))]
    return [before] if present == after else []
