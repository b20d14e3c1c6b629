"""The other rooms of this process, behind the seam that the terminal UI has for them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.memory import Attention
from memtui.memory.errors import WriteBackError
from memtui.tui.backend import IndexState, Progress, RepoFacts, Workspace

if TYPE_CHECKING:
    from memtui.anchors import AnchorReport
    from memtui.memory import Head, Memory, Revision
    from memtui.sources.stores.importing import Import
    from memtui.sources.stores.surveying import Survey
    from memtui.sources.stores.writing import Plan
    from memtui.store import Snapshot, Store
    from memtui.tui.explaining import Explanation

_ALIKE = frozenset({Attention.DUPLICATE, Attention.CONTRADICTION})
_MOST_ALIKE = 20


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
        from memtui.hooks.log import troubles
        from memtui.sources.workspace import is_refresh_due

        state = freshness(workspace.repository)
        return IndexState(
            indexed=state.indexed,
            behind=state.behind or is_refresh_due(workspace),  # type: ignore[arg-type]
            branch=state.branch,
            head=state.head,
            indexed_at=float(state.indexed_at or 0),
            work_tree=workspace.repository.work_tree,
            troubles=tuple(troubles(str(workspace.repository.common_directory))),
        )

    def refresh(self, workspace: Workspace, store: Store, progress: Progress) -> None:
        """Refresh the index, and let the memories follow it."""
        from memtui.sources import refresh_workspace
        from memtui.sources.background import note_success

        refresh_workspace(workspace, lambda: store, progress)  # type: ignore[arg-type]
        note_success(workspace.repository.common_directory)

    def repo_facts(self, workspace: Workspace) -> RepoFacts:
        """Read the last finished generation."""
        from indexer import open_index
        from indexer.queries import story_of

        index = open_index(workspace.repository)
        recent = story_of(index).recent
        return RepoFacts(index.entry_points(), index.modules(), index.history(), index.coverage(), recent)

    def explain(self, workspace: Workspace | None, store: Store, head: Head) -> Explanation:
        """Ask git about the anchors, and the review rules about the rest."""
        from memtui.anchors import diff_of, explain
        from memtui.review import outcome_of
        from memtui.tui.explaining import Explanation

        repository = workspace.repository if workspace is not None else None
        memory = head.memory
        reports: tuple[tuple[AnchorReport, str], ...] = ()
        if repository is not None and memory.anchors:
            # Only of what matters: reading the patch of every file that a fact names would take seconds.
            reports = tuple((it, diff_of(repository, it) if it.matters else "") for it in explain(memory, repository))
        return Explanation(
            reports,
            outcome_of(store, memory) if memory.proposal.action else None,
            _rivals(store.revisions(memory.id), head) if Attention.CONFLICT in memory.attention else (),
            _alike(store.snapshot(), head) if _ALIKE.intersection(memory.attention) else (),
        )

    def publish(self, workspace: Workspace) -> None:
        """Write the file, where there is an index."""
        from memtui.anchors import publish_anchors

        if workspace.scope is not None and workspace.repository.index_directory.is_dir():
            publish_anchors(self.load_snapshot(), workspace.repository, workspace.scope)

    def survey(self, workspace: Workspace) -> Survey:
        """Read the files."""
        from memtui.sources.stores.surveying import survey

        return survey(workspace)  # type: ignore[arg-type]

    def bring_in(self, workspace: Workspace, store: Store, name: str) -> list[Import]:
        """Read the files of the store, and propose what is new in them."""
        from memtui.sources.stores.surveying import bring_in_here

        return bring_in_here(store, workspace, name)  # type: ignore[arg-type]

    def plan_write_back(self, workspace: Workspace, memory: Memory) -> tuple[Plan, str] | WriteBackError:
        """Compare the memory with its file."""
        import os

        from memtui.sources.stores.surroundings import home_of_user, surroundings
        from memtui.sources.stores.writing import diff_of, plan

        here = surroundings(home_of_user(), workspace.repository, os.environ)
        try:
            planned = plan(memory, here, workspace.scope)
        except WriteBackError as error:
            return error
        return planned, "\n".join(line for edit in planned.change.edits for line in diff_of(edit))

    def write_back(self, workspace: Workspace, store: Store, planned: Plan) -> str | WriteBackError:
        """Write the file, then note where the memory lies in it."""
        from memtui.review.linking import relink
        from memtui.sources.stores.writing import carry_out

        try:
            copies = carry_out(planned.change, workspace.home)
        except WriteBackError as error:
            return error
        relink(store, {planned.memory.id: planned.change.link})
        return ", ".join(map(str, copies))


def _rivals(revisions: Sequence[Revision], head: Head) -> tuple[Revision, ...]:
    """Return the newest revisions beside the one that is shown: what no other revision follows."""
    followed = {parent for revision in revisions for parent in revision.parents}
    return tuple(revision for revision in revisions if revision.id not in {*followed, head.revision})


def _alike(snapshot: Snapshot, head: Head) -> tuple[tuple[str, Memory], ...]:
    """Return the memories that say the same as one, or the opposite, with a word for which."""
    from memtui.review.likeness import find_likeness

    found = find_likeness(snapshot)
    pairs = [
        (word, pair.newer if pair.older.id == head.memory.id else pair.older)
        for word, pairs in (("says the same", found.duplicates), ("contradicts it", found.contradictions))
        for pair in pairs
        if head.memory.id in {pair.older.id, pair.newer.id}
    ]
    return tuple((word, snapshot.find(other.id).memory) for word, other in pairs[:_MOST_ALIKE])
