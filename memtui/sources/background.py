"""The worker that git's hooks and memtui's commands wake: brings index and memories up to the journal, and ends."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.hooks import journal, liveness, log, waking
from memtui.hooks.journal import Entry
from memtui.hooks.places import head_of, locate

if TYPE_CHECKING:
    from indexer.refresh import Progress
    from memtui.sources.workspace import Workspace

# Seconds; ``git commit`` moves HEAD after the pre-commit hook, unless a person is still writing the message.
_PATIENCE = 10.0
_POLL = 0.05
_PULSE = 1.0


def main(common_directory: str, lock: int) -> None:
    """Run as the process of a worker, handed the descriptor of a lock that is held, or -1 to take it here."""
    # Not where a hook stood: that directory may be removed, or its disk be taken out.
    os.chdir(Path(common_directory).anchor)
    if hasattr(os, "nice"):
        os.nice(10)
    # Libraries speak to streams that no one reads, and processes of ours would keep the lock alive.
    descriptor = waking.take(common_directory) if lock < 0 else lock
    if descriptor is not None:
        os.set_inheritable(descriptor, False)  # noqa: FBT003 - as the system names it
        _work_under(common_directory, descriptor, _PATIENCE)


def note_success(common_directory: Path) -> None:
    """Note that the index was brought up to date by other means, which ends the troubles that workers had with it."""
    if log.troubles(str(common_directory)):
        log.write(str(common_directory), log.ENDED, "Brought up to date by a person.")


def work(common_directory: Path, *, patience: float = 0.0) -> int | None:
    """Bring index and memories up to the journal, in this process; return how many refreshes that took.

    None when another worker is at it and gets on; one that hangs is ended. ``patience`` is how many seconds to wait for
    the commit that a pre-commit hook told of. What goes wrong is in the log of the hooks, and the journal is kept for
    the next worker. Raises OSError when the lock cannot be taken.
    """
    descriptor = waking.take(str(common_directory))
    return None if descriptor is None else _work_under(str(common_directory), descriptor, patience)


def _work_under(common_directory: str, lock: int | None, patience: float) -> int:
    """Work until the journal is empty; the lock is let go of on leaving."""
    refreshes = 0
    try:
        while lock is not None:
            refreshes += _hold(common_directory, lock, patience)
            # A hook that wrote after the journal was last read found the lock held, and so woke no one.
            lock = None if journal.is_empty(common_directory) else waking.take(common_directory)
    except Exception as error:  # noqa: BLE001 - the edge of the process: no one sees what it says but by the log
        log.write(common_directory, log.TROUBLE, _described(error))
    return refreshes


def _hold(common_directory: str, lock: int, patience: float) -> int:
    """Follow the journal while the lock is held, and let go of it; return how many refreshes that took."""
    started = time.monotonic()
    try:
        liveness.beat(lock)
        log.write(common_directory, log.BEGAN, "A worker began.")
        refreshes = _follow(common_directory, _refresher(_pulse(lock)), patience)
        log.write(common_directory, log.ENDED, f"{refreshes} refreshes in {time.monotonic() - started:.2f} s.")
    finally:
        os.close(lock)
    return refreshes


def _follow(common_directory: str, refresh: Callable[[str, Entry | None], None], patience: float) -> int:
    """Refresh until no entry is left; return how often."""
    refreshes = 0
    while True:
        entries, size = journal.read(common_directory)
        if not size:
            return refreshes
        # The last entry says where git was active; what came before is history by then.
        last = entries[-1] if entries else None
        refresh(common_directory, last)
        refreshes += 1
        # Only what was followed is forgotten, and only now: a worker that is killed leaves it to the next one.
        forgotten = journal.forget(common_directory, size)
        if forgotten and last is not None and last.hook == "pre-commit" and _is_committed(last, patience):
            refresh(common_directory, last)
            refreshes += 1


def _is_committed(entry: Entry, patience: float) -> bool:
    """Wait for the commit that a pre-commit hook told of; whether it is made and no other hook tells of it."""
    place = locate(entry.directory, {})
    deadline = time.monotonic() + patience
    while place is not None and journal.is_empty(place.common_directory):
        if head_of(place) != entry.head:
            return True
        if time.monotonic() >= deadline:
            return False
        time.sleep(_POLL)
    return False


def _pulse(lock: int) -> Progress:
    """Return a progress that gives a sign of life with each step, once a second at most."""
    last = time.monotonic()

    def pulse(_phase: str, _done: int, _total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= _PULSE:
            last = time.monotonic()
            liveness.beat(lock)

    return pulse


def _refresher(progress: Progress) -> Callable[[str, Entry | None], None]:
    """Return a refresh that opens the store once; imports first, so that the journal is read after that second."""
    import lancedb  # noqa: F401 - the second that it takes

    import indexer.refresh.pipeline  # noqa: F401
    from memtui.sources.workspace import refresh_workspace
    from memtui.store import Store

    opened = cache(Store.open)

    def refresh(common_directory: str, entry: Entry | None) -> None:
        workspace = _workspace(common_directory, entry)
        refresh_workspace(workspace, partial(opened, workspace.home), progress)
        # Also where nothing was to be done: the next entry begins another stretch.
        progress("", 0, 0)

    return refresh


def _workspace(common_directory: str, entry: Entry | None) -> Workspace:
    """Return the worktree that an entry names, or the main one when it is gone."""
    from indexer.errors import NotARepositoryError
    from memtui.sources.workspace import find_workspace

    if entry is not None:
        with contextlib.suppress(NotARepositoryError):
            found = find_workspace(Path(entry.directory))
            if found.repository is not None and str(found.repository.common_directory) == common_directory:
                return found
    return find_workspace(Path(common_directory))


def _described(error: Exception) -> str:
    # The faces have the sentences; this is the data, for those who read the log.
    return f"The index was not brought up to date: {type(error).__name__}: {error}"
