"""Locks on files that the system frees when their holder dies, taken without waiting."""

from __future__ import annotations

import os
import sys
import time

_MODE = 0o600


def take(path: str, *, attempts: int = 1) -> int | None:
    """Return a descriptor that holds the lock, or None when another holds it; raises OSError when there can be none.

    Between ``attempts`` lie two milliseconds. Closing the descriptor, and all copies of it, frees the lock.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, _MODE)
    for attempt in range(attempts):
        if attempt:
            time.sleep(0.002)
        if hold(descriptor):
            return descriptor
    os.close(descriptor)
    return None


def is_held(path: str) -> bool:
    """Whether another process holds the lock."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        return not hold(descriptor)
    finally:
        os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

    # Beyond any content, since a locked byte cannot be read by others.
    _BYTE = 1 << 30

    def hold(descriptor: int) -> bool:
        """Lock an open file; return False when another holds it."""
        os.lseek(descriptor, _BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def hold(descriptor: int) -> bool:
        """Lock an open file; return False when another holds it."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
