"""Where the user stands: the memories' home, and the repository around a path if there is one."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.errors import NotARepositoryError, NotIndexedError
from indexer.refresh import Progress, Report, freshness, refresh
from indexer.refresh.report import ignore_progress
from indexer.repository import Repository, find_repository
from memtui.memory import USER_SCOPE, Level, Scope
from memtui.sources.groups import groups_of
from memtui.sources.registry import absorbed_generation, identify, remember
from memtui.store import home_directory

if TYPE_CHECKING:
    from memtui.anchors import Swept
    from memtui.review import Result
    from memtui.store import Store


@dataclass(frozen=True, slots=True)
class Workspace:
    """``repository`` and ``scope`` are None outside a repository; ``name`` is what it is known as, or empty.

    ``groups`` are the names of those that the repository belongs to.
    """

    home: Path
    repository: Repository | None
    scope: Scope | None
    name: str
    groups: tuple[str, ...] = ()

    @property
    def scopes(self) -> tuple[Scope, ...]:
        """The scopes whose memories count here, the narrowest first."""
        if self.scope is None:
            return (USER_SCOPE,)
        return (self.scope, *(Scope(Level.GROUP, name) for name in self.groups), USER_SCOPE)


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What a refresh of the index, of the memories derived from it and of the anchors of all others did."""

    report: Report
    result: Result | None
    swept: Swept | None = None


def find_workspace(path: Path) -> Workspace:
    """Return the workspace around a path, cheaply: neither Arrow nor LanceDB is needed.

    Raises what ``find_repository`` raises, but for NotARepositoryError.
    """
    home = home_directory()
    try:
        repository = find_repository(path)
    except NotARepositoryError:
        return Workspace(home, None, None, "")
    known = identify(home, repository)
    return Workspace(home, repository, Scope(Level.REPO, known.key), known.name, groups_of(home, known.key))


def note_workspace(workspace: Workspace) -> None:
    """Note where the repository lies, so that what is written down for it before its first commit stays with it.

    Raises what ``remember`` raises.
    """
    repository = workspace.repository
    if repository is not None:
        known = identify(workspace.home, repository)
        if str(repository.common_directory) not in known.paths:
            remember(workspace.home, repository)


def is_refresh_due(workspace: Workspace) -> bool:
    """Whether the index or the memories derived from it are behind the repository."""
    repository = workspace.repository
    if repository is None:
        return False
    state = freshness(repository)
    known = identify(workspace.home, repository)
    return state.behind or absorbed_generation(known, repository) != _named(state.generation, state.indexed_at)


def refresh_workspace(
    workspace: Workspace, open_store: Callable[[], Store], progress: Progress = ignore_progress, *, full: bool = False
) -> Refreshed:
    """Bring the index up to date, then the memories that are derived from it, then those that are tied to its code.

    The store is opened when it is needed first: the index may have been read and parsed meanwhile.

    Raises NotIndexedError outside a repository, and what ``indexer.refresh`` and the store raise.
    """
    # Imported here: every command asks for its workspace, and few of them refresh.
    from indexer.storage import open_index, read_state
    from memtui.anchors import sweep
    from memtui.review import absorb
    from memtui.review.likeness import mark_likeness
    from memtui.sources.indexed import drafts_of

    repository, scope = workspace.repository, workspace.scope
    if repository is None or scope is None:
        raise NotIndexedError(Path.cwd())
    report = refresh(repository, progress=progress, full=full)
    # Named before the index is read: if another process goes on meanwhile, the next start absorbs once more.
    state = read_state(repository.index_directory)
    generation = _named(state.generation, state.indexed_at) if state else ""
    if absorbed_generation(identify(workspace.home, repository), repository) == generation:
        return Refreshed(report, None)
    progress("memories", 0, 0)
    store = open_store()
    result = absorb(store, scope, drafts_of(open_index(repository), scope))
    swept = sweep(store, repository, scope, now=time.time_ns() // 1000)
    mark_likeness(store)
    # Noted last, so that a refresh whose memories could not be written absorbs again at the next run.
    remember(workspace.home, repository, generation)
    return Refreshed(report, result, swept)


def _named(generation: int, indexed_at: int) -> str:
    """Return what a generation is known as; its number alone begins anew with a new clone at the same place."""
    return f"{generation}@{indexed_at}"
