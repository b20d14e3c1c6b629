"""Whatever a person, an agent and the indexer do in whatever order: nothing is lost and all follows from the log."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest import mock

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from memtui import review
from memtui.memory.errors import NothingToUndoError
from memtui.store import Store, heads_file, purge
from memtui.store.log import Database
from memtui.store.places import DATABASE, SNAPSHOT
from tests.support.acts import ACTS, Actor, check, contents
from tests.support.memories import make_draft

WRITES: tuple[tuple[object, str], ...] = (
    (Database, "append"),
    (Database, "merge_heads"),
    (Database, "write_heads"),
    (Database, "replace_log"),
    (Database, "drop_versions"),
    (heads_file, "publish"),
    (heads_file, "_staged"),
    (purge, "write_whole"),
)


class KilledError(BaseException):
    """Stands for the end of the process: no handler of ours catches it."""


def dying(real: Callable[..., Any], *, after: bool) -> Callable[..., Any]:
    """Return a function with the process ending before or after its effect."""

    def function(*arguments: Any, **keywords: Any) -> Any:
        if after:
            real(*arguments, **keywords)
        raise KilledError

    return function


class Acts(RuleBasedStateMachine):
    """Random acts on a real store."""

    def __init__(self) -> None:
        super().__init__()
        self.home = Path(tempfile.mkdtemp())
        self.known: dict[str, str] = {}

    def teardown(self) -> None:
        """Remove the store."""
        shutil.rmtree(self.home)

    @initialize()
    def begin(self) -> None:
        """Open a store with some memories."""
        self.store = Store.open(self.home)
        review.propose(self.store, [make_draft(title) for title in ("one", "two", "three")], origin="codex")
        review.add(self.store, make_draft("first"))

    @rule(name=st.sampled_from(ACTS), choices=st.randoms(use_true_random=False))
    def act(self, name: str, choices: Any) -> None:
        """Do something."""
        Actor(self.store, choices.randrange).act(name)

    @rule(names=st.lists(st.sampled_from(ACTS), min_size=1, max_size=4), choices=st.randoms(use_true_random=False))
    def act_undo_and_redo(self, names: list[str], choices: Any) -> None:
        """Do several things, undo some acts and redo them: the contents are what they were."""
        actor = Actor(self.store, choices.randrange)
        for name in names:
            actor.act(name)
        before, undone, whole = contents(self.store), 0, True
        for _ in names:
            try:
                whole &= not review.undo(self.store).refused
            except NothingToUndoError:
                break
            undone += 1
        for _ in range(undone):
            whole &= not review.redo(self.store).refused
        assert not whole or contents(self.store) == before

    @rule(
        name=st.sampled_from(ACTS),
        write=st.sampled_from(WRITES),
        after=st.booleans(),
        choices=st.randoms(use_true_random=False),
    )
    def die_in_an_act(self, name: str, write: tuple[Any, str], after: bool, choices: Any) -> None:
        """Let the process end at one of the writes of an act, and begin anew: it is done whole, or not at all."""
        owner, function = write
        before = contents(self.store)
        batches = len(self.store.batches(10_000))
        with (
            suppress(KilledError),
            mock.patch.object(owner, function, dying(getattr(owner, function), after=after)),
        ):
            Actor(self.store, choices.randrange).act(name)
        self.store = Store.open(self.home)
        assert contents(self.store) == before or len(self.store.batches(10_000)) != batches or name == "purge"

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
    def all_holds(self) -> None:
        """Check the log, the heads, the links and the pins."""
        check(self.store, self.known)


Acts.TestCase.settings = settings(
    max_examples=8, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
)
TestActs = Acts.TestCase
