"""What the system and LanceDB say when a store cannot be read or written, as errors of our own."""

from __future__ import annotations

import errno
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memtui.memory.errors import DamagedStoreError, MemtuiError, StoreFullError, StoreReadOnlyError

# Windows numbers its errors otherwise, and LanceDB, written in Rust, reports the native number as text.
_ON_WINDOWS = sys.platform == "win32"
_FULL = {39, 112} if _ON_WINDOWS else {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_READ_ONLY = {5, 19} if _ON_WINDOWS else {errno.EROFS, errno.EACCES, errno.EPERM}
_NATIVE_CODE = re.compile(r"os error (\d+)")


def translated(error: BaseException, path: Path) -> MemtuiError:
    """Return what ``error`` means for the store at ``path``."""
    codes = _codes(error)
    if codes & _FULL:
        return StoreFullError(path)
    if codes & _READ_ONLY:
        return StoreReadOnlyError(path)
    return DamagedStoreError(path, _first_line(error))


@contextmanager
def faults(path: Path) -> Iterator[None]:
    """Raise what goes wrong inside the block as an error about the store at ``path``."""
    try:
        yield
    # LanceDB raises all three, and which one depends on the operation and on its version.
    except (OSError, RuntimeError, ValueError) as error:
        raise translated(error, path) from error


def _codes(error: BaseException) -> set[int]:
    """Return the system's error numbers in an error; LanceDB has them only in its text."""
    codes = {int(code) for code in _NATIVE_CODE.findall(str(error))}
    if isinstance(error, OSError) and error.errno is not None:
        codes.add(getattr(error, "winerror", None) or error.errno)
    return codes


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
