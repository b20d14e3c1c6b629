"""Pins and their budget, scopes and tags."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.memory import USER_SCOPE, Memory, Status
from memtui.memory.errors import InvalidMemoryError
from memtui.review import (
    PINNED_AT_MOST,
    PINNED_CHARACTERS,
    Changes,
    Reason,
    absorb,
    approve,
    bring_back,
    delete,
    edit,
    move,
    pin,
    redo,
    reject,
    restore,
    tag,
    undo,
    unpin,
)
from memtui.store import Store
from tests.support.memories import REPOSITORY, keep, make_draft, make_memory


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Open a store of its own for each test."""
    return Store.open(tmp_path)


def approved(store: Store, *lengths: int) -> list[str]:
    """Add approved memories of so many characters and return their ids."""
    memories = [make_memory("t", body="b" * (length - 1), status=Status.APPROVED) for length in lengths]
    keep(store, *memories, actor="codex")
    return [memory.id for memory in memories]


def memory(store: Store, memory_id: str) -> Memory:
    """Return a memory as it is."""
    return store.snapshot().find(memory_id).memory


def test_only_so_many_memories_are_pinned(store: Store) -> None:
    """The one over the number is refused while the others are pinned, and fits when another one comes off."""
    ids = approved(store, *[10] * (PINNED_AT_MOST + 1))
    result = pin(store, ids)
    assert len(result.changed) == PINNED_AT_MOST
    assert [(it.id, it.reason) for it in result.refused] == [(ids[-1], Reason.OVER_BUDGET)]
    unpin(store, ids[:1])
    assert pin(store, ids[-1:]).changed[0].memory.pinned


def test_only_so_many_characters_are_pinned(store: Store) -> None:
    """The last character that fits is let in, and the next one is not."""
    ids = approved(store, PINNED_CHARACTERS - 10, 10, 1)
    assert [it.id for it in pin(store, ids).refused] == [ids[2]]
    assert pin(store, ids[:1]).refused[0].reason == Reason.UNCHANGED


def test_a_pinned_memory_does_not_outgrow_the_budget(store: Store) -> None:
    """Neither by an edit nor by an older text that is brought back; both say why, and nothing is changed."""
    [memory_id] = approved(store, PINNED_CHARACTERS + 1)
    long = store.revisions(memory_id)[0].id
    edit(store, memory_id, Changes(body="Short."))
    pin(store, [memory_id])
    for result in (
        edit(store, memory_id, Changes(body="b" * PINNED_CHARACTERS)),
        bring_back(store, memory_id, long),
    ):
        assert result.refused[0].reason == Reason.OVER_BUDGET
    assert memory(store, memory_id).body == "Short."


@pytest.mark.parametrize("leave", [delete, reject])
def test_what_comes_back_is_pinned_only_if_there_is_room(store: Store, leave: object) -> None:
    """The trash frees the budget; what comes out of it when that is used up comes back without its pin."""
    one, other = approved(store, PINNED_CHARACTERS, PINNED_CHARACTERS)
    back = restore if leave is delete else approve
    pin(store, [one])
    leave(store, [one])  # type: ignore[operator]
    assert back(store, [one]).changed[0].memory.pinned
    leave(store, [one])  # type: ignore[operator]
    pin(store, [other])
    returned = back(store, [one]).changed[0].memory
    assert (returned.pinned, memory(store, other).pinned) == (False, True)


def test_an_undo_does_not_pin_over_the_budget(store: Store) -> None:
    """What another device pinned meanwhile counts; the undo does the rest and says that not all was set back."""
    one, other = approved(store, PINNED_CHARACTERS, PINNED_CHARACTERS)
    pin(store, [one])
    unpin(store, [one])
    fields = {name: getattr(memory(store, other), name) for name in Memory.__dataclass_fields__}
    keep(store, Memory(**{**fields, "pinned": True}), actor="sync")
    result = undo(store)
    assert [it.reason for it in result.refused] == [Reason.CHANGED_MEANWHILE]
    assert not memory(store, one).pinned


def test_a_batch_of_swapped_pins_is_undone_and_redone(store: Store) -> None:
    """What frees the budget goes before what needs it, in both directions."""
    one, other = approved(store, PINNED_CHARACTERS, PINNED_CHARACTERS)
    pin(store, [one])
    unpin(store, [one])
    pin(store, [other])
    for _ in range(2):
        undo(store)
        undo(store)
        assert memory(store, one).pinned
        redo(store)
        redo(store)
        assert (memory(store, one).pinned, memory(store, other).pinned) == (False, True)


def test_a_moved_memory_is_for_another_scope(store: Store) -> None:
    """A move to where it is changes nothing."""
    [memory_id] = approved(store, 10)
    assert move(store, [memory_id], scope=REPOSITORY).changed[0].memory.scope == REPOSITORY
    assert move(store, [memory_id], scope=REPOSITORY).refused[0].reason == Reason.UNCHANGED
    undo(store)
    assert memory(store, memory_id).scope == USER_SCOPE


def test_a_fact_that_was_moved_is_no_fact_of_its_new_repository(store: Store) -> None:
    """A refresh there neither makes it stale nor removes it."""
    fact = absorb(store, REPOSITORY, [make_draft("Fact", key="k", fact=True)]).changed[0].memory.id
    other = type(REPOSITORY)("repo", "b" * 40)
    move(store, [fact], scope=other)
    assert absorb(store, other, []).changed == ()
    assert memory(store, fact).attention == ()


def test_tags_are_added_and_removed(store: Store) -> None:
    """In their order, each once, with white space put right; what changes nothing is refused."""
    made = make_memory(tags=("one", "two"))
    keep(store, made)
    assert tag(store, [made.id], add=[" new  tag ", "one"], remove=["two"]).changed[0].memory.tags == ("one", "new tag")
    assert tag(store, [made.id], add=["one"], remove=["gone"]).refused[0].reason == Reason.UNCHANGED
    with pytest.raises(InvalidMemoryError):
        tag(store, [made.id], add=[" "])
    with pytest.raises(InvalidMemoryError):
        tag(store, [made.id], add=["\ud800"])


def test_a_tag_is_checked_for_safety(store: Store) -> None:
    """It is shown to agents like any text."""
    made = make_memory()
    keep(store, made)
    tagged = tag(store, [made.id], add=["ghp_" + "a1B2c3D4e5F6" * 3]).changed[0].memory
    assert tagged.attention == ("secret",)
