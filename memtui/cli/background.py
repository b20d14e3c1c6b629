"""After a command: whether the index is behind the repository, and the worker that brings it up to date."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.cli.layout import counted
from memtui.hooks import journal, log, places, waking

if TYPE_CHECKING:
    from indexer import Freshness, Repository
    from memtui.cli.console import Console

# They bring it up to date themselves, say how it stands, or have nothing to do with a repository.
_WITHOUT = frozenset({"index", "hooks", "doctor", "status", "completion"})
# Seconds after which what failed in the background is worth another try; git's hooks try at once.
_PATIENCE = 600.0
_STEPS = ((60, "second"), (60, "minute"), (24, "hour"), (30, "day"), (12, "month"))


def keep_current(command: str, directory: Path, console: Console, environment: Mapping[str, str]) -> None:
    """Say how old an index is that is behind, and have it brought up to date; never waits, and never fails.

    A repository without an index and without hooks stays without: its first index is a wish of its owner's.
    """
    if command in _WITHOUT:
        return
    from indexer.errors import IndexerError

    # What is wrong with the repository is no affair of a command that has done what it was asked.
    with contextlib.suppress(OSError, IndexerError):
        place = places.locate(str(directory), environment)
        if place is not None and Path(place.own_directory).is_dir():
            _look(directory, place, console, environment)


def _look(directory: Path, place: places.Place, console: Console, environment: Mapping[str, str]) -> None:
    from indexer import find_repository, freshness

    repository = find_repository(directory)
    state = freshness(repository)
    common = place.common_directory
    if state.behind:
        console.narrate(f"{_standing(state)}; {_remedy(repository, common, environment)}.")
    elif not journal.is_empty(common) and not log.failed_lately(common, _PATIENCE):
        # What a worker that was killed has left behind.
        waking.wake(common, environment)


def _remedy(repository: Repository, common_directory: str, environment: Mapping[str, str]) -> str:
    """Have a worker woken where that may help; return who brings the index up to date."""
    from memtui.sources.hooking import note_and_wake

    if log.failed_lately(common_directory, _PATIENCE):
        return "indexing it in the background failed, and 'memtui doctor' tells why"
    # One that is at work already has been told by git, or by the command before.
    if log.is_working(common_directory) or note_and_wake(repository, "command", environment):
        return "it is being indexed in the background"
    return "'memtui index' brings this up to date"


def _standing(state: Freshness) -> str:
    if not state.indexed:
        return "This repository has no index yet"
    return f"The repository has changed since it was indexed, {_age(time.time() - state.indexed_at)} ago"


def _age(seconds: float) -> str:
    value = max(0, int(seconds))
    for size, unit in _STEPS:
        if value < size:
            return counted(value, unit)
        value //= size
    return counted(value, "year")
