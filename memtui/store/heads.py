"""The heads for whoever only reads: from their files, and only if one of these is lost or damaged through LanceDB."""

from __future__ import annotations

from pathlib import Path

from memtui.memory.errors import DamagedStoreError
from memtui.store.heads_file import is_complete
from memtui.store.places import DATABASE
from memtui.store.snapshot import Snapshot


def load_snapshot(home: Path) -> Snapshot:
    """Read the heads, after deriving their files anew if they are not whole."""
    # They are derived, so nothing is lost without them, and only this once does reading cost what writing does.
    if not is_complete(home) and (home / DATABASE).exists():
        return _derived(home)
    try:
        return Snapshot.load(home)
    except DamagedStoreError:
        return _derived(home)


def _derived(home: Path) -> Snapshot:
    from memtui.store.store import Store

    return Store.open(home).snapshot()
