"""Acts that put memories in the place of others: supersede, merge and split. The links go both ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.memory import Draft, Memory, Status
from memtui.review.bench import Bench, Decision, decided
from memtui.review.content import drafted, is_purged, sameness
from memtui.review.deciding import GONE
from memtui.review.values import PERSON, Reason, Refusal, Result
from memtui.store.identity import random_id

if TYPE_CHECKING:
    from memtui.store import Store

_AT_LEAST = 2


def supersede(store: Store, ids: Sequence[str], *, by: str) -> Result:
    """Let the memory ``by`` take the place of others.

    Refused as a whole if ``by`` cannot; what is approved gives way only to what is approved, too.
    """
    with store.writing() as transaction:
        bench = Bench(transaction)
        successor = bench.memory(by)
        reason = _unfit(successor)
        if successor is None or reason:
            return Result("", "supersede", refused=(Refusal(by, reason or Reason.UNKNOWN),))
        status = successor.status

        def decide(memory: Memory) -> Decision:
            if memory.id == by:
                return Reason.ITSELF
            if memory.status == Status.APPROVED and status != Status.APPROVED:
                return Reason.NOT_APPROVED
            return _unfit(memory) or _superseded(memory, [by])

        return bench.keep("supersede", refused=decided(bench, ids, decide))


def merged_draft(memories: Sequence[Memory]) -> Draft:
    """Return what merging memories proposes to keep: the first one's title and kind, and what each of them says."""
    first = memories[0]
    return Draft(
        kind=first.kind,
        title=first.title,
        body=_joined_texts(memories),
        scope=first.scope,
        tags=tuple(dict.fromkeys(tag for memory in memories for tag in memory.tags)),
        anchors=tuple(dict.fromkeys(anchor for memory in memories for anchor in memory.anchors)),
        evidence=tuple(dict.fromkeys(item for memory in memories for item in memory.evidence)),
        topic=next((memory.topic for memory in memories if memory.topic), ""),
    )


def merge(store: Store, ids: Sequence[str], draft: Draft) -> Result:
    """Keep a draft, which the person was shown, as an approved memory in the place of two or more others.

    Refused as a whole if one of them cannot be merged, since the draft says what it said. Raises
    ``InvalidMemoryError`` if the draft cannot be kept.
    """
    with store.writing() as transaction:
        bench = Bench(transaction)
        memories, refused = _joinable(bench, ids)
        if refused:
            return Result("", "merge", refused=refused)
        if len(memories) < _AT_LEAST:
            return Result("", "merge", refused=tuple(Refusal(memory.id, Reason.TOO_FEW) for memory in memories))
        memory = _made(draft, Status.APPROVED)
        # First, so that the characters of those that leave are free for what takes their place.
        for other in memories:
            bench.put(_superseded(other, []))
        bench.put(replace(memory, supersedes=tuple(ids), pinned=any(other.pinned for other in memories)))
        return bench.keep("merge")


def split(store: Store, memory_id: str, drafts: Sequence[Draft]) -> Result:
    """Put several drafts, which the person wrote, in the place of one memory; they stand where it stood."""
    with store.writing() as transaction:
        bench = Bench(transaction)
        memories, refused = _joinable(bench, [memory_id])
        if not refused and len(drafts) < _AT_LEAST:
            refused = (Refusal(memory_id, Reason.TOO_FEW),)
        if refused:
            return Result("", "split", refused=refused)
        whole = memories[0]
        parts = [_made(draft, whole.status) for draft in drafts]
        bench.put(_superseded(whole, []))
        for part in parts:
            bench.put(replace(part, supersedes=(memory_id,), pinned=whole.pinned, snooze=whole.snooze))
        return bench.keep("split")


def _unfit(memory: Memory | None) -> Reason | None:
    """Return why a memory can neither take a place nor give it up."""
    if memory is None:
        return Reason.UNKNOWN
    if is_purged(memory):
        return Reason.PURGED
    return Reason.REJECTED if memory.status == Status.REJECTED else GONE.get(memory.status)


def _superseded(memory: Memory, by: Sequence[str]) -> Memory:
    # The snooze stays, as it does in the trash: taken back, the memory is as it was.
    return replace(memory, status=Status.SUPERSEDED, superseded_by=(*memory.superseded_by, *by), reviewed=True)


def _joinable(bench: Bench, ids: Sequence[str]) -> tuple[list[Memory], tuple[Refusal, ...]]:
    """Return the memories, and a refusal for each that another one cannot take the place of."""
    bench.transaction.heads(ids)
    found = {memory_id: bench.memory(memory_id) for memory_id in dict.fromkeys(ids)}
    reasons = {memory_id: _unfit(memory) for memory_id, memory in found.items()}
    refused = tuple(Refusal(memory_id, reason) for memory_id, reason in reasons.items() if reason)
    return [memory for memory in found.values() if memory], refused


def _made(draft: Draft, status: Status) -> Memory:
    # Without a key: it is no fact of a source any longer, and none may rewrite it.
    own = replace(draft, key="")
    memory = drafted(own, random_id(), status=status, origin=PERSON, basis=sameness(own))
    return replace(memory, reviewed=True)


def _joined_texts(memories: Sequence[Memory]) -> str:
    """Return all bodies, each text once, under the titles that are not the first one's."""
    parts: list[str] = []
    for memory in memories:
        title = "" if memory.title == memories[0].title else memory.title
        text = "\n\n".join(part for part in (title, memory.body.strip()) if part)
        if text and not any(memory.body.strip() in part and title in part for part in parts):
            parts.append(text)
    return "\n\n".join(parts)
