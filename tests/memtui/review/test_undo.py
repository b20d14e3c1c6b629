"""Undo and redo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.memory import Memory, Scope, Status
from memtui.memory.errors import NothingToRedoError, NothingToUndoError
from memtui.review import (
    Changes,
    Reason,
    Refusal,
    Result,
    absorb,
    add,
    approve,
    delete,
    edit,
    propose,
    redo,
    reject,
    restore,
    undo,
)
from memtui.store import Store
from tests.support.memories import REPOSITORY, make_draft, status_of


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Open a store of its own for each test."""
    return Store.open(tmp_path)


def contents(store: Store) -> dict[str, Memory]:
    """Return all memories by id."""
    snapshot = store.snapshot()
    return {head.memory.id: head.memory for head in snapshot.heads(snapshot.select())}


def test_a_fresh_store_has_nothing_to_undo_or_redo(store: Store) -> None:
    """What agents and the indexer did is not a person's to undo by accident."""
    propose(store, [make_draft()], origin="codex")
    absorb(store, REPOSITORY, [make_draft("Fact", key="k", fact=True)])
    with pytest.raises(NothingToUndoError):
        undo(store)
    with pytest.raises(NothingToRedoError):
        redo(store)
    assert len(store.batches(10)) == 2


def test_acts_are_undone_and_redone_one_by_one_across_restarts(store: Store) -> None:
    """Each state comes back whole, backwards and forwards, and the log keeps every step."""
    memory_id = propose(store, [make_draft("Zero", tags=("a",))], origin="codex").changed[0].memory.id
    states = [contents(store)]
    acts: list[Callable[[], Result]] = [
        lambda: edit(store, memory_id, Changes(title="One", tags=("b", "c"))),
        lambda: approve(store, [memory_id]),
        lambda: edit(store, memory_id, Changes(body="Two", scope=Scope("user"))),
        lambda: reject(store, [memory_id], reason="because"),
        lambda: delete(store, [memory_id]),
        lambda: restore(store, [memory_id]),
    ]
    for act in acts:
        assert act().changed
        states.append(contents(store))
    names = ["edit", "approve", "edit", "reject", "delete", "restore"]
    for number in reversed(range(len(acts))):
        result = undo(Store.open(store.home))
        assert (result.action, result.reverted, result.refused) == ("undo", names[number], ())
        assert contents(store) == states[number]
    with pytest.raises(NothingToUndoError):
        undo(store)
    for number in range(len(acts)):
        result = redo(Store.open(store.home))
        assert (result.action, result.reverted) == ("redo", names[number])
        assert contents(store) == states[number + 1]
    with pytest.raises(NothingToRedoError):
        redo(store)
    assert len(store.revisions(memory_id)) == 1 + 3 * len(acts)


def test_an_undo_names_the_batch_that_it_takes_back(store: Store) -> None:
    """The log tells what each undo and redo was about."""
    added = add(store, make_draft())
    undone, redone = undo(store), redo(store)
    reverts = [act.reverts for act in store.batches(3)]
    assert reverts == [undone.batch, added.batch, ""]
    assert [act.id for act in store.batches(3)] == [redone.batch, undone.batch, added.batch]


def test_a_whole_batch_is_taken_back_at_once(store: Store) -> None:
    """Five memories deleted together come back together."""
    drafts = [make_draft(f"m{number}") for number in range(5)]
    ids = [head.memory.id for head in propose(store, drafts, origin="codex").changed]
    before = contents(store)
    delete(store, ids)
    assert {head.memory.id for head in undo(store).changed} == set(ids)
    assert contents(store) == before


def test_what_was_added_goes_to_the_trash_and_comes_back(store: Store) -> None:
    """A creation is undone without losing its text."""
    memory = add(store, make_draft("Mine")).changed[0].memory
    undo(store)
    assert status_of(store, memory.id) == Status.DELETED
    assert redo(store).changed[0].memory == memory


def test_a_new_act_ends_what_can_be_redone(store: Store) -> None:
    """After another act of a person there is nothing to redo; the undone act stays undone."""
    first = add(store, make_draft("One")).changed[0].memory.id
    undo(store)
    add(store, make_draft("Two"))
    with pytest.raises(NothingToRedoError):
        redo(store)
    assert undo(store).reverted == "add"
    assert status_of(store, first) == Status.DELETED
    with pytest.raises(NothingToUndoError):
        undo(store)


def test_an_agent_between_undo_and_redo_does_not_disturb(store: Store) -> None:
    """Only a person's acts count."""
    memory_id = add(store, make_draft("One")).changed[0].memory.id
    undo(store)
    propose(store, [make_draft("Two")], origin="codex")
    redo(store)
    assert status_of(store, memory_id) == Status.APPROVED


def test_later_changes_of_other_fields_stay(store: Store) -> None:
    """The inverse of an act touches only what the act changed and what is still so."""
    memory_id = absorb(store, REPOSITORY, [make_draft("Fact", key="k", fact=True)]).changed[0].memory.id
    edit(store, memory_id, Changes(title="My title"))
    absorb(store, REPOSITORY, [make_draft("Fact", body="Another.", key="k", fact=True)])
    stale = store.snapshot().find(memory_id).memory
    assert stale.attention == ("stale",)
    undone = undo(store)
    memory = undone.changed[0].memory
    assert (memory.title, memory.attention, memory.basis) == ("Fact", ("stale",), stale.basis)
    assert undone.refused == ()
    absorb(store, REPOSITORY, [make_draft("Fact", body="Another.", key="k", fact=True)])
    assert store.snapshot().find(memory_id).memory.body == "Another."
    assert store.snapshot().find(memory_id).memory.attention == ()


def test_a_field_that_changed_meanwhile_is_left_and_said(store: Store) -> None:
    """What someone else set after the act is not overwritten by its undo; the rest is set back."""
    memory_id = absorb(store, REPOSITORY, [make_draft("Fact", key="k", fact=True)]).changed[0].memory.id
    edit(store, memory_id, Changes(title="Mine", body="Mine too."))
    _rewrite(store, memory_id, title="From elsewhere")
    result = undo(store)
    assert result.refused == (Refusal(memory_id, Reason.CHANGED_MEANWHILE),)
    memory = result.changed[0].memory
    assert (memory.title, memory.body) == ("From elsewhere", "Because others wait.")


def test_an_undo_without_effect_does_not_block_older_ones(store: Store) -> None:
    """Where nothing can be set back, the next undo goes on to the act before."""
    older = add(store, make_draft("Older")).changed[0].memory.id
    memory_id = propose(store, [make_draft("Text")], origin="codex").changed[0].memory.id
    delete(store, [memory_id])
    _rewrite(store, memory_id, status=Status.SNOOZED, reviewed=False)
    result = undo(store)
    assert result.refused == (Refusal(memory_id, Reason.CHANGED_MEANWHILE),)
    assert status_of(store, memory_id) == Status.SNOOZED
    undo(store)
    assert status_of(store, older) == Status.DELETED


def test_undo_and_redo_can_go_back_and_forth_without_end(store: Store) -> None:
    """Thirty turns of undo and redo leave what one act left."""
    memory = add(store, make_draft("Mine")).changed[0].memory
    edit(store, memory.id, Changes(title="Edited"))
    expected = contents(store)
    for _ in range(15):
        assert undo(store).reverted == "edit"
        assert redo(store).reverted == "edit"
    assert contents(store) == expected
    assert len(store.revisions(memory.id)) == 32


def test_acts_of_long_ago_can_be_undone(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first look reaches back a day, the next one to the beginning."""
    monkeypatch.setattr("time.time_ns", lambda: 1_000_000_000)
    memory_id = add(store, make_draft("Old")).changed[0].memory.id
    monkeypatch.undo()
    propose(store, [make_draft("New")], origin="codex")
    undo(store)
    assert status_of(store, memory_id) == Status.DELETED
    redo(store)
    assert status_of(store, memory_id) == Status.APPROVED


def test_acts_on_another_device_are_not_undone_here(tmp_path: Path) -> None:
    """What came from another device of the same person is that device's to undo."""
    other, here = Store.open(tmp_path / "other"), Store.open(tmp_path / "here")
    add(other, make_draft("Elsewhere"))
    here.append_revisions(other._database.scan().to_batches())
    with pytest.raises(NothingToUndoError):
        undo(here)


def _rewrite(store: Store, memory_id: str, **fields: object) -> None:
    """Change a memory as a sync or another program would."""
    with store.writing() as transaction:
        head = transaction.head(memory_id)
        assert head is not None
        memory = Memory(**{**{name: getattr(head.memory, name) for name in Memory.__dataclass_fields__}, **fields})
        transaction.append(memory, actor="sync", action="merge")


def test_redo_approves_nothing_that_was_rewritten_meanwhile(store: Store) -> None:
    """An agent may rewrite what is pending again; the person approved another text."""
    draft = make_draft("Keep it short", key="k", body="Seen.")
    [head] = propose(store, [draft], origin="codex").changed
    approve(store, [head.memory.id])
    undo(store)
    propose(store, [make_draft("Keep it short", key="k", body="Unseen.")], origin="codex")
    result = redo(store)
    assert [refusal.reason for refusal in result.refused] == [Reason.CHANGED_MEANWHILE]
    memory = contents(store)[head.memory.id]
    assert (memory.body, memory.status) == ("Unseen.", Status.PENDING)
