"""Comparing revisions, bringing one back, and rehearsing acts."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui import review
from memtui.memory.errors import AmbiguousIdError, UnknownRevisionError
from memtui.review import (
    Changes,
    Reason,
    Refusal,
    add,
    approve,
    bring_back,
    delete,
    edit,
    find_revision,
    pin,
    propose,
    purge,
    rehearsal,
    undo,
)
from memtui.review.differences import differences
from memtui.store import Store
from tests.support.memories import REPOSITORY, make_draft


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Open a store of its own for each test."""
    return Store.open(tmp_path)


def test_two_states_are_compared_field_by_field(store: Store) -> None:
    """Only what differs is told, in the order of the fields, between any two revisions."""
    memory_id = add(store, make_draft("One", tags=("a",))).changed[0].memory.id
    edit(store, memory_id, Changes(title="Two", tags=("b",)))
    pin(store, [memory_id])
    first, _, last = [revision.memory for revision in store.revisions(memory_id)]
    assert [(it.field, it.before, it.after) for it in differences(first, last)] == [
        ("title", "One", "Two"),
        ("tags", ["a"], ["b"]),
        ("pinned", False, True),
    ]
    assert differences(first, first) == []


def test_a_revision_is_found_by_what_its_id_begins_with(store: Store) -> None:
    """Among those of the memory alone."""
    memory_id = add(store, make_draft("One")).changed[0].memory.id
    for number in range(20):
        edit(store, memory_id, Changes(body=str(number)))
    revisions = store.revisions(memory_id)
    assert find_revision(store, memory_id, revisions[3].id[:12].upper()) == revisions[3]
    shared = next(letter for letter in "0123456789abcdef" if sum(it.id.startswith(letter) for it in revisions) > 1)
    with pytest.raises(AmbiguousIdError):
        find_revision(store, memory_id, shared)
    for prefix in ("xyz", " "):
        with pytest.raises(UnknownRevisionError):
            find_revision(store, memory_id, prefix)


def test_an_earlier_text_is_brought_back(store: Store) -> None:
    """As a new revision, with the flags that the text gives cause for; where the memory stands stays as it is."""
    memory_id = propose(store, [make_draft("One", kind="odd", tags=("a",))], origin="codex").changed[0].memory.id
    edit(store, memory_id, Changes(title="Two", kind="lesson", tags=(), scope=REPOSITORY))
    approve(store, [memory_id])
    first = store.revisions(memory_id)[0]
    back = bring_back(store, memory_id, first.id).changed[0].memory
    assert (back.title, back.kind, back.tags, back.status) == ("One", "odd", ("a",), "approved")
    assert back.attention == ("unknown_kind",)
    assert len(store.revisions(memory_id)) == 4
    undo(store)
    assert store.snapshot().find(memory_id).memory.title == "Two"


def test_only_a_memory_s_own_revisions_are_brought_back(store: Store) -> None:
    """What is not one of them, or changes nothing, or is in the trash, is refused."""
    one, two = (add(store, make_draft(title)).changed[0].memory.id for title in ("One", "Two"))
    [own], [foreign] = store.revisions(one), store.revisions(two)
    assert bring_back(store, one, foreign.id).refused == (Refusal(one, Reason.UNKNOWN_REVISION),)
    assert bring_back(store, one, own.id).refused == (Refusal(one, Reason.UNCHANGED),)
    assert bring_back(store, "nosuchmemory2345", own.id).refused == (Refusal("nosuchmemory2345", Reason.UNKNOWN),)
    delete(store, [one])
    assert bring_back(store, one, own.id).refused == (Refusal(one, Reason.DELETED),)


def test_a_rehearsal_tells_what_an_act_would_do_and_keeps_nothing(store: Store) -> None:
    """Each act begins with what is there; no byte below the store is another after it, and no lock is needed."""
    memory_id = add(store, make_draft("One")).changed[0].memory.id
    files = {path: path.read_bytes() for path in store.home.rglob("*") if path.is_file()}
    trial = rehearsal(store)
    with store.writing():
        assert delete(trial, [memory_id]).changed[0].memory.status == "deleted"
        assert purge(trial, [memory_id]).changed[0].memory.title == ""
        assert approve(trial, [memory_id]).refused == (Refusal(memory_id, Reason.ALREADY_APPROVED),)
        assert len(propose(trial, [make_draft("Two")], origin="codex").changed) == 1
        assert review.undo(trial).reverted == "add"
    assert {path: path.read_bytes() for path in store.home.rglob("*") if path.is_file()} == files
    delete(store, [memory_id])
    assert delete(trial, [memory_id]).refused == (Refusal(memory_id, Reason.ALREADY_DELETED),)
