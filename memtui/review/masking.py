"""Masking: what looks like a secret becomes a mark that says which rule found it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.memory import Memory
from memtui.review.bench import Bench, Decision, decided
from memtui.review.content import BODY_LIMIT, TITLE_LIMIT, checked, flagged, sameness
from memtui.review.purging import FORGET
from memtui.review.scanning import rewritten
from memtui.review.values import Reason, Result
from memtui.safety import inspect, masked

if TYPE_CHECKING:
    from memtui.store import Store, Transaction

ACTION = "mask"

# A mark can form a new value with what stands beside it; each round leaves less to find, and one is nearly always all.
_ROUNDS = 8


def mask_secrets(store: Store, ids: Sequence[str], *, forget: bool = False) -> Result:
    """Replace each secret in the memories by ``[masked: rule]``, in any field and status; other flags stay.

    The former revisions still hold the secret, so that this can be undone. With ``forget`` the log keeps nothing of
    them: the memories begin with what they are now, no undo brings the secret back, and it takes as long as the log is.
    """
    with _opened(store, forget=forget) as transaction:
        bench = Bench(transaction)

        def decide(memory: Memory) -> Decision:
            clean = without_secrets(memory)
            if clean == memory and not forget:
                return Reason.UNCHANGED
            # A digest of the former text would let a short secret be guessed; a fact's is needed to follow the fact.
            basis = sameness(clean) if forget and not clean.key else clean.basis
            return flagged(checked(replace(clean, basis=basis)))

        refused = decided(bench, ids, decide)
        result = bench.keep(FORGET if forget else ACTION, refused=refused)
        if forget:
            transaction.forgotten.update(head.memory.id for head in result.changed)
    return result


def without_secrets(memory: Memory) -> Memory:
    """Return a memory with marks in the place of all secrets, cut where marks make it longer than it may be."""
    clean = rewritten(memory, _clean)
    return replace(clean, title=clean.title[:TITLE_LIMIT], body=clean.body[:BODY_LIMIT])


def _clean(text: str) -> str:
    for _ in range(_ROUNDS):
        changed = masked(text, inspect(text, most=len(text)))
        if changed == text:
            break
        text = changed
    return text


def _opened(store: Store, *, forget: bool) -> AbstractContextManager[Transaction]:
    return store.purging() if forget else store.writing()
