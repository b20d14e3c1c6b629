"""The log of hooks and workers: who worked, and what went wrong where no one was watching."""

from __future__ import annotations

import os
import time

from memtui.hooks import liveness, locking
from memtui.hooks.places import own_directory

BEGAN, ENDED, TROUBLE = "began", "ended", "trouble"
_NAME = "hooks.log"
_OLD = ".old"
_LOCK = "worker.lock"
_MOST_BYTES = 256 << 10
_LONGEST = 500


class Line:
    """A line of the log: RFC 3339 time in UTC, process, what it is (BEGAN, ENDED, TROUBLE), and words."""

    __slots__ = ("process", "text", "time", "what")

    def __init__(self, moment: str, process: str, what: str, text: str) -> None:
        self.time = moment
        self.process = process
        self.what = what
        self.text = text


def log_path(common_directory: str) -> str:
    """Return where the log of a repository lies, whether or not it exists."""
    return os.path.join(own_directory(common_directory), _NAME)


def lock_path(common_directory: str) -> str:
    """Return the file whose lock a worker holds for as long as it lives."""
    return os.path.join(own_directory(common_directory), _LOCK)


def paths(common_directory: str) -> tuple[str, ...]:
    """Return the files of the log, whether or not they exist."""
    path = log_path(common_directory)
    return (path, f"{path}{_OLD}")


def write(common_directory: str, what: str, text: str) -> None:
    """Add a line; a log that cannot be written is no reason to disturb anyone."""
    words = " ".join(text.split())[:_LONGEST]
    line = f"{_moment(time.time())} {os.getpid()} {what} {words}\n"
    path = log_path(common_directory)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError:
        return
    try:
        full = os.fstat(descriptor).st_size > _MOST_BYTES
        os.write(descriptor, line.encode("utf-8", "backslashreplace"))
        if full:
            os.replace(path, f"{path}{_OLD}")
    except OSError:
        pass
    finally:
        os.close(descriptor)


def read(common_directory: str) -> list[Line]:
    """Return the lines, oldest first."""
    try:
        with open(log_path(common_directory), encoding="utf-8", errors="replace") as file:
            parts = [line.rstrip("\n").split(" ", 3) for line in file]
    except OSError:
        return []
    return [Line(*part) for part in parts if len(part) == 4]  # noqa: PLR2004 - the fields of a line


def is_working(common_directory: str) -> bool:
    """Whether a worker is alive and gets on."""
    return locking.is_held(lock_path(common_directory)) and not liveness.is_overdue(lock_path(common_directory))


def failed_lately(common_directory: str, seconds: float) -> bool:
    """Whether something went wrong within so many seconds, so that trying again at every occasion would help no one."""
    # Times in this form are in the order of their texts.
    since = _moment(time.time() - seconds)
    return any(line.what == TROUBLE and line.time >= since for line in _since_success(common_directory))


def troubles(common_directory: str) -> list[str]:
    """Return what went wrong since a worker last ended well, oldest first; empty when all is in order."""
    since = _since_success(common_directory)
    found = [f"{line.time} {line.text}" for line in since if line.what == TROUBLE]
    # A process that was killed can tell nothing; that it never ended does.
    if not found and since and since[-1].what == BEGAN and not is_working(common_directory):
        hangs = locking.is_held(lock_path(common_directory))
        became = "has given no sign of life for long" if hangs else "was killed before it ended"
        found = [f"{since[-1].time} A worker began and {became}."]
    return found


def _since_success(common_directory: str) -> list[Line]:
    lines = read(common_directory)
    # Whoever brings the index up to date has got over what happened before.
    last = max((number for number, line in enumerate(lines) if line.what == ENDED), default=-1)
    return lines[last + 1 :]


def _moment(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
