"""One refresh of a repository at a time; the operating system frees the lock of a process that dies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from indexer.errors import IndexLockedError
from indexer.storage.database import writing


@contextmanager
def write_lock(directory: Path, *, wait: float) -> Iterator[None]:
    """Hold the writer's lock of an index directory, creating the directory.

    Raises IndexLockedError after ``wait`` seconds, IndexReadOnlyError when the directory cannot be written.
    """
    from filelock import FileLock, Timeout

    # Only taking the lock is translated here: what fails under it is told by those who know what they did.
    with writing(directory):
        directory.mkdir(mode=0o700, exist_ok=True)
        lock = FileLock(directory / "lock", timeout=wait, mode=0o600)
        try:
            lock.acquire()
        except Timeout as error:
            raise IndexLockedError(directory, wait) from error
    try:
        yield
    finally:
        lock.release()
