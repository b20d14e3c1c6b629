"""Whatever a person, an agent and the indexer do in whatever order: nothing is lost and all follows from the log."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, precondition, rule

from memtui import review
from memtui.memory import Memory
from memtui.memory.errors import NothingToRedoError, NothingToUndoError
from memtui.store import Snapshot, Store
from memtui.store.home import DATABASE, SNAPSHOT
from memtui.store.identity import revision_id
from tests.support.memories import REPOSITORY, heads_in_table, make_draft

words = st.sampled_from(["one", "two", "three", "four"])
keys = st.sampled_from(["", "a", "b"])


class Acts(RuleBasedStateMachine):
    """Random acts on a real store."""

    ids = Bundle("ids")

    def __init__(self) -> None:
        super().__init__()
        self.home = Path(tempfile.mkdtemp())
        self.log: list[str] = []

    def teardown(self) -> None:
        """Remove the store."""
        shutil.rmtree(self.home)

    @initialize(target=ids)
    def begin(self) -> str:
        """Open a store with one memory."""
        self.store = Store.open(self.home)
        return review.add(self.store, make_draft("first")).changed[0].memory.id

    @rule(target=ids, title=words, body=words, key=keys)
    def propose(self, title: str, body: str, key: str) -> str:
        """Let an agent propose something, perhaps for the second time."""
        result = review.propose(self.store, [make_draft(title, body=body, key=key)], origin="codex")
        return (*(head.memory.id for head in result.changed), *(refusal.id for refusal in result.refused))[0]

    @rule(facts=st.dictionaries(st.sampled_from("abcd"), words), fact=st.booleans())
    def absorb(self, facts: dict[str, str], fact: bool) -> None:
        """Let the indexer refresh twice; the second time it has nothing to say."""
        drafts = [make_draft(title, key=key, fact=fact) for key, title in facts.items()]
        review.absorb(self.store, REPOSITORY, drafts)
        assert review.absorb(self.store, REPOSITORY, drafts).changed == ()

    @rule(ids=st.lists(ids, max_size=3), act=st.sampled_from(["approve", "reject", "delete", "restore"]))
    def decide(self, ids: list[str], act: str) -> None:
        """Decide on some memories."""
        getattr(review, act)(self.store, ids)

    @rule(memory_id=ids, title=words, body=words)
    def edit(self, memory_id: str, title: str, body: str) -> None:
        """Change a memory."""
        review.edit(self.store, memory_id, review.Changes(title=title, body=body))

    @rule(times=st.integers(1, 4))
    def undo_and_redo(self, times: int) -> None:
        """Undo several acts and redo them: the contents are what they were."""
        before = self._contents()
        undone = 0
        whole = True
        for _ in range(times):
            try:
                whole &= not review.undo(self.store).refused
            except NothingToUndoError:
                break
            undone += 1
        for _ in range(undone):
            whole &= not review.redo(self.store).refused
        assert not whole or self._contents() == before

    @rule()
    def undo(self) -> None:
        """Undo one act, if there is one."""
        try:
            review.undo(self.store)
        except NothingToUndoError:
            return

    @rule()
    def redo(self) -> None:
        """Redo one act, if there is one."""
        try:
            review.redo(self.store)
        except NothingToRedoError:
            return

    @rule()
    def restart(self) -> None:
        """Open the store anew."""
        self.store = Store.open(self.home)

    @rule()
    def lose_what_is_derived(self) -> None:
        """Delete the heads in every form: they come back the same."""
        before = self.store.snapshot().table
        (self.home / SNAPSHOT).unlink()
        shutil.rmtree(self.home / DATABASE / "heads.lance")
        self.store = Store.open(self.home)
        assert self.store.snapshot().table.equals(before)

    @precondition(lambda self: hasattr(self, "store"))
    @invariant()
    def nothing_is_lost(self) -> None:
        """Check that the log only grows, every id is the hash of its content, and the heads agree."""
        revisions = self.store._database.revisions("true")
        ids = [revision.id for revision in revisions]
        assert ids[: len(self.log)] == self.log
        assert all(revision_id(revision) == revision.id for revision in revisions[len(self.log) :])
        self.log = ids
        newest = {revision.memory.id: revision.memory for revision in revisions}
        assert self._contents() == newest
        assert heads_in_table(self.store).equals(Snapshot.load(self.home).table)

    def _contents(self) -> dict[str, Memory]:
        snapshot = Snapshot.load(self.home)
        return {head.memory.id: head.memory for head in snapshot.heads(snapshot.select())}


Acts.TestCase.settings = settings(
    max_examples=8, stateful_step_count=14, deadline=None, suppress_health_check=list(HealthCheck)
)
TestActs = Acts.TestCase
