"""Memories as sentences name them: by the beginning of their id, to type, and by their title, to know them by."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from memtui.cli.layout import fit
from memtui.cli.library import SHORT_ID, titled
from memtui.memory.errors import MemtuiError

if TYPE_CHECKING:
    from memtui.memory import Memory
    from memtui.store import Snapshot

_TITLE = 60


def called(memory: Memory) -> str:
    """Return what a memory is called in a sentence."""
    return f"{memory.id[:SHORT_ID]} ({fit(titled(memory.title), _TITLE)})"


def called_all(ids: Collection[str], snapshot: Snapshot) -> dict[str, str]:
    """Return the same of several memories by their ids; what is none is called by as much of it as an id has."""
    found = {head.memory.id: called(head.memory) for head in snapshot.heads(snapshot.rows_of(list(ids)))}
    return {memory_id: found.get(memory_id, memory_id[:SHORT_ID]) for memory_id in ids}


def missed(prefix: str, snapshot: Snapshot) -> str:
    """Return why the beginning of an id stands for no single memory, and what to do; empty if it does."""
    from memtui.cli.messages import explain

    try:
        snapshot.find(prefix)
    except MemtuiError as error:
        return " ".join(explain(error))
    return ""
