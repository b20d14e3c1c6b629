"""The LanceDB database of one repository: content-addressed facts, the log, the derived tables, the generations."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa

from indexer.errors import DamagedIndexError, DiskFullError, IndexReadOnlyError, UnusablePathError
from indexer.storage.state import database_path

FACTS = "facts"
COMMITS = "commits"
GENERATIONS = "generations"
_CACHE_BYTES = 64 << 20  # LanceDB's own defaults are gigabytes
# Every commit leaves a manifest and a file or two; compacting at each refresh would cost more than they do.
_CROWDED_VERSIONS = 20
# Readers hold Arrow snapshots and the lock keeps other writers out, so nobody needs a version that is not the last one.
# Lance warns on stderr when it is told zero.
_KEPT_VERSIONS = timedelta(milliseconds=1)
_FULL_CODES = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_REFUSED_CODES = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
# Lance reports the operating system's error as text.
_FULL_WORDS = ("No space left", "File too large", "quota exceeded")
_REFUSED_WORDS = ("Permission denied", "Read-only file system")
_GENERATIONS_SCHEMA = pa.schema(
    [
        ("generation", pa.int64()),
        ("head", pa.string()),
        ("digest", pa.string()),
        ("indexed_at", pa.int64()),
        ("versions", pa.map_(pa.string(), pa.int64())),
    ]
)


class Database:
    """A connection that writes; one process at a time holds one, under the writer's lock.

    So what it has opened once stays as it knows it.
    """

    def __init__(self, directory: Path) -> None:
        # Lance logs to stderr, where the terminal UI paints; whoever wants its log can still ask for it.
        os.environ.setdefault("LANCE_LOG", "error")
        from indexer.lance import lancedb  # here, since it takes a second

        self.path = database_path(directory)
        session = lancedb.Session(index_cache_size_bytes=_CACHE_BYTES, metadata_cache_size_bytes=_CACHE_BYTES)
        try:
            # Without an interval of zero a table is read as it was a while ago, whatever was written since.
            self._connection = lancedb.connect(self.path, read_consistency_interval=timedelta(0), session=session)
        except ValueError as error:  # it takes the path for an address
            raise UnusablePathError(self.path) from error
        with lance_errors(self.path):
            self._names = set(self._connection.list_tables().tables)
        self._tables: dict[str, Any] = {}

    def read(self, name: str) -> pa.Table | None:
        """Return a whole table, or None when it was never written."""
        with lance_errors(self.path):
            table = self._open(name)
            return None if table is None else table.to_arrow()

    def version(self, name: str) -> int:
        """Return a table's version number, 0 when it was never written."""
        with lance_errors(self.path):
            table = self._open(name)
            return 0 if table is None else int(table.version)

    def append(self, name: str, rows: pa.Table) -> int:
        """Add rows in one commit, creating the table if need be; return its version."""
        with lance_errors(self.path):
            table = self._open(name)
            if table is None:
                table = self._create(name, rows)
            elif rows.num_rows:
                table.add(rows)
            return int(table.version)

    def replace(self, name: str, rows: pa.Table) -> int:
        """Make rows the whole content in one commit; return the version."""
        with lance_errors(self.path):
            return int(self._create(name, rows).version)

    def rewind(self, name: str, version: int) -> bool:
        """Take back what an interrupted refresh left after ``version``; return False when that version is lost."""
        with lance_errors(self.path):
            table = self._open(name)
            if table is None:
                return False
            if table.version == version:
                return True
            # A refresh that was killed after compacting has left no version but its own.
            if version not in {known["version"] for known in table.list_versions()}:
                return False
            table.checkout(version)
            table.restore()
            return True

    def finish(self, generation: int, head: str, digest: str, indexed_at: int, versions: Mapping[str, int]) -> None:
        """Write the row that makes the tables at these versions one finished generation."""
        row = {
            "generation": generation,
            "head": head,
            "digest": digest,
            "indexed_at": indexed_at,
            "versions": list(versions.items()),
        }
        self.append(GENERATIONS, pa.Table.from_pylist([row], schema=_GENERATIONS_SCHEMA))
        self.tidy(GENERATIONS)

    def tidy(self, name: str) -> int:
        """Compact a table that has gathered many versions, and forget these; return its version."""
        with lance_errors(self.path):
            table = self._open(name)
            if table is None:
                return 0
            if len(table.list_versions()) >= _CROWDED_VERSIONS:
                table.optimize(cleanup_older_than=_KEPT_VERSIONS)
            return int(table.version)

    def _open(self, name: str) -> Any:
        # Known by listing, since the error for an absent table has no type of its own.
        if name in self._names and name not in self._tables:
            self._tables[name] = self._connection.open_table(name)
        return self._tables.get(name)

    def _create(self, name: str, rows: pa.Table) -> Any:
        mode = "overwrite" if name in self._names else "create"
        self._tables[name] = self._connection.create_table(name, rows, mode=mode)
        self._names.add(name)
        return self._tables[name]


def has_database(directory: Path) -> bool:
    """Whether anything was ever written."""
    return database_path(directory).is_dir()


def drop_database(directory: Path) -> None:
    """Remove the database: all of it can be derived again."""
    shutil.rmtree(database_path(directory), ignore_errors=True)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn what a full or read-only disk makes of a write, in Python or in Lance, into this package's errors."""
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        code = getattr(error, "errno", None)
        if code in _FULL_CODES or any(words in str(error) for words in _FULL_WORDS):
            raise DiskFullError(path) from error
        if code in _REFUSED_CODES or any(words in str(error) for words in _REFUSED_WORDS):
            raise IndexReadOnlyError(path) from error
        raise


@contextmanager
def lance_errors(path: Path) -> Iterator[None]:
    """Turn whatever Lance raises on files it can neither read nor write into this package's errors.

    Writing opens what is there as well, so a damaged table may show itself at any call.
    """
    try:
        with writing(path):
            yield
    except (OSError, RuntimeError, ValueError) as error:
        raise DamagedIndexError(path, str(error).partition("\n")[0]) from error
