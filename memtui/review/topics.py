"""The topics of drafts: what is said anew about a subject changes the memory that has it, instead of adding one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memtui.memory import Draft, Head, Proposal, Scope, Status
from memtui.review.applying import EDIT
from memtui.review.content import topic_of
from memtui.review.values import Reason, Refusal
from memtui.store.identity import random_id

if TYPE_CHECKING:
    from memtui.store import Transaction

DECIDED = {Status.REJECTED: Reason.REJECTED, Status.DELETED: Reason.DELETED}

_SETTLED = frozenset({Status.APPROVED, Status.SNOOZED})
Subject = tuple[Scope, str]


@dataclass(frozen=True, slots=True)
class Topics:
    """The memories of some topics, by scope and topic, and by id."""

    transaction: Transaction
    heads: dict[Subject, dict[str, Head]]

    @classmethod
    def read(cls, transaction: Transaction, drafts: Sequence[Draft]) -> Topics:
        """Read the memories that have the topic of a draft."""
        topics = cls(transaction, {})
        wanted = {topic_of(draft) for draft in drafts} - {""}
        # A store of before topics were has none, and most drafts have none either.
        if wanted:
            for head in reversed(transaction.snapshot.heads(transaction.snapshot.rows_on(wanted))):
                topics.note(head)
        return topics

    def note(self, head: Head) -> None:
        """Let a head be known by its topic."""
        if head.memory.topic:
            self.heads.setdefault((head.memory.scope, head.memory.topic), {})[head.memory.id] = head

    def placed(self, draft: Draft) -> tuple[str, Draft] | Refusal:
        """Return the id that a draft on a topic gets, and what it is aimed at; or why it gets none."""
        heads = list(self.heads.get((draft.scope, topic_of(draft)), {}).values())
        settled, waiting = _newest(heads, _is_settled), _newest(heads, _is_waiting)
        if settled is None and waiting is None:
            return self._anew(draft, heads)
        if settled:
            aim = Proposal(EDIT, (settled.memory.id,), (settled.revision,))
            draft = replace(draft, proposal=aim)
        return waiting.memory.id if waiting else random_id(), draft

    def _anew(self, draft: Draft, heads: list[Head]) -> tuple[str, Draft] | Refusal:
        """Place a draft whose topic no living memory has; one that was turned down is not brought back."""
        turned_down = _newest(heads, lambda head: head.memory.status in DECIDED and head.memory.reviewed)
        successor = self._successor(heads)
        if successor:
            aim = Proposal(EDIT, (successor.memory.id,), (successor.revision,))
            return random_id(), replace(draft, proposal=aim)
        if turned_down:
            return Refusal(turned_down.memory.id, DECIDED[turned_down.memory.status])
        return random_id(), draft

    def _successor(self, heads: list[Head]) -> Head | None:
        """Return the approved memory that took the place of one that had the topic."""
        ids = [key for head in heads for key in head.memory.superseded_by]
        found = list(self.transaction.heads(ids).values()) if ids else []
        return _newest(found, lambda head: head.memory.status in _SETTLED)


def _newest(heads: list[Head], wanted: Callable[[Head], bool]) -> Head | None:
    return max((head for head in heads if wanted(head)), key=lambda head: head.updated_at, default=None)


def _is_settled(head: Head) -> bool:
    """Tell whether a person has a say in a memory, so that it is changed by a proposal only."""
    memory = head.memory
    return memory.status in _SETTLED or (
        memory.status == Status.PENDING and memory.reviewed and not memory.proposal.action
    )


def _is_waiting(head: Head) -> bool:
    """Tell whether nobody has decided on a memory or changed it, so that a source may say it anew."""
    memory = head.memory
    return memory.status == Status.PENDING and not memory.reviewed and not memory.key
