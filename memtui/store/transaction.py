"""What one act reads and appends while it holds the writer's lock."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import pyarrow as pa

from memtui.memory import Attention, Head, Memory, Revision
from memtui.store.acts import Batch
from memtui.store.filters import equals, one_of
from memtui.store.heads_file import State
from memtui.store.identity import random_id, revision_id
from memtui.store.log import Database
from memtui.store.rows import head_of, head_row, take_rows
from memtui.store.schema import HEADS
from memtui.store.snapshot import Snapshot

# A condition is one text, parsed and planned as a whole: this many keep it below 200 kB.
_IDS_A_QUERY = 5_000


@dataclass(frozen=True, slots=True)
class _Entry:
    head: Head
    tips: tuple[str, ...]


class Transaction:
    """One batch in the making; nothing of it is kept unless its block ends well.

    ``snapshot`` are the heads before it.
    """

    def __init__(self, database: Database, snapshot: Snapshot, device: str) -> None:
        self.snapshot = snapshot
        self.device = device
        self.batch = random_id()
        self.revisions: list[Revision] = []
        # Only a purge names any: the memories of which no earlier revision is to be kept.
        self.forgotten: set[str] = set()
        self._database = database
        self._entries: dict[str, _Entry | None] = {}
        self._last_time = snapshot.contents.state.last_time

    def heads(self, memory_ids: Collection[str]) -> dict[str, Head]:
        """Return the heads of those memories that exist, with what this transaction changed."""
        self._read([memory_id for memory_id in memory_ids if memory_id not in self._entries])
        found = ((memory_id, self._entries[memory_id]) for memory_id in memory_ids)
        return {memory_id: entry.head for memory_id, entry in found if entry}

    def head(self, memory_id: str) -> Head | None:
        """Return the head of a memory, or None if there is no such memory."""
        return self.heads([memory_id]).get(memory_id)

    def append(
        self,
        memory: Memory,
        *,
        actor: str,
        action: str,
        reverts: str = "",
        parents: Iterable[str] | None = None,
    ) -> Head:
        """Add a revision that follows the shown head, or the revisions named, and return the new head."""
        self.head(memory.id)
        before = self._entries[memory.id]
        # Whether there is a conflict follows from the log; kept in a revision, it could never be settled.
        kept = replace(memory, attention=tuple(it for it in memory.attention if it != Attention.CONFLICT))
        follows = tuple(parents) if parents is not None else (before.head.revision,) if before else ()
        # Strictly later than all before: clocks go backwards, and the order of the log must not.
        self._last_time = max(time.time_ns() // 1000, self._last_time + 1)
        unsealed = Revision(
            id="",
            memory=kept,
            parents=follows,
            time=self._last_time,
            device=self.device,
            actor=actor,
            action=action,
            batch=self.batch,
            reverts=reverts,
        )
        revision = replace(unsealed, id=revision_id(unsealed))
        self.revisions.append(revision)
        entry = _following(before, revision)
        self._entries[memory.id] = entry
        return entry.head

    def acts(self, actor: str, *, since: int = 0) -> tuple[Batch, ...]:
        """Return what an actor did on this device from a time on, oldest first."""
        # On this device: taking back what was done on another one, unseen, is nobody's intention.
        conditions = (equals("actor", actor), equals("device", self.device), f"time >= {since}")
        return self._database.acts(" AND ".join(conditions))

    def act(self, batch: str) -> Batch:
        """Return an act by its id."""
        return self._database.acts(equals("batch", batch))[0]

    def revisions_of_batch(self, batch: str) -> list[Revision]:
        """Return the revisions of an act, oldest first."""
        return self._database.revisions(equals("batch", batch))

    def revisions_named(self, revision_ids: Collection[str]) -> dict[str, Revision]:
        """Return revisions by their ids."""
        found: dict[str, Revision] = {}
        for some in _portions(sorted(revision_ids)):
            found.update((revision.id, revision) for revision in self._database.revisions(one_of("id", some)))
        return found

    def histories(self, memory_ids: Collection[str]) -> dict[str, list[Revision]]:
        """Return all revisions of some memories, oldest first."""
        found: dict[str, list[Revision]] = {}
        for some in _portions(sorted(memory_ids)):
            for revision in self._database.revisions(one_of("memory", some)):
                found.setdefault(revision.memory.id, []).append(revision)
        return found

    def changed_rows(self) -> pa.Table:
        """Return the rows of the heads that this transaction changed, newest first."""
        changed = {revision.memory.id for revision in self.revisions}
        entries = [entry for memory_id, entry in self._entries.items() if memory_id in changed and entry]
        # The files of heads begin with the newest, and merging relies on it.
        entries.sort(key=lambda entry: -entry.head.updated_at)
        return pa.Table.from_pylist([head_row(entry.head, entry.tips) for entry in entries], schema=HEADS)

    def state(self) -> State:
        """Return which part of the log the heads reflect when this transaction is kept."""
        return State(self.snapshot.contents.state.revisions + len(self.revisions), self._last_time)

    def _read(self, memory_ids: list[str]) -> None:
        # Asked for each memory that an act looks at; nearly always all were read at once before.
        if not memory_ids:
            return
        self._entries.update(dict.fromkeys(memory_ids))
        rows = self.snapshot.rows_of(memory_ids)
        for row in take_rows(self.snapshot.table, rows).to_pylist():
            self._entries[row["id"]] = _Entry(head_of(row), tuple(row["tips"]))


def _following(before: _Entry | None, revision: Revision) -> _Entry:
    """Return the head after a revision; other tips that it does not follow stay as rivals."""
    rivals = [tip for tip in before.tips if tip not in revision.parents] if before else []
    memory = revision.memory
    if rivals:
        memory = replace(memory, attention=(*memory.attention, Attention.CONFLICT))
    created_at = before.head.created_at if before else revision.time
    return _Entry(Head(memory, revision.id, created_at, revision.time), tuple(sorted([*rivals, revision.id])))


def _portions(ids: list[str]) -> Iterable[list[str]]:
    return (ids[start : start + _IDS_A_QUERY] for start in range(0, len(ids), _IDS_A_QUERY))
