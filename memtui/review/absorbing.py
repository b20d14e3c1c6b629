"""What the indexer says about a repository, brought into the memories after each refresh."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.memory import Attention, Draft, Evidence, Head, Memory, Scope, Status
from memtui.memory.errors import InvalidMemoryError
from memtui.review.content import drafted, fact_digest, flagged, is_suspect, with_attention, without_attention
from memtui.review.values import INDEXER, Reason, Refusal, Result
from memtui.store.identity import keyed_id

if TYPE_CHECKING:
    from memtui.store import Store, Transaction

ACTION = "refresh"
FACT_SOURCE = "index"

# Enough to compare with; the whole fact can be had from the index.
_QUOTE_LIMIT = 2_000
# What a person turned down is not brought back, updated or flagged by anything the indexer finds.
_ASLEEP = frozenset({Status.REJECTED, Status.SUPERSEDED, Status.DELETED})


def absorb(store: Store, scope: Scope, drafts: Sequence[Draft]) -> Result:
    """Bring the memories of a repository to what the indexer derives from it: ``drafts`` is its whole present set.

    What no person has touched follows the indexer, and goes to the trash with the fact. What a person edited or
    decided on stays as it is; a fact that changes under it makes it stale, once for each change.
    """
    refused: list[Refusal] = []
    with store.writing() as transaction:
        # Backwards, since lists show what changed last first: so they show new facts in the order of the drafts.
        derived = {keyed_id(scope, draft.key): replace(draft, scope=scope) for draft in reversed(drafts)}
        memories = [
            *_brought_up(transaction, derived, refused),
            *_retired(transaction, scope, derived),
        ]
        changed = tuple(transaction.append(memory, actor=INDEXER, action=ACTION) for memory in memories)
    return Result(transaction.batch if changed else "", ACTION, changed, tuple(refused))


def _brought_up(transaction: Transaction, derived: dict[str, Draft], refused: list[Refusal]) -> Iterator[Memory]:
    """Return the memories that a draft adds or changes."""
    heads = transaction.heads(list(derived))
    for memory_id, draft in derived.items():
        head = heads.get(memory_id)
        try:
            memory = _beside(head.memory, draft) if head and head.memory.reviewed else _followed(head, draft, memory_id)
        except InvalidMemoryError as error:
            refused.append(Refusal(memory_id, Reason.INVALID, error.field))
            continue
        if memory:
            yield memory


def _followed(head: Head | None, draft: Draft, memory_id: str) -> Memory | None:
    """Return what the draft makes of a memory that no person touched, or None if it is that already."""
    if not draft.key:
        raise InvalidMemoryError("key", "empty")
    if head and head.memory.status != Status.DELETED and _says(head.memory, draft):
        return None
    memory = drafted(draft, memory_id, status=Status.PENDING, origin=INDEXER, basis=fact_digest(draft))
    if head:
        # What the memory is to others is no part of the fact.
        memory = replace(memory, supersedes=head.memory.supersedes, superseded_by=head.memory.superseded_by)
    # A README can lie to an agent: a fact that quotes something suspect waits for a person like any proposal.
    return replace(memory, status=Status.APPROVED) if draft.fact and not is_suspect(memory) else memory


def _says(memory: Memory, draft: Draft) -> bool:
    """Tell whether a memory has all that a draft has."""
    return memory.basis == fact_digest(draft) == fact_digest(memory) and (
        (memory.kind, memory.origin, memory.tags, memory.anchors, memory.evidence)
        == (draft.kind, INDEXER, draft.tags, draft.anchors, draft.evidence)
    )


def _beside(memory: Memory, draft: Draft) -> Memory | None:
    """Return a memory that a person touched with what the fact under it says, or None if that is no news."""
    basis = fact_digest(draft)
    if memory.status in _ASLEEP or memory.basis == basis:
        return None
    evidence = tuple(item for item in memory.evidence if item.source != FACT_SOURCE)
    if fact_digest(memory) == basis:
        return without_attention(replace(memory, basis=basis, evidence=evidence), Attention.STALE)
    fact = Evidence(FACT_SOURCE, draft.key, quote=f"{draft.title}\n\n{draft.body}"[:_QUOTE_LIMIT])
    return flagged(with_attention(replace(memory, basis=basis, evidence=(*evidence, fact)), Attention.STALE))


def _retired(transaction: Transaction, scope: Scope, derived: dict[str, Draft]) -> list[Memory]:
    """Return the memories whose fact is gone: untouched ones deleted, the others marked stale."""
    snapshot = transaction.snapshot
    heads = snapshot.heads(snapshot.select(scopes=[scope], origins=[INDEXER]))
    # What a person moved here from another repository is no fact of this one.
    own = [head.memory for head in heads if head.memory.key and head.memory.id == keyed_id(scope, head.memory.key)]
    gone = [memory for memory in own if memory.id not in derived]
    retired = []
    # By id, so that two machines append the same revisions in the same order.
    for memory in sorted(gone, key=lambda memory: memory.id):
        if memory.status in _ASLEEP:
            continue
        if not memory.reviewed:
            # Into the trash, by a revision: the next branch may bring the fact back, and its history with it.
            retired.append(replace(memory, status=Status.DELETED))
        # Without a basis it has been said already; saying it at each refresh would only lengthen the log.
        elif memory.basis:
            retired.append(with_attention(replace(memory, basis=""), Attention.STALE))
    return retired
