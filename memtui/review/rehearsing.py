"""Acts that change nothing, to show what they would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memtui.store import Store


def rehearsal(store: Store) -> Store:
    """Return a store in which every act does what it would do in ``store``, and nothing of it is kept.

    Each act begins with what ``store`` holds: of two acts, the second does not see the first.
    """
    return store.rehearsal()
