"""What agents propose and what a person adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memtui.memory import Draft, Head, Memory, Status
from memtui.memory.errors import InvalidMemoryError
from memtui.review.applying import ACTIONS
from memtui.review.content import drafted, sameness
from memtui.review.topics import DECIDED, Topics
from memtui.review.values import PERSON, Reason, Refusal, Result
from memtui.store.identity import keyed_id, random_id

if TYPE_CHECKING:
    from memtui.store import Store, Transaction


def propose(store: Store, drafts: Sequence[Draft], *, origin: str) -> Result:
    """Add drafts as pending memories.

    What is known already, by its key or by its text, is not added again, and what a person rejected or deleted does
    not come back; a keyed memory that no person has touched takes the new content. A draft on a topic that has a
    memory changes that memory: at once while it is pending, by a proposal to edit it when a person has decided on it.
    """
    changed, refused = [], []
    with store.writing() as transaction:
        desk = _Desk(transaction, origin, _same_texts(transaction, drafts), Topics.read(transaction, drafts))
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
    """Keep what a person says, approved at once, unless the same is approved already."""
    with store.writing() as transaction:
        memory_id = keyed_id(draft.scope, draft.key) if draft.key else random_id()
        same = _same_texts(transaction, [draft]).get(sameness(draft))
        if transaction.head(memory_id):
            return Result("", "add", refused=(Refusal(memory_id, Reason.KNOWN),))
        if same and same.status == Status.APPROVED and sameness(same) == sameness(draft):
            return Result("", "add", refused=(Refusal(same.id, Reason.KNOWN),))
        memory = drafted(draft, memory_id, status=Status.APPROVED, origin=origin, basis=sameness(draft))
        head = transaction.append(replace(memory, reviewed=True), actor=PERSON, action="add")
        return Result(transaction.batch, "add", (head,))


@dataclass(frozen=True, slots=True)
class _Desk:
    """Where the drafts of one source are received.

    ``known`` are memories by what their texts say, ``topics`` those of each topic of the drafts.
    """

    transaction: Transaction
    origin: str
    known: dict[str, Memory]
    topics: Topics

    def received(self, draft: Draft) -> Head | Refusal:
        """Return the head that a draft became, or why it became none."""
        said = sameness(draft)
        placed = self._placed(draft, said)
        if isinstance(placed, Refusal):
            return placed
        memory_id, aimed = placed
        memory = drafted(aimed, memory_id, status=Status.PENDING, origin=self.origin, basis=said)
        before = self.transaction.head(memory_id)
        if before:
            # What the memory is to others is no part of what its source says.
            memory = replace(memory, supersedes=before.memory.supersedes, superseded_by=before.memory.superseded_by)
        head = self.transaction.append(memory, actor=self.origin, action="propose")
        # One source may say the same twice in one go.
        self.known[said] = memory
        self.topics.note(head)
        return head

    def _placed(self, draft: Draft, said: str) -> tuple[str, Draft] | Refusal:
        """Return the id that a draft gets, and the draft with what it is aimed at; or why it gets none."""
        if draft.key:
            return self._placed_by_key(draft, said)
        if said in self.known:
            return _refusal(self.known[said])
        if draft.proposal.action:
            return self._aimed(draft)
        if draft.topic:
            return self.topics.placed(draft)
        return random_id(), draft

    def _placed_by_key(self, draft: Draft, said: str) -> tuple[str, Draft] | Refusal:
        memory_id = keyed_id(draft.scope, draft.key)
        before = self.transaction.head(memory_id)
        reason = self._objection(before, draft) if before else None
        if before is None and said in self.known:
            return _refusal(self.known[said])
        return Refusal(memory_id, reason) if reason else (memory_id, draft)

    def _aimed(self, draft: Draft) -> tuple[str, Draft] | Refusal:
        """Note the heads that a proposal about other memories is made against, unless its source named them."""
        heads = self.transaction.heads(draft.proposal.targets)
        missing = [key for key in draft.proposal.targets if key not in heads]
        if missing:
            return Refusal(missing[0], Reason.UNKNOWN)
        if draft.proposal.action not in ACTIONS or not heads:
            raise InvalidMemoryError("proposal", "empty" if not heads else "unknown")
        bases = draft.proposal.bases or tuple(heads[key].revision for key in draft.proposal.targets)
        return random_id(), replace(draft, proposal=replace(draft.proposal, bases=bases, failure=""))

    def _objection(self, before: Head, draft: Draft) -> Reason | None:
        """Return why a keyed memory does not take new content, or None if it does."""
        memory = before.memory
        if memory.status in DECIDED:
            return DECIDED[memory.status]
        if sameness(memory) == sameness(draft):
            return Reason.KNOWN
        if memory.reviewed:
            return Reason.REVIEWED
        return Reason.TAKEN if memory.origin != self.origin or memory.status != Status.PENDING else None


def _refusal(known: Memory) -> Refusal:
    return Refusal(known.id, DECIDED.get(known.status, Reason.KNOWN))


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
