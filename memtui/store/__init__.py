"""Where memories are kept: the revision log and the heads in LanceDB, and the snapshot that listings read.

Importing this package loads neither LanceDB nor pyarrow; each name brings in what it needs when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from memtui.store.places import home_directory

if TYPE_CHECKING:
    from memtui.store.acts import Batch
    from memtui.store.heads import load_snapshot
    from memtui.store.snapshot import Snapshot
    from memtui.store.store import Store
    from memtui.store.transaction import Transaction

__all__ = ["Batch", "Snapshot", "Store", "Transaction", "home_directory", "load_snapshot"]

_HOMES = {
    "Batch": "memtui.store.acts",
    "Snapshot": "memtui.store.snapshot",
    "Store": "memtui.store.store",
    "Transaction": "memtui.store.transaction",
    "load_snapshot": "memtui.store.heads",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(import_module(_HOMES[name]), name)
