"""What agents propose and what a person adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memtui.memory import Draft, Head, Memory, Status
from memtui.memory.errors import InvalidMemoryError
from memtui.review.content import drafted, sameness
from memtui.review.values import PERSON, Reason, Refusal, Result
from memtui.store.identity import keyed_id, random_id

if TYPE_CHECKING:
    from memtui.store import Store, Transaction

_DECIDED = {Status.REJECTED: Reason.REJECTED, Status.DELETED: Reason.DELETED}


def propose(store: Store, drafts: Sequence[Draft], *, origin: str) -> Result:
    """Add drafts as pending memories.

    What is known already, by its key or by its text, is not added again, and what a person rejected or deleted does
    not come back; a keyed memory that no person has touched takes the new content.
    """
    changed, refused = [], []
    with store.writing() as transaction:
        desk = _Desk(transaction, origin, _same_texts(transaction, drafts))
        for draft in drafts:
            try:
                outcome = desk.received(draft)
            except InvalidMemoryError as error:
                outcome = Refusal("", Reason.INVALID, error.field)
            if isinstance(outcome, Refusal):
                refused.append(outcome)
            else:
                changed.append(outcome)
    return Result(transaction.batch if changed else "", "propose", tuple(changed), tuple(refused))


def add(store: Store, draft: Draft, *, origin: str = PERSON) -> Result:
    """Keep what a person says, approved at once."""
    with store.writing() as transaction:
        memory_id = keyed_id(draft.scope, draft.key) if draft.key else random_id()
        if transaction.head(memory_id):
            return Result("", "add", refused=(Refusal(memory_id, Reason.KNOWN),))
        memory = drafted(draft, memory_id, status=Status.APPROVED, origin=origin, basis=sameness(draft))
        head = transaction.append(replace(memory, reviewed=True), actor=PERSON, action="add")
        return Result(transaction.batch, "add", (head,))


@dataclass(frozen=True, slots=True)
class _Desk:
    """Where the drafts of one source are received; ``known`` are memories by what their texts say."""

    transaction: Transaction
    origin: str
    known: dict[str, Memory]

    def received(self, draft: Draft) -> Head | Refusal:
        """Return the head that a draft became, or why it became none."""
        memory_id = keyed_id(draft.scope, draft.key) if draft.key else random_id()
        said = sameness(draft)
        before = self.transaction.head(memory_id) if draft.key else None
        reason = self._objection(before, draft) if before else None
        if before is None and said in self.known:
            memory_id = self.known[said].id
            reason = _DECIDED.get(self.known[said].status, Reason.KNOWN)
        if reason:
            return Refusal(memory_id, reason)
        memory = drafted(draft, memory_id, status=Status.PENDING, origin=self.origin, basis=said)
        # One source may say the same twice in one go.
        self.known[said] = memory
        return self.transaction.append(memory, actor=self.origin, action="propose")

    def _objection(self, before: Head, draft: Draft) -> Reason | None:
        """Return why a keyed memory does not take new content, or None if it does."""
        memory = before.memory
        if memory.status in _DECIDED:
            return _DECIDED[memory.status]
        if sameness(memory) == sameness(draft):
            return Reason.KNOWN
        if memory.reviewed:
            return Reason.REVIEWED
        return Reason.TAKEN if memory.origin != self.origin or memory.status != Status.PENDING else None


def _same_texts(transaction: Transaction, drafts: Sequence[Draft]) -> dict[str, Memory]:
    """Return memories that may say the same as a draft, by what they say and by what they said when proposed."""
    # Only these are read in full: comparing every body with every draft would take seconds on a large store.
    titles = {draft.title for draft in drafts}
    said = {sameness(draft) for draft in drafts}
    heads = transaction.snapshot.heads(transaction.snapshot.rows_alike(bases=said, titles=titles))
    known: dict[str, Memory] = {}
    for head in heads:
        # What a refresh retired, no person has decided against.
        if head.memory.status == Status.DELETED and not head.memory.reviewed:
            continue
        for text in (sameness(head.memory), head.memory.basis):
            known.setdefault(text, head.memory)
    return known
