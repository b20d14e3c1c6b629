"""What the terminal UI needs from the other rooms, as one seam.

Nothing heavy is imported at the top: the first paint comes before Arrow and LanceDB.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from memtui.memory import Scope
from memtui.memory.errors import WriteBackError

if TYPE_CHECKING:
    from indexer.facts import EntryPoint, History, LogEntry, Module
    from memtui.memory import Head, Memory
    from memtui.sources.stores.importing import Import
    from memtui.sources.stores.surveying import Survey
    from memtui.sources.stores.writing import Plan
    from memtui.store import Snapshot, Store
    from memtui.tui.explaining import Explanation

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

    @property
    def groups(self) -> tuple[str, ...]:
        """The names of the groups that the repository belongs to."""


@dataclass(frozen=True, slots=True)
class IndexState:
    """How a repository's index stands to its HEAD; ``indexed_at`` in seconds since the epoch, 0 for never."""

    indexed: bool
    behind: bool
    branch: str
    head: str
    indexed_at: float
    work_tree: Path | None
    troubles: tuple[str, ...] = ()
    """What went wrong where hooks and workers run unseen, since the index was last brought up to date there."""


@dataclass(frozen=True, slots=True)
class RepoFacts:
    """All that the Repo screen shows."""

    entry_points: tuple[EntryPoint, ...]
    modules: tuple[Module, ...]
    history: History
    coverage: Mapping[str, int]
    recent: tuple[LogEntry, ...] = ()


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

    def explain(self, workspace: Workspace | None, store: Store, head: Head) -> Explanation:
        """Find out why a memory calls for attention, and what approving it would change."""

    def publish(self, workspace: Workspace) -> None:
        """Write the file by which the hook knows what the memories are about."""

    def survey(self, workspace: Workspace) -> Survey:
        """Look at all that agents read here."""

    def bring_in(self, workspace: Workspace, store: Store, name: str) -> list[Import]:
        """Propose what one of their stores says."""

    def plan_write_back(self, workspace: Workspace, memory: Memory) -> tuple[Plan, str] | WriteBackError:
        """Work out what writes a memory to its file, with the patch; or why it cannot be."""

    def write_back(self, workspace: Workspace, store: Store, planned: Plan) -> str | WriteBackError:
        """Write it, and return where the file lies as it was; or why it was not written."""
