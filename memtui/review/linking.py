"""Memories that lie in another program's files, too: which they are, and where they lie from now on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.memory import Head, Link
from memtui.review.content import is_purged
from memtui.review.values import MEMTUI, Reason, Refusal, Result

if TYPE_CHECKING:
    from memtui.store import Snapshot, Store

ACTION = "relink"


def relink(store: Store, links: Mapping[str, Link]) -> Result:
    """Note where memories lie now, by their ids; what they say and whether they count stays as it is.

    The actor is memtui itself, since this follows from what was read or written there: undo passes over it.
    """
    changed, refused = [], []
    with store.writing() as transaction:
        heads = transaction.heads(list(links))
        for memory_id, link in links.items():
            head = heads.get(memory_id)
            reason = _objection(head, link)
            if head is None or reason:
                refused.append(Refusal(memory_id, reason or Reason.UNKNOWN))
            else:
                changed.append(transaction.append(replace(head.memory, link=link), actor=MEMTUI, action=ACTION))
    return Result(transaction.batch if changed else "", ACTION, tuple(changed), tuple(refused))


def linked(snapshot: Snapshot) -> tuple[Head, ...]:
    """Return the memories that lie in another program's files, newest change first; proposals to change one left out.

    What was taken out there keeps its link, so that it is known when it comes back.
    """
    import numpy as np
    import pyarrow.compute as pc

    stores = pc.struct_field(snapshot.table["link"], "store")
    rows = pc.indices_nonzero(pc.not_equal(stores, "")).to_numpy().astype(np.int64)
    return tuple(head for head in snapshot.heads(rows) if not head.memory.proposal.action)


def _objection(head: Head | None, link: Link) -> Reason | None:
    if head is None:
        return Reason.UNKNOWN
    if is_purged(head.memory):
        return Reason.PURGED
    return Reason.UNCHANGED if head.memory.link == link else None
