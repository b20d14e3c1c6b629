from __future__ import annotations

from pathlib import Path

from memtui import review
from memtui.memory import Draft
from memtui.review.likeness import find_likeness, mark_likeness
from memtui.store import Store
from tests.support.memories import REPOSITORY

SAME = "Run the migrations before the tests, since they read the schema."


def _two_alike(home: Path) -> tuple[Store, list[str]]:
    store = Store.open(home)
    drafts = [
        Draft("convention", "Migrations first", SAME, REPOSITORY),
        Draft("pitfall", "Migrations first", SAME, REPOSITORY),
    ]
    ids = [review.add(store, draft).changed[0].memory.id for draft in drafts]
    mark_likeness(store)
    return store, ids


def _flags(store: Store, ids: list[str]) -> list[bool]:
    return ["duplicate" in store.snapshot().find(memory_id).memory.attention for memory_id in ids]


def test_memories_that_a_person_keeps_side_by_side_are_no_longer_flagged(tmp_path: Path) -> None:
    """The flag goes at once, and the next comparison does not bring it back."""
    store, ids = _two_alike(tmp_path)
    assert _flags(store, ids) == [True, True]
    result = review.keep_both(store, ids)
    assert {head.memory.id for head in result.changed} == set(ids)
    mark_likeness(store)
    assert _flags(store, ids) == [False, False]
    assert find_likeness(store.snapshot()).duplicates == ()


def test_undo_asks_again(tmp_path: Path) -> None:
    """The note that both are wanted is an act like any other."""
    store, ids = _two_alike(tmp_path)
    review.keep_both(store, ids)
    review.undo(store)
    mark_likeness(store)
    assert _flags(store, ids) == [True, True]


def test_a_third_double_is_flagged_beside_two_that_are_kept(tmp_path: Path) -> None:
    """What a person said of two memories says nothing of another one."""
    store, ids = _two_alike(tmp_path)
    review.keep_both(store, ids)
    third = review.add(store, Draft("lesson", "Migrations first", SAME, REPOSITORY)).changed[0].memory.id
    mark_likeness(store)
    assert _flags(store, [third]) == [True]


def test_one_memory_alone_cannot_be_kept_beside_itself(tmp_path: Path) -> None:
    """Too few are refused with the reason, and nothing is appended."""
    store, ids = _two_alike(tmp_path)
    result = review.keep_both(store, [ids[0], ids[0]])
    assert [refusal.reason for refusal in result.refused] == ["too_few"]
    assert result.batch == ""


def test_saying_it_twice_changes_nothing(tmp_path: Path) -> None:
    """The second time is refused as unchanged."""
    store, ids = _two_alike(tmp_path)
    review.keep_both(store, ids)
    assert {refusal.reason for refusal in review.keep_both(store, ids).refused} == {"unchanged"}
