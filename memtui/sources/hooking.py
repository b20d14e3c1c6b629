"""A repository's git hooks as git itself finds them, and how memtui's stand among them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from indexer.repository import Repository, read_head, run_git
from memtui.hooks import installing, journal, log, removing, waking
from memtui.hooks.frameworks import Framework, callers_in, frameworks_of
from memtui.hooks.installing import Hook, State


@dataclass(frozen=True, slots=True)
class Hooking:
    """Where git looks for hooks, and each hook; ``outside`` when that is not inside this repository's git directory."""

    directory: Path
    outside: bool
    hooks: tuple[Hook, ...]
    frameworks: tuple[Framework, ...]
    working: bool
    waiting: int
    ended_at: str
    troubles: tuple[str, ...]

    @property
    def standing(self) -> str:
        """``installed`` (all of them), ``partly``, ``outdated`` (at least one) or ``absent``."""
        states = {hook.state for hook in self.hooks}
        if State.OUTDATED in states:
            return "outdated"
        present = {State.INSTALLED, State.BEHIND}
        if states <= present:
            return "installed"
        return "partly" if states & present else "absent"


def hooking_of(repository: Repository, environment: Mapping[str, str]) -> Hooking:
    """Return how the hooks of a repository stand; changes nothing. Raises GitFailedError."""
    directory, outside = _directory_of(repository)
    common = str(repository.common_directory)
    endings = [line.time for line in log.read(common) if line.what == log.ENDED]
    return Hooking(
        directory=directory,
        outside=outside,
        hooks=tuple(installing.state_of(slot, environment) for slot in installing.slots(directory, shared=outside)),
        frameworks=frameworks_of(repository.work_tree, directory) if repository.work_tree else (),
        working=log.is_working(common),
        waiting=len(journal.read(common)[0]),
        ended_at=endings[-1] if endings else "",
        troubles=tuple(log.troubles(common)),
    )


def install_hooks(repository: Repository, environment: Mapping[str, str]) -> None:
    """Write memtui's hooks where git looks for them, and wake a worker for the first time.

    Raises GitFailedError, and OSError when they cannot be written.
    """
    directory, outside = _directory_of(repository)
    for slot in installing.slots(directory, shared=outside):
        installing.install(slot, environment)
    note_and_wake(repository, "install", environment)


@dataclass(frozen=True, slots=True)
class Left:
    """What is still there when the hooks are out.

    ``index`` is memtui's directory with the index, if there is one; ``working`` says that a worker still writes there;
    ``former`` are hooks kept aside that no hook calls any longer, since another program's took the place of ours;
    ``callers`` are files of managers of hooks that still call memtui.
    """

    index: Path | None
    working: bool
    former: tuple[Path, ...]
    callers: tuple[str, ...]


def uninstall_hooks(repository: Repository) -> Left:
    """Take memtui's hooks out, put the former ones back, and remove what hooks alone have written; return what is left.

    Raises GitFailedError and OSError.
    """
    directory, outside = _directory_of(repository)
    slots = tuple(installing.slots(directory, shared=outside))
    for slot in slots:
        installing.uninstall(slot)
    working = not removing.remove_traces(str(repository.common_directory))
    own = repository.index_directory
    return Left(
        index=own if own.is_dir() else None,
        working=working,
        former=tuple(slot.former for slot in slots if os.path.lexists(slot.former)),
        callers=callers_in(repository.work_tree) if repository.work_tree else (),
    )


def note_and_wake(repository: Repository, occasion: str, environment: Mapping[str, str]) -> bool:
    """Wake the worker of a repository for another reason than a hook; return whether one was started.

    Raises OSError when the directory cannot be written.
    """
    place = repository.work_tree or repository.git_directory
    entry = journal.Entry(occasion, str(place), read_head(repository).oid)
    return waking.note_and_wake(str(repository.common_directory), entry, environment)


def _directory_of(repository: Repository) -> tuple[Path, bool]:
    """Return git's own answer: it minds ``core.hooksPath``, which may be set anywhere, and linked worktrees."""
    answer = os.fsdecode(run_git(repository, "rev-parse", "--git-path", "hooks")).removesuffix("\n")
    directory = (repository.work_tree or repository.git_directory) / answer
    return directory, not directory.resolve().is_relative_to(repository.common_directory)
