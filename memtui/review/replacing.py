"""Writing a new memory in the place of others, as one act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.memory import Draft
from memtui.review.joining import supersede
from memtui.review.proposing import add
from memtui.review.together import GivenUpError, joined, together
from memtui.review.values import Result

if TYPE_CHECKING:
    from memtui.store import Store


def replace_by(store: Store, ids: Sequence[str], draft: Draft) -> Result:
    """Keep what a person wrote, approved, and let it take the place of memories; nothing is kept if it cannot.

    Raises ``InvalidMemoryError`` if the draft cannot be kept.
    """

    def act(one: Store) -> Result:
        added = add(one, draft)
        taken = supersede(one, ids, by=added.changed[0].memory.id) if added.changed else added
        if not taken.changed:
            raise GivenUpError(taken)
        return joined("supersede", [added, taken])

    return together(store, act)
