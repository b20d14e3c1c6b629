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

FACTS = "facts"
COMMITS = "commits"
GENERATIONS = "generations"
_NAME = "index.lance"
_CACHE_BYTES = 64 << 20  # LanceDB's own defaults are gigabytes
_CROWDED_VERSIONS = 50
_KEPT_VERSIONS = timedelta(hours=1)  # a reader may still hold what is older than the last generation
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
    """A connection that writes; one process at a time holds one, under the writer's lock."""

    def __init__(self, directory: Path) -> None:
        # Lance logs to stderr, where the terminal UI paints; whoever wants its log can still ask for it.
        os.environ.setdefault("LANCE_LOG", "error")
        import lancedb  # here, since it takes more than a second

        self.path = directory / _NAME
        session = lancedb.Session(index_cache_size_bytes=_CACHE_BYTES, metadata_cache_size_bytes=_CACHE_BYTES)
        try:
            self._connection = lancedb.connect(self.path, read_consistency_interval=timedelta(0), session=session)
        except ValueError as error:  # it takes the path for an address
            raise UnusablePathError(self.path) from error

    def read(self, name: str) -> pa.Table | None:
        """Return a whole table, or None when it was never written."""
        with reading(self.path):
            table = self._open(name)
            return None if table is None else table.to_arrow()

    def version(self, name: str) -> int:
        """Return a table's version number, 0 when it was never written."""
        with reading(self.path):
            table = self._open(name)
            return 0 if table is None else int(table.version)

    def append(self, name: str, rows: pa.Table) -> int:
        """Add rows in one commit, creating the table if need be; return its version."""
        with writing(self.path):
            table = self._open(name)
            if table is None:
                table = self._connection.create_table(name, rows)
            elif rows.num_rows:
                table.add(rows)
            return int(table.version)

    def replace(self, name: str, rows: pa.Table) -> int:
        """Make rows the whole content in one commit; return the version."""
        with writing(self.path):
            mode = "create" if self._open(name) is None else "overwrite"
            return int(self._connection.create_table(name, rows, mode=mode).version)

    def rewind(self, name: str, version: int) -> None:
        """Take back what an interrupted refresh left after ``version``; 0 takes the whole table back."""
        table = self._open(name)
        if table is None or table.version == version:
            return
        with writing(self.path):
            if version == 0 or version > table.version:
                self._connection.drop_table(name)
            else:
                table.checkout(version)
                table.restore()

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

    def tidy(self, name: str) -> int:
        """Compact a table that has gathered many versions; return its version."""
        table = self._open(name)
        if table is None:
            return 0
        if len(table.list_versions()) >= _CROWDED_VERSIONS:
            with writing(self.path):
                table.optimize(cleanup_older_than=_KEPT_VERSIONS)
        return int(table.version)

    def _open(self, name: str) -> Any:
        if name not in self._connection.list_tables().tables:
            return None
        return self._connection.open_table(name)


def has_database(directory: Path) -> bool:
    """Whether anything was ever written."""
    return (directory / _NAME).is_dir()


def drop_database(directory: Path) -> None:
    """Remove the database: all of it can be derived again."""
    shutil.rmtree(directory / _NAME, ignore_errors=True)


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
def reading(path: Path) -> Iterator[None]:
    """Turn whatever Lance raises on files it cannot read into DamagedIndexError."""
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        raise DamagedIndexError(path, str(error).splitlines()[0]) from error
