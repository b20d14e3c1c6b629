"""Removes what hooks and workers alone write or read: the journal, the log, the lock, what is told at a commit."""

from __future__ import annotations

import contextlib
import os

from memtui.hooks import journal, log, waking
from memtui.hooks.places import ANCHORS_FILE, own_directory


def remove_traces(common_directory: str) -> bool:
    """Remove the files of hooks and workers, and memtui's directory if nothing else is in it.

    False, and nothing is removed, while a worker is at it, since it would write them anew. Raises OSError.
    """
    directory = own_directory(common_directory)
    if not os.path.isdir(directory):
        return True
    lock = waking.take(common_directory)
    if lock is None:
        return False
    try:
        told = os.path.join(directory, ANCHORS_FILE)
        for path in (journal.journal_path(common_directory), *log.paths(common_directory), told):
            _remove(path)
    finally:
        os.close(lock)
    # Last, and when it is closed: a file that is open cannot be removed everywhere.
    _remove(log.lock_path(common_directory))
    with contextlib.suppress(OSError):
        os.rmdir(directory)
    return True


def _remove(path: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
