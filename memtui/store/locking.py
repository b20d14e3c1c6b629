"""The locks by which processes take turns at one store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock

from memtui.memory.errors import StoreLockedError
from memtui.store.faults import faults

# The default of filelock, 50 ms, is felt after a key.
_POLL = 0.01


@contextmanager
def lock(path: Path, timeout: float) -> Iterator[None]:
    """Hold the lock file at ``path``; raise ``StoreLockedError`` if another process holds it for ``timeout`` s."""
    # The system frees the lock of a process that dies, so that no kill can leave the store locked.
    held = filelock.FileLock(path, timeout=timeout, mode=0o600)
    with faults(path.parent):
        try:
            held.acquire(poll_interval=_POLL)
        except filelock.Timeout as error:
            raise StoreLockedError(path, timeout) from error
    try:
        yield
    finally:
        held.release()
