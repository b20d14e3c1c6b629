"""What the terminal UI needs from the other rooms, as one seam, and the real thing behind it.

Nothing heavy is imported at the top: the first paint comes before Arrow and LanceDB.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from memtui.memory import Scope

if TYPE_CHECKING:
    from indexer.facts import EntryPoint, History, Module
    from memtui.store import Snapshot, Store

Progress = Callable[[str, int, int], None]


class Workspace(Protocol):
    """Where the terminal UI was started: the store's home, and the repository around it if there is one."""

    @property
    def home(self) -> Path:
        """The store's directory."""

    @property
    def repository(self) -> Any:
        """The repository, or None outside of one."""

    @property
    def scope(self) -> Scope | None:
        """The scope of the repository's memories, or None outside of one."""

    @property
    def name(self) -> str:
        """What a person calls it."""


@dataclass(frozen=True, slots=True)
class IndexState:
    """How a repository's index stands to its HEAD; ``indexed_at`` in seconds since the epoch, 0 for never."""

    indexed: bool
    behind: bool
    branch: str
    head: str
    indexed_at: float
    work_tree: Path | None


@dataclass(frozen=True, slots=True)
class RepoFacts:
    """All that the Repo screen shows."""

    entry_points: tuple[EntryPoint, ...]
    modules: tuple[Module, ...]
    history: History
    coverage: Mapping[str, int]


class Backend(Protocol):
    """The other rooms, as seen from here; every method but ``stamp`` may take long and runs in a thread."""

    def find_workspace(self) -> Workspace:
        """Find where we are."""

    def stamp(self) -> object:
        """Return a value that changes when the memories on disk change."""

    def load_snapshot(self) -> Snapshot:
        """Read the memories from the Arrow snapshot."""

    def open_store(self) -> Store:
        """Open LanceDB."""

    def index_state(self, workspace: Workspace) -> IndexState:
        """Return how the index of the workspace's repository stands."""

    def refresh(self, workspace: Workspace, store: Store, progress: Progress) -> None:
        """Bring index and memories up to the repository's HEAD."""

    def repo_facts(self, workspace: Workspace) -> RepoFacts:
        """Read the index."""


class LocalBackend:
    """The rooms of this process, on this machine."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def find_workspace(self) -> Workspace:
        """Find the repository around the path that we were started in."""
        from memtui.sources import find_workspace

        return find_workspace(self._path)

    def stamp(self) -> object:
        """Return what the Arrow snapshot's file looks like from outside."""
        from memtui.store import Snapshot, home_directory

        return Snapshot.stamp_of(home_directory())

    def load_snapshot(self) -> Snapshot:
        """Read the Arrow snapshot, after deriving it anew if it was lost."""
        from memtui.store import home_directory, load_snapshot

        return load_snapshot(home_directory())

    def open_store(self) -> Store:
        """Open LanceDB; the first time in a process this imports it."""
        from memtui.store import Store, home_directory

        return Store.open(home_directory())

    def index_state(self, workspace: Workspace) -> IndexState:
        """Ask the indexer."""
        from indexer import freshness
        from memtui.sources.workspace import is_refresh_due

        state = freshness(workspace.repository)
        return IndexState(
            indexed=state.indexed,
            behind=state.behind or is_refresh_due(workspace),  # type: ignore[arg-type]
            branch=state.branch,
            head=state.head,
            indexed_at=float(state.indexed_at or 0),
            work_tree=workspace.repository.work_tree,
        )

    def refresh(self, workspace: Workspace, store: Store, progress: Progress) -> None:
        """Refresh the index, and let the memories follow it."""
        from memtui.sources import refresh_workspace

        refresh_workspace(workspace, store, progress)  # type: ignore[arg-type]

    def repo_facts(self, workspace: Workspace) -> RepoFacts:
        """Read the last finished generation."""
        from indexer import open_index

        index = open_index(workspace.repository)
        return RepoFacts(index.entry_points(), index.modules(), index.history(), index.coverage())
