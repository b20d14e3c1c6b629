"""The heads as one Arrow file, which whatever only lists reads without opening LanceDB."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import reduce
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from memtui.memory import Head, Scope, Snooze, Status
from memtui.memory.errors import AmbiguousIdError, UnknownMemoryError
from memtui.store.heads_file import Contents, State, read
from memtui.store.home import check_format
from memtui.store.identity import MEMORY_ID_LENGTH
from memtui.store.places import Stamp, stamp_of
from memtui.store.rows import head_of, take_rows
from memtui.store.schema import HEADS

# What is rejected or in the trash needs no attention, whatever is wrong with it.
LIVE = (Status.PENDING, Status.APPROVED, Status.SNOOZED)
_SHOWN_CANDIDATES = 10


class Snapshot:
    """All heads as they stood after one act, newest change first."""

    def __init__(self, contents: Contents, stamp: Stamp) -> None:
        self.contents = contents
        self.table: pa.Table = contents.table
        self.stamp = stamp

    @classmethod
    def load(cls, home: Path) -> Snapshot:
        """Map the files in ``home``; without them, return an empty snapshot."""
        check_format(home)
        stamp = stamp_of(home)
        return cls(read(home) or Contents(HEADS.empty_table(), State()), stamp)

    @staticmethod
    def stamp_of(home: Path) -> Stamp:
        """Return what changes whenever an act changes the heads in ``home``; empty where there are none."""
        return stamp_of(home)

    def __len__(self) -> int:
        return int(self.table.num_rows)

    def head(self, row: int) -> Head:
        """Return the head in a row."""
        return head_of(self.table.slice(row, 1).to_pylist()[0])

    def heads(self, rows: np.ndarray) -> list[Head]:
        """Return the heads in some rows, in their order."""
        return [head_of(row) for row in take_rows(self.table, rows).to_pylist()]

    def find(self, prefix: str) -> Head:
        """Return the one head whose id begins with ``prefix``."""
        wanted = prefix.strip().lower()
        if not wanted:
            raise UnknownMemoryError(prefix)
        rows = _rows_where(pc.starts_with(self.table["id"], wanted))
        if not len(rows):
            raise UnknownMemoryError(prefix)
        if len(rows) > 1:
            found = take_rows(self.table.select(["id", "title"]), rows).sort_by("id").slice(0, _SHOWN_CANDIDATES)
            ids, titles = (tuple(found[name].to_pylist()) for name in ("id", "title"))
            raise AmbiguousIdError(prefix, ids, titles, len(rows))
        return self.head(int(rows[0]))

    def row_of(self, memory_id: str) -> int | None:
        """Return where a memory stands, or None if there is no such memory."""
        # Typed prefixes come here, too, and scanning a million ids for one that cannot match is felt.
        if len(memory_id) != MEMORY_ID_LENGTH:
            return None
        row = pc.index(self.table["id"], memory_id).as_py()
        return None if row < 0 else row

    def rows_of(self, memory_ids: Collection[str]) -> np.ndarray:
        """Return where those of the memories stand that exist, newest change first."""
        return _rows_where(pc.is_in(self.table["id"], pa.array(memory_ids, pa.string())))

    def rows_alike(self, *, bases: Collection[str], titles: Collection[str]) -> np.ndarray:
        """Return the rows that have one of the digests, or one of the titles but for case and outer white space."""
        plain = pc.utf8_lower(pc.utf8_trim_whitespace(self.table["title"]))
        wanted = pc.utf8_lower(pc.utf8_trim_whitespace(pa.array(sorted(titles), pa.string())))
        return _rows_where(pc.or_(_one_of(self.table["basis"], bases), pc.is_in(plain, wanted)))

    def select(
        self,
        *,
        scopes: Collection[Scope] | None = None,
        statuses: Collection[Status] | None = None,
        kinds: Collection[str] | None = None,
        origins: Collection[str] | None = None,
        attention: bool = False,
    ) -> np.ndarray:
        """Return the rows that meet every condition given, newest change first; purged memories never do.

        ``attention`` keeps the live memories at which a person should look again.
        """
        masks = [
            _one_of(self.table[name], values)
            for name, values in (("scope", scopes), ("status", statuses), ("kind", kinds), ("origin", origins))
            if values is not None
        ]
        if attention:
            masks.append(_calls_for_attention(self.table))
        if statuses is None or Status.DELETED in statuses:
            masks.append(_has_content(self.table["title"]))
        return _rows_where(reduce(pc.and_, masks))

    def pinned(self) -> np.ndarray:
        """Return the rows of the pinned memories, whatever their status."""
        return _rows_where(self.table["pinned"])

    def snoozed(self) -> list[tuple[str, Scope, Snooze]]:
        """Return the id, the scope and the snooze of every snoozed memory, without reading more of them."""
        rows = self.select(statuses=[Status.SNOOZED])
        asleep = take_rows(self.table.select(["id", "scope", "snooze"]), rows).to_pylist()
        return [(row["id"], Scope.parse(row["scope"]), Snooze(**row["snooze"])) for row in asleep]

    def rows_on(self, topics: Collection[str]) -> np.ndarray:
        """Return the rows of the memories that have one of some topics, newest change first."""
        return _rows_where(_one_of(self.table["topic"], topics))

    def ids_with_attention(self, reason: str) -> list[str]:
        """Return the ids of all memories that have a reason for attention."""
        reasons = self.table["attention"].combine_chunks()
        rows = pc.list_parent_indices(reasons).filter(pc.equal(pc.list_flatten(reasons), reason))
        found: list[str] = take_rows(self.table.select(["id"]), pc.unique(rows).to_numpy())["id"].to_pylist()
        return found

    def counts(self, scopes: Collection[Scope] | None = None) -> Mapping[str, int]:
        """Return how many memories have each status, and how many of the live ones call for attention."""
        # The titles are counted only: filtering them would copy every text.
        lengths = pc.binary_length(self.table["title"])
        table = self.table.select(["status", "scope", "attention"]).append_column("length", lengths)
        if scopes is not None:
            table = table.filter(_one_of(table["scope"], scopes))
        statuses = table["status"].filter(pc.greater(table["length"], 0))
        counted = {str(item["values"]): item["counts"] for item in pc.value_counts(statuses).to_pylist()}
        attention = int(pc.sum(_calls_for_attention(table)).as_py() or 0)
        return {str(status): counted.get(str(status), 0) for status in Status} | {"attention": attention}


def _calls_for_attention(table: pa.Table) -> pa.ChunkedArray:
    reasons = pc.greater(pc.list_value_length(table["attention"]), 0)
    return pc.and_(reasons, _one_of(table["status"], LIVE))


def _has_content(titles: pa.ChunkedArray) -> pa.ChunkedArray:
    # Only what was purged has an empty title, and lengths are told without reading the texts.
    return pc.greater(pc.binary_length(titles), 0)


def _one_of(column: pa.ChunkedArray, values: Iterable[object]) -> pa.ChunkedArray:
    return pc.is_in(column, pa.array([str(value) for value in values], pa.string()))


def _rows_where(mask: pa.ChunkedArray) -> np.ndarray:
    rows: np.ndarray = pc.indices_nonzero(mask).to_numpy().astype(np.int64)
    return rows
