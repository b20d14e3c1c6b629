"""Whole memories that come from a file: with their ids and all their fields, but trusted only when a person says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from memtui.memory import Head, Memory, Proposal, Status
from memtui.memory.errors import InvalidMemoryError
from memtui.review.applying import EDIT
from memtui.review.content import checked, flagged, is_purged, sameness
from memtui.review.values import PERSON, Reason, Refusal, Result
from memtui.store.identity import keyed_id

if TYPE_CHECKING:
    from memtui.store import Store, Transaction

ACTION = "import"

_DECIDED = {Status.REJECTED: Reason.REJECTED, Status.DELETED: Reason.DELETED}
# What a person decided or memtui found here is no part of what a file says.
_SAID = tuple(
    field.name
    for field in fields(Memory)
    if field.name not in {"status", "attention", "origin", "basis", "reviewed", "pinned"}
)


def receive(store: Store, memories: Sequence[Memory], *, origin: str, own: bool = False) -> Result:
    """Add memories as they are in a file.

    ``own`` says that the person exported them: then they come back as they were. Otherwise nobody here has seen them:
    approved ones are pending, pins are off, and ``origin`` is who they come from. A memory that is here with another
    content gets a proposal to edit it; what a person rejected or deleted here stays so.
    """
    changed, refused = [], []
    with store.writing() as transaction:
        desk = _Desk(transaction, _known(transaction, memories), own=own, origin=origin)
        for memory in memories:
            try:
                outcome = desk.received(memory)
            except InvalidMemoryError as error:
                outcome = Refusal(memory.id, Reason.INVALID, error.field)
            if isinstance(outcome, Refusal):
                refused.append(outcome)
            else:
                changed.append(outcome)
    return Result(transaction.batch if changed else "", ACTION, tuple(changed), tuple(refused))


@dataclass(frozen=True, slots=True)
class _Desk:
    """Where the memories of one file are received; ``known`` are those that were here before, by what they say."""

    transaction: Transaction
    known: dict[str, Memory]
    own: bool
    origin: str

    def received(self, memory: Memory) -> Head | Refusal:
        """Return the head that a memory became, or why it became none."""
        before = self.transaction.head(memory.id)
        if before is None:
            twin = self.known.get(sameness(memory))
            return Refusal(twin.id, _DECIDED.get(twin.status, Reason.KNOWN)) if twin else self._append(memory)
        reason = _objection(before.memory, memory)
        if reason:
            return Refusal(memory.id, reason)
        untouched = before.memory.status == Status.PENDING and not before.memory.reviewed
        return self._append(memory) if untouched else self._proposed(before, memory)

    def _proposed(self, before: Head, memory: Memory) -> Head | Refusal:
        # The same file read twice proposes once: the id follows from what is proposed.
        proposal = Proposal(EDIT, (memory.id,), (before.revision,))
        edit_id = keyed_id(memory.scope, f"import\0{memory.id}\0{sameness(memory)}")
        if self.transaction.head(edit_id):
            return Refusal(edit_id, Reason.KNOWN)
        edit = replace(memory, id=edit_id, key="", basis=sameness(memory), proposal=proposal)
        return self._keep(_unseen(edit, self.origin), self.origin)

    def _append(self, memory: Memory) -> Head:
        if self.own:
            return self._keep(memory, PERSON)
        status = Status.PENDING if memory.status == Status.APPROVED else memory.status
        return self._keep(replace(_unseen(memory, self.origin), status=status), self.origin)

    def _keep(self, memory: Memory, actor: str) -> Head:
        return self.transaction.append(flagged(checked(memory)), actor=actor, action=ACTION)


def _unseen(memory: Memory, origin: str) -> Memory:
    return replace(memory, status=Status.PENDING, reviewed=False, pinned=False, origin=origin)


def _objection(before: Memory, memory: Memory) -> Reason | None:
    """Return why a memory that is here already takes nothing from a file, None if it does."""
    if is_purged(before):
        return Reason.PURGED
    return Reason.KNOWN if _says_the_same(before, memory) else _DECIDED.get(before.status)


def _known(transaction: Transaction, memories: Sequence[Memory]) -> dict[str, Memory]:
    """Return the memories here that may say the same as one of the file under another id."""
    rows = transaction.snapshot.rows_alike(bases=set(), titles={memory.title for memory in memories})
    return {sameness(head.memory): head.memory for head in transaction.snapshot.heads(rows)}


def _says_the_same(memory: Memory, other: Memory) -> bool:
    return all(getattr(memory, name) == getattr(other, name) for name in _SAID)
