"""What a file says about which memory takes the place of which: a claim, until a person here approves it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from memtui.memory import Memory, Proposal, Status
from memtui.review.applying import SUPERSEDE
from memtui.review.bench import Bench
from memtui.review.content import is_purged
from memtui.review.values import Reason, Refusal

_WAITING = frozenset({Status.PENDING, Status.SNOOZED})
_STANDING = _WAITING | {Status.APPROVED}

# The memories whose place another one takes, by the id of that one.
Claims = Mapping[str, Collection[str]]


def claims_in(memories: Iterable[Memory]) -> Claims:
    """Return what memories say of each other, whichever side says it."""
    claims: dict[str, set[str]] = {}
    for memory in memories:
        for other in memory.supersedes:
            claims.setdefault(memory.id, set()).add(other)
        for other in memory.superseded_by:
            claims.setdefault(other, set()).add(memory.id)
    return {key: sorted(others - {key}) for key, others in claims.items() if others - {key}}


def settle(bench: Bench, claims: Claims, *, new: Collection[str], brought: Collection[str]) -> list[Refusal]:
    """Put what is claimed on the bench, and return a refusal for each claim that only a person can follow.

    Between memories that are ``new`` here, a claim is a link, since nobody has a say in either yet. One upon a memory
    that was here before is proposed by its successor, if the file has ``brought`` that one and it waits for review.
    """
    refused = []
    for key, others in claims.items():
        successor = bench.memory(key)
        if successor is None or is_purged(successor):
            continue
        linked = [other for other in others if key in new and other in new]
        if linked:
            successor = bench.put(replace(successor, supersedes=(*successor.supersedes, *linked)))
        asked = _open(bench, successor, others)
        if asked and key in brought and _may_propose(successor):
            bench.put(_proposing(bench, successor, asked))
        elif asked:
            refused += [Refusal(other, Reason.CLAIMED, key) for other in asked]
    return refused


def _open(bench: Bench, successor: Memory, others: Iterable[str]) -> list[str]:
    """Return those of the others that stand here, and that it neither replaced nor proposes to replace."""
    if successor.status not in _STANDING:
        return []
    done = {*successor.supersedes, *(successor.proposal.targets if successor.proposal.action == SUPERSEDE else ())}
    found = ((other, bench.memory(other)) for other in others if other not in done)
    return [other for other, memory in found if memory and memory.status in _STANDING]


def _may_propose(memory: Memory) -> bool:
    return memory.status in _WAITING and not memory.reviewed and memory.proposal.action in {"", SUPERSEDE}


def _proposing(bench: Bench, memory: Memory, others: list[str]) -> Memory:
    targets = (*memory.proposal.targets, *others)
    heads = bench.transaction.heads(targets)
    # What this very act changes has no revision yet that a person could be held to.
    settled = all(key in heads and bench.memory(key) == heads[key].memory for key in targets)
    bases = tuple(heads[key].revision for key in targets) if settled else ()
    return replace(memory, proposal=Proposal(SUPERSEDE, targets, bases))
