"""Signs of life of the worker that holds the lock; one that gives none for long is ended, and another takes its place.

Ended, and not passed by: a process that hangs holds the locks of the index and of the memories, too, and where it hung
it could go on at any time and write. A process that was killed does neither, and what it leaves is what a crash leaves.
"""

from __future__ import annotations

import os
import sys
import time

from memtui.hooks import locking

# Seconds without a sign; the longest step of a refresh between two of them takes some minutes on the largest histories.
DEADLINE = 900.0
# What the command line of a worker holds besides the directory; waking.py starts them so.
PROGRAM = "memtui.sources.background"
# Of equal length, so that a reader never sees the end of another sign.
_LENGTH = 48
# Times two milliseconds, for the system to clear away what it ended.
_ATTEMPTS = 100


def beat(lock: int) -> None:
    """Note in the file of a lock that its holder gets on."""
    # A clock that stands still while the machine sleeps, and is the same for all processes until it starts again.
    sign = f"{os.getpid()} {time.monotonic():.3f}".ljust(_LENGTH)
    os.lseek(lock, 0, os.SEEK_SET)
    os.write(lock, sign.encode("ascii"))


def is_overdue(path: str) -> bool:
    """Whether the last sign of life in the file of a lock is too long ago; without any, nothing can be said."""
    return _overdue(path) > 0


def take_over(path: str, common_directory: str) -> int | None:
    """End the worker of a repository that holds the lock and hangs; return the lock, None if it stays with its holder.

    Raises OSError when there can be no lock.
    """
    process = _overdue(path)
    if not process or not _is_worker(process, common_directory) or not _end(process):
        return None
    return locking.take(path, attempts=_ATTEMPTS)


def _overdue(path: str) -> int:
    """Return the process that gave the last sign, 0 if that is not long ago."""
    try:
        with open(path, "rb") as file:
            process, moment = file.read(_LENGTH).split()
        return int(process) if time.monotonic() - float(moment) > DEADLINE else 0
    except (OSError, ValueError):
        return 0


def _is_worker(process: int, common_directory: str) -> bool:
    """Whether a process is the worker of a repository, and no other that has got its number since."""
    words = _command_line(process)
    return PROGRAM.encode() in b" ".join(words) and os.fsencode(common_directory) in words


if sys.platform == "win32":

    def _command_line(_process: int) -> list[bytes]:
        # Without it nobody can be told from another, and so none is ended there.
        return []

    def _end(_process: int) -> bool:
        return False

else:

    def _command_line(process: int) -> list[bytes]:
        try:
            with open(f"/proc/{process}/cmdline", "rb") as file:
                return file.read().split(b"\0")
        except FileNotFoundError:
            return [] if os.path.isdir("/proc/self") else _listed(process)
        except OSError:
            return []

    def _listed(process: int) -> list[bytes]:
        import subprocess

        command = ["ps", "-ww", "-o", "command=", "-p", str(process)]
        line = subprocess.run(command, capture_output=True, check=False).stdout.strip()
        # All of its endings, since paths may hold spaces, and the number of the lock stands behind.
        words = line.rsplit(b" ", 1)[0].split(b" ")
        return [line, *(b" ".join(words[start:]) for start in range(len(words)))]

    def _end(process: int) -> bool:
        import signal

        try:
            # It leads a group of its own, in which are those that it waits for.
            if os.getpgid(process) == process:
                os.killpg(process, signal.SIGKILL)
            else:
                os.kill(process, signal.SIGKILL)
        except OSError:
            return False
        return True
