"""Wakes the one worker of a repository: a process of its own that outlives whoever woke it."""

from __future__ import annotations

import os
import sys

from memtui.hooks import liveness, locking
from memtui.hooks.journal import Entry, append
from memtui.hooks.log import TROUBLE, lock_path, write
from memtui.hooks.places import own_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SWITCH = "MEMTUI_BACKGROUND"
# Long enough to outlast someone who only asks whether the lock is held.
_ATTEMPTS = 3
# As text, for what is not installed as a package or was moved meanwhile is a trouble to be told, not a silence.
_PROGRAM = """\
import sys
_, root, common_directory, lock = sys.argv
sys.path.append(root)
from memtui.hooks.log import TROUBLE, write
try:
    from memtui.sources.background import main
    main(common_directory, int(lock))
except BaseException as error:
    write(common_directory, TROUBLE, f"The worker ended: {type(error).__name__}: {error}")
"""
_GIT_KEPT = ("GIT_CONFIG_", "GIT_EXEC_PATH", "GIT_SSL_")


def is_allowed(environment: Mapping[str, str]) -> bool:
    """Whether memtui may work in the background; ``MEMTUI_BACKGROUND=0`` forbids it."""
    return environment.get(SWITCH) != "0"


def note_and_wake(common_directory: str, entry: Entry, environment: Mapping[str, str]) -> bool:
    """Add an entry to the journal and wake a worker; return whether one was started.

    Raises OSError when the directory cannot be written.
    """
    os.makedirs(own_directory(common_directory), mode=0o700, exist_ok=True)
    append(common_directory, entry)
    return wake(common_directory, environment)


def wake(common_directory: str, environment: Mapping[str, str]) -> bool:
    """Start a worker unless one is alive; return whether one was started. Raises OSError when none can be.

    The lock is taken here and handed on, so that there is never a second process, not even one that leaves at once.
    A worker that is alive looks at the journal once more after it has let go of the lock; one that hangs is replaced.
    """
    if not is_allowed(environment):
        return False
    lock = take(common_directory, attempts=_ATTEMPTS)
    if lock is None:
        return False
    try:
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        # -P: the directory that a hook is started in is the work tree, and may hold a module of any name.
        command = [sys.executable, "-P", "-c", _PROGRAM, root, common_directory, str(_handed_on(lock))]
        _detach(command, worker_environment(environment), lock)
    finally:
        os.close(lock)
    return True


def take(common_directory: str, *, attempts: int = 1) -> int | None:
    """Return the lock of a repository's worker, taken from one that hangs if need be; None while one is alive.

    Raises OSError when there can be none.
    """
    path = lock_path(common_directory)
    lock = locking.take(path, attempts=attempts)
    if lock is None and liveness.is_overdue(path):
        lock = liveness.take_over(path, common_directory)
        if lock is not None:
            write(common_directory, TROUBLE, "A worker gave no sign of life any longer and was ended.")
    if lock is not None:
        # The last sign of the holder before must not count as this one's.
        liveness.beat(lock)
    return lock


def worker_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables for a worker: without those by which git leads its children to one repository or index."""
    kept = {
        name: value for name, value in environment.items() if not name.startswith("GIT_") or name.startswith(_GIT_KEPT)
    }
    # A worker stands elsewhere, and must find the same memories.
    if kept.get("MEMTUI_HOME"):
        kept["MEMTUI_HOME"] = os.path.abspath(os.path.expanduser(kept["MEMTUI_HOME"]))
    return kept


if sys.platform == "win32":

    def _handed_on(_lock: int) -> int:
        # A lock there belongs to one process: the worker takes it itself, and leaves if another was quicker.
        return -1

    def _detach(command: list[str], environment: Mapping[str, str], lock: int) -> None:
        import msvcrt
        import subprocess

        os.lseek(lock, 1 << 30, os.SEEK_SET)
        msvcrt.locking(lock, msvcrt.LK_UNLCK, 1)
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        none = subprocess.DEVNULL
        subprocess.Popen(command, env=dict(environment), stdin=none, stdout=none, stderr=none, creationflags=flags)

else:

    def _handed_on(lock: int) -> int:
        return lock

    def _detach(command: list[str], environment: Mapping[str, str], lock: int) -> None:
        """Start a process in a session of its own, with no stream that git or a pipe would wait for."""
        # Not subprocess, whose import takes as long as all else that a hook does.
        streams = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 1, 2)]
        inherited = [(os.POSIX_SPAWN_CLOSE, descriptor) for descriptor in _inheritable() if descriptor != lock]
        os.set_inheritable(lock, True)  # noqa: FBT003 - as the system names it
        os.posix_spawn(command[0], command, environment, file_actions=[*streams, *inherited], setsid=True)

    def _inheritable() -> list[int]:
        """Return what a child would get beyond the streams: a test runner's pipe, for one, waits for its closing."""
        found = []
        for name in os.listdir("/dev/fd"):
            descriptor = int(name)
            try:
                if descriptor > 2 and os.get_inheritable(descriptor):  # noqa: PLR2004 - after the streams
                    found.append(descriptor)
            except OSError:
                # The descriptor of the listing itself.
                continue
        return found
