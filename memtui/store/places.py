"""Where the memories lie, and by what it is seen that they changed; the standard library alone."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

FORMAT = 2
DATABASE = "memories.lance"
SNAPSHOT = "heads.arrow"
RECENT = "heads.recent.arrow"
LOCK = "lock"
TIDYING = "tidying.lock"
PURGING = "purging"

Stamp = tuple[int, ...]


def home_directory() -> Path:
    """Return ``$MEMTUI_HOME``, or the place where this system keeps a program's data."""
    chosen = os.environ.get("MEMTUI_HOME")
    if chosen:
        return Path(chosen).expanduser()
    # A start that is told its home by the variable does not pay for this import.
    from platformdirs import user_data_dir

    return Path(user_data_dir("memtui", appauthor=False))


def stamp_of(home: Path) -> Stamp:
    """Return what changes whenever one of the files of the heads does; empty without the large one."""
    parts: list[int] = []
    for name in (SNAPSHOT, RECENT):
        with suppress(OSError):
            status = (home / name).stat()
            # The inode as well: two acts can fall within one tick of a coarse clock, and leave files of equal size.
            parts += [status.st_mtime_ns, status.st_size, status.st_ino]
        if not parts:
            return ()
    return tuple(parts)
