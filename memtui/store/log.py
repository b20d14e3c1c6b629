"""The append-only log of revisions, and the table of heads beside it, in one LanceDB database."""

from __future__ import annotations

import atexit
import gc
import shutil
import time
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa

from indexer.lance import BTree, lancedb
from memtui.memory import Revision
from memtui.store.acts import Batch, memories_of, steps_of, summed
from memtui.store.faults import faults
from memtui.store.filters import one_of
from memtui.store.home import private_files
from memtui.store.places import DATABASE
from memtui.store.rows import revision_of
from memtui.store.schema import REVISIONS

REVISIONS_TABLE = "revisions"
HEADS_TABLE = "heads"

# On leaving, Python would collect the thousands of classes of LanceDB, and the prompt would wait 0.3 to 1 s for it.
atexit.register(gc.freeze)

_CACHE_BYTES = 64 * 1024 * 1024
_ACT_COLUMNS = ["batch", "time", "actor", "action", "reverts"]
_MANY_FRAGMENTS = 20
_LONG_LOG = 50_000
_KEPT_VERSIONS = timedelta(hours=1)
_VERSIONS_AT_MOST = 200
# No query of ours reads for so long, not on a log of a million revisions either.
_KEPT_AT_LEAST = timedelta(minutes=1)


class Database:
    """The two tables of a store. Every call sees what other processes committed before it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.path = home / DATABASE
        # The caches default to gigabytes, and a session of the terminal UI may live for days.
        session = lancedb.Session(index_cache_size_bytes=_CACHE_BYTES, metadata_cache_size_bytes=_CACHE_BYTES)
        with faults(self.path), private_files():
            # An interval of zero looks for newer versions at each call: a command in the next window counts at once.
            self._connection = lancedb.connect(self.path, session=session, read_consistency_interval=timedelta(0))
        self._tables: dict[str, Any] = {}

    def has(self, name: str) -> bool:
        """Tell whether anything of a table lies on the disk, readable or not."""
        # Asked of the disk: a table that LanceDB cannot open any longer must not be taken for one that never was.
        return (self.path / f"{name}.lance").exists()

    def create_log(self) -> None:
        """Begin an empty log."""
        with faults(self.path), private_files():
            self._tables[REVISIONS_TABLE] = self._connection.create_table(REVISIONS_TABLE, schema=REVISIONS)

    def log_schema(self) -> pa.Schema:
        """Return the columns that the log has."""
        with faults(self.path):
            return self._table(REVISIONS_TABLE).schema.remove_metadata()

    def replace_log(self, batches: pa.RecordBatchReader) -> None:
        """Write the log anew in one commit; the versions before it stay until they are dropped."""
        with faults(self.path), private_files():
            table = self._connection.create_table(REVISIONS_TABLE, batches, mode="overwrite")
            self._tables[REVISIONS_TABLE] = table

    def drop_versions(self, name: str) -> None:
        """Remove all versions of a table but the newest, and whatever writers that were killed left there.

        Only while nobody else writes to the table.
        """
        with faults(self.path), private_files(), warnings.catch_warnings():
            # It warns of what the caller has seen to, on the terminal of whoever purges.
            warnings.simplefilter("ignore", UserWarning)
            self._table(name).optimize(cleanup_older_than=timedelta(0), delete_unverified=True)

    def count(self, name: str = REVISIONS_TABLE) -> int:
        """Return how many rows a table has."""
        with faults(self.path):
            return int(self._table(name).count_rows())

    def append(self, batches: pa.RecordBatch | pa.RecordBatchReader) -> None:
        """Append revisions in one commit."""
        with faults(self.path), private_files():
            self._table(REVISIONS_TABLE).add(batches)

    def scan(self, columns: Sequence[str] | None = None, *, where: str = "") -> pa.Table:
        """Return the rows of the log that meet a condition."""
        with faults(self.path):
            return self._query(columns, where).to_arrow()

    def stream(self, rows_a_batch: int) -> pa.RecordBatchReader:
        """Return the whole log, batch by batch."""
        with faults(self.path):
            return self._query(None, "").to_batches(batch_size=rows_a_batch)

    def revisions(self, where: str) -> list[Revision]:
        """Return the revisions that meet a condition, oldest first."""
        found = [revision_of(row) for row in self.scan(where=where).to_pylist()]
        # LanceDB returns rows in the order of its fragments, which compaction changes.
        return sorted(found, key=lambda revision: (revision.time, revision.id))

    def batches(self, limit: int) -> tuple[Batch, ...]:
        """Return the newest acts, newest first."""
        times = self.scan(["batch", "time"]).group_by("batch").aggregate([("time", "max")])
        newest = times.sort_by([("time_max", "descending"), ("batch", "ascending")]).slice(0, limit)
        columns = [*_ACT_COLUMNS, "memory", "status"]
        rows = self.scan(columns, where=one_of("batch", newest["batch"].to_pylist()))
        acts, memories, steps = summed(rows), memories_of(rows), steps_of(rows)
        return tuple(replace(act, memories=memories[act.id], steps=steps[act.id]) for act in reversed(acts))

    def acts(self, condition: str) -> tuple[Batch, ...]:
        """Return the acts whose revisions meet a condition, oldest first, without the memories that they changed."""
        return summed(self.scan(_ACT_COLUMNS, where=condition))

    def write_heads(self, batches: pa.RecordBatchReader) -> None:
        """Replace the table of heads."""
        # Overwriting keeps the old version for readers that are in the middle of it; dropping would not.
        mode = "overwrite" if self.has(HEADS_TABLE) else "create"
        with faults(self.path), private_files():
            self._tables[HEADS_TABLE] = self._connection.create_table(HEADS_TABLE, batches, mode=mode)

    def merge_heads(self, heads: pa.Table) -> None:
        """Update or add some heads in their table."""
        with faults(self.path), private_files():
            merge = self._table(HEADS_TABLE).merge_insert("id")
            merge.when_matched_update_all().when_not_matched_insert_all().execute(heads)

    def drop_heads(self) -> None:
        """Remove the table of heads, which can be derived; as files, since this must not need a working LanceDB."""
        self._tables.pop(HEADS_TABLE, None)
        shutil.rmtree(self.path / f"{HEADS_TABLE}.lance", ignore_errors=True)

    def crowded(self, name: str) -> bool:
        """Tell whether a table has so many small parts that reading it slows down, or many versions to drop."""
        with faults(self.path):
            small = int(self._table(name).stats()["fragment_stats"]["num_small_fragments"])
            return small >= _MANY_FRAGMENTS or self._has_versions_to_drop(name)

    def optimize(self, name: str) -> None:
        """Join small parts and drop versions older than any reader needs."""
        with faults(self.path), private_files():
            self._table(name).optimize(cleanup_older_than=self._kept_for(name))

    def index_log(self) -> None:
        """Let single memories, acts and revisions of a long log be found without reading all of it."""
        with faults(self.path), private_files():
            table = self._table(REVISIONS_TABLE)
            # An index of a short log costs more to keep than a scan of it does.
            if table.count_rows() < _LONG_LOG or table.list_indices():
                return
            for column in ("id", "memory", "batch"):
                table.create_index(column, config=BTree())

    def _kept_for(self, name: str) -> timedelta:
        """Return for how long old versions of a table are kept."""
        # An hour, since a reader elsewhere may hold an older version, and may be slow; but each version has files of
        # its own, and a script that acts without a pause would leave tens of thousands of them behind in that time.
        times = self._version_times(name)
        if len(times) <= _VERSIONS_AT_MOST:
            return _KEPT_VERSIONS
        age = timedelta(seconds=time.time() - times[_VERSIONS_AT_MOST])
        return max(_KEPT_AT_LEAST, min(_KEPT_VERSIONS, age))

    def _has_versions_to_drop(self, name: str) -> bool:
        # The table of heads joins its parts by itself where few memories change, and its versions pile up all the same.
        # Counted first, without a look at each: this is asked after every act.
        versions = self.path / f"{name}.lance" / "_versions"
        if sum(1 for _ in versions.iterdir()) <= 2 * _VERSIONS_AT_MOST:
            return False
        times = self._version_times(name)
        return (
            len(times) > 2 * _VERSIONS_AT_MOST
            and time.time() - times[2 * _VERSIONS_AT_MOST] > self._kept_for(name).total_seconds()
        )

    def _version_times(self, name: str) -> list[float]:
        """Return when the versions of a table were written, the newest first."""
        manifests = (self.path / f"{name}.lance" / "_versions").glob("*.manifest")
        times = []
        for path in manifests:
            # Another process may be dropping them.
            with suppress(FileNotFoundError):
                times.append(path.stat().st_mtime)
        return sorted(times, reverse=True)

    def _table(self, name: str) -> Any:
        if name not in self._tables:
            self._tables[name] = self._connection.open_table(name)
        return self._tables[name]

    def _query(self, columns: Sequence[str] | None, where: str) -> Any:
        query = self._table(REVISIONS_TABLE).search()
        if where:
            query = query.where(where)
        return query.select(list(columns)) if columns else query
