"""Approving memories where their code is at hand: what was stale is tied to the code as the person has seen it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from indexer import Repository
from memtui.anchors.explaining import renewed
from memtui.memory import Attention, Memory, Scope

if TYPE_CHECKING:
    from memtui.review import Result
    from memtui.store import Store


def approve_here(
    store: Store, ids: Sequence[str], *, repository: Repository, scope: Scope, seen: Mapping[str, str] | None = None
) -> Result:
    """Approve memories as ``memtui.review.approve`` does; those of the repository that were stale are fresh after it.

    Approving what is stale says that it still holds. With its anchors left on the former code, the next look at the
    repository would ask again.
    """
    from memtui.review import approve, confirm
    from memtui.review.together import joined, together

    snapshot = store.snapshot()
    heads = snapshot.heads(snapshot.rows_of(ids))
    stale = {head.memory.id: head.memory for head in heads if _is_stale(head.memory, scope)}
    if not stale:
        return approve(store, ids, seen=seen)
    anchors = {memory_id: renewed(repository, memory.anchors) for memory_id, memory in stale.items()}

    def act(one: Store) -> Result:
        approved = approve(one, ids, seen=seen)
        taken = {head.memory.id for head in approved.changed}
        confirmed = confirm(one, {key: places for key, places in anchors.items() if key in taken})
        return joined("approve", [approved, replace(confirmed, refused=())])

    return together(store, act)


def _is_stale(memory: Memory, scope: Scope) -> bool:
    return memory.scope == scope and bool(memory.anchors) and Attention.STALE in memory.attention
