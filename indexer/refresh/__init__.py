"""Brings a repository's index up to date: the one function that all doors call."""

from __future__ import annotations

import time

from indexer.refresh.observation import Freshness, Observation, freshness, is_current, observe
from indexer.refresh.report import Progress, Report, ignore_progress, report_of
from indexer.repository import Repository
from indexer.storage import read_state

__all__ = ["Freshness", "Observation", "Progress", "Report", "freshness", "observe", "refresh"]


def refresh(repository: Repository, *, progress: Progress = ignore_progress, full: bool = False) -> Report:
    """Bring the index up to HEAD and the staged files, parsing only blobs not seen before.

    ``full`` forgets all that is known and derives it again. With nothing to do it ends without opening LanceDB.
    A second refresh at the same time waits for the first. Whatever interrupts it, the last finished generation stays.

    Raises IndexLockedError, IndexReadOnlyError, DiskFullError, NewerIndexError, GitFailedError.
    """
    started = time.monotonic()
    # Without the lock, so that a start with nothing to do never waits for another process.
    state = read_state(repository.index_directory)
    if state is not None and not full and is_current(repository, observe(repository), state):
        return report_of(state, parsed=0, seconds=time.monotonic() - started, changed=False)
    # Arrow and the parsers, only when there is work; what starts workers imports them, too, on another processor.
    from indexer.parsing.processes import worker_context

    worker_context()
    from indexer.refresh.pipeline import run_refresh

    return run_refresh(repository, progress, full=full)
