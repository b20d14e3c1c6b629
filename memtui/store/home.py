"""The directory of the memories: who may read it, which format it has, and its small files."""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memtui.memory.errors import DamagedStoreError, NewerStoreError
from memtui.store.faults import faults
from memtui.store.places import FORMAT

_umask_guard = threading.Lock()
_umask_users: list[int] = []


def prepare(home: Path) -> None:
    """Create the directory for its owner alone, unless it exists."""
    with faults(home), private_files():
        home.mkdir(mode=0o700, parents=True, exist_ok=True)


def check_format(home: Path) -> bool:
    """Tell whether a store was begun here; raise ``NewerStoreError`` if a newer version began it."""
    path = home / "format"
    try:
        text = path.read_text(encoding="ascii")
    except FileNotFoundError:
        return False
    except UnicodeDecodeError as error:
        raise DamagedStoreError(path, str(error)) from error
    if not text.strip().isdigit():
        raise DamagedStoreError(path, text.strip())
    # A newer version may keep what this one would drop, so that not even reading is safe to offer.
    if int(text) > FORMAT:
        raise NewerStoreError(home, int(text), FORMAT)
    return True


def write_format(home: Path) -> None:
    """Note the format that this version writes."""
    write_whole(home / "format", f"{FORMAT}\n")


def device_id(home: Path) -> str:
    """Return the random name of this device, made at the first call."""
    path = home / "device"
    with faults(home):
        if not path.exists():
            write_whole(path, secrets.token_hex(8) + "\n")
        return path.read_text(encoding="ascii").strip()


def write_whole(path: Path, text: str) -> None:
    """Write a small file of ASCII whole or not at all, readable by its owner alone."""
    staged = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    with faults(path.parent):
        try:
            with private_files():
                staged.write_text(text, encoding="ascii")
            staged.replace(path)
        finally:
            staged.unlink(missing_ok=True)


@contextmanager
def private_files() -> Iterator[None]:
    """Let files that are created meanwhile, also by native threads, be readable by their owner alone."""
    with _umask_guard:
        if not _umask_users:
            # The mask belongs to the whole process, so that only the last of its users may set it back.
            _umask_users.append(os.umask(0o077))
        _umask_users.append(0)
    try:
        yield
    finally:
        with _umask_guard:
            _umask_users.pop()
            if len(_umask_users) == 1:
                os.umask(_umask_users.pop())
