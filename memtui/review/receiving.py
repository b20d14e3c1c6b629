"""Whole memories that come from a file: with their ids and all their fields, but trusted only when a person says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import chain
from typing import TYPE_CHECKING

from memtui.memory import Head, Memory, Proposal, Status
from memtui.memory.errors import InvalidMemoryError
from memtui.review.applying import EDIT
from memtui.review.bench import Bench
from memtui.review.claims import claims_in, settle
from memtui.review.content import checked, flagged, is_purged, sameness
from memtui.review.values import PERSON, Reason, Refusal, Result
from memtui.store.identity import keyed_id

if TYPE_CHECKING:
    from memtui.store import Store, Transaction

ACTION = "import"

_DECIDED = {Status.REJECTED: Reason.REJECTED, Status.DELETED: Reason.DELETED}
# What a person decided or memtui found here is no part of what a file says; what it says of others is a claim.
_NOT_SAID = frozenset(
    {"status", "attention", "origin", "basis", "reviewed", "pinned", "supersedes", "superseded_by", "proposal"}
)
_SAID = tuple(field.name for field in fields(Memory) if field.name not in _NOT_SAID)


def receive(store: Store, memories: Sequence[Memory], *, origin: str, own: bool = False) -> Result:
    """Add memories as they are in a file; of those with one id, the last.

    ``own`` says that the person exported them: then they come back as they were. Otherwise nobody here has seen them:
    approved ones are pending, pins are off, and ``origin`` is who they come from. A memory that is here with another
    content gets a proposal to edit it; what a person rejected or deleted here stays so. That one of them takes the
    place of a memory that was here before is proposed, never done.
    """
    latest = {memory.id: memory for memory in memories}
    with store.writing() as transaction:
        claims = claims_in(latest.values())
        # Read at once: each look-up of a single one scans the ids of a large store.
        transaction.heads([*latest, *claims, *chain.from_iterable(claims.values())])
        bench = Bench(transaction)
        desk = _Desk(bench, _known(transaction, memories), own=own, origin=origin)
        refused = [refusal for memory in latest.values() if (refusal := desk.receive(memory))]
        refused += settle(bench, claims, new=desk.new, brought=latest.keys())
        return bench.keep(ACTION, actor=PERSON if own else origin, refused=refused)


@dataclass(frozen=True, slots=True)
class _Desk:
    """Where the memories of one file are received.

    ``known`` are those that were here before, by what they say; ``new`` are the ids of those that were not.
    """

    bench: Bench
    known: dict[str, Memory]
    own: bool
    origin: str
    new: set[str] = field(default_factory=set)

    def receive(self, memory: Memory) -> Refusal | None:
        """Put a memory of the file on the bench, or return why it is not."""
        before = self.bench.transaction.head(memory.id)
        try:
            return self._met(before, memory) if before else self._begun(memory)
        except InvalidMemoryError as error:
            return Refusal(memory.id, Reason.INVALID, error.field)

    def _begun(self, memory: Memory) -> Refusal | None:
        twin = self.known.get(sameness(memory))
        if twin:
            return Refusal(twin.id, _DECIDED.get(twin.status, Reason.KNOWN))
        status = Status.PENDING if memory.status == Status.APPROVED else memory.status
        kept = memory if self.own else replace(_unseen(memory, self.origin), status=status)
        self._put(replace(kept, supersedes=(), superseded_by=()))
        self.new.add(memory.id)
        return None

    def _met(self, before: Head, memory: Memory) -> Refusal | None:
        here = before.memory
        waiting = here.status == Status.PENDING and not here.reviewed
        # What the person decided elsewhere counts also where the text is known, unless they decided here, too.
        decided = self.own and waiting and memory.status != Status.PENDING
        reason = _objection(here, memory)
        if reason and not decided:
            return Refusal(memory.id, reason)
        if waiting:
            said = memory if self.own else _unseen(memory, self.origin)
            # What it is to others here is no part of what a file says.
            links = {name: getattr(here, name) for name in ("supersedes", "superseded_by", "proposal")}
            self._put(replace(said, **links))
            return None
        return self._propose(before, memory)

    def _propose(self, before: Head, memory: Memory) -> Refusal | None:
        # The same file read twice proposes once: the id follows from what is proposed.
        proposal = Proposal(EDIT, (memory.id,), (before.revision,))
        edit_id = keyed_id(memory.scope, f"import\0{memory.id}\0{sameness(memory)}")
        if self.bench.memory(edit_id):
            return Refusal(edit_id, Reason.KNOWN)
        edit = replace(memory, id=edit_id, key="", basis=sameness(memory), proposal=proposal)
        self._put(replace(_unseen(edit, self.origin), supersedes=(), superseded_by=()))
        return None

    def _put(self, memory: Memory) -> None:
        self.bench.put(flagged(checked(memory)))


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
