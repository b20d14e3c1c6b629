"""The log of errors that no one foresaw: short, private, ready to be sent along with a report."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import time
import traceback
from pathlib import Path

from memtui import __version__
from memtui.safety.visible import clean

_NAME = "memtui.log"
# A program that fails at every prompt must not fill the disk with saying so.
_MOST_BYTES = 256 * 1024


def log_path() -> Path:
    """Return where the log lies, whether or not it exists."""
    from memtui.store import home_directory

    return home_directory() / _NAME


def record_crash(error: BaseException) -> Path | None:
    """Append the error to the log and return its path; the arguments stay out, since they may be private."""
    entry = "".join(
        [
            f"--- {time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} memtui {__version__}, ",
            f"Python {platform.python_version()}, {platform.system()} {platform.machine()}\n",
            *traceback.format_exception(error),
        ]
    )
    for path in (log_path(), Path(tempfile.gettempdir()) / f"memtui-{os.getpid()}.log"):
        try:
            _append(path, entry.encode("utf-8", errors="backslashreplace"))
        except OSError:
            continue
        return path
    # The last resort: without a file, the trace on the terminal is all that a report can hold.
    sys.stderr.write(clean(entry, multiline=True))
    return None


def last_lines(count: int) -> list[str]:
    """Return the end of the log, oldest line first."""
    try:
        text = log_path().read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return text.splitlines()[-count:]


def _append(path: Path, entry: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # O_NOFOLLOW: the fallback lies where others may plant links.
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
    # 0600 from its first moment: a trace may quote a memory.
    descriptor = os.open(path, flags, 0o600)
    try:
        if os.fstat(descriptor).st_size > _MOST_BYTES:
            os.truncate(descriptor, 0)
        os.write(descriptor, entry)
    finally:
        os.close(descriptor)
