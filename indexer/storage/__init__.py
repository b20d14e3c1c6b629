"""The index of one repository: LanceDB for what is written, Arrow snapshots for what is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.storage.state import FORMAT, State, is_complete, read_state, write_state

if TYPE_CHECKING:
    from indexer.storage.index import Index, open_index

__all__ = ["FORMAT", "Index", "State", "is_complete", "open_index", "read_state", "write_state"]


def __getattr__(name: str) -> object:
    # The state is read on every start, Arrow is needed only by those who look into a generation.
    if name in {"Index", "open_index"}:
        from indexer.storage import index

        return getattr(index, name)
    raise AttributeError(name)
