"""Memories and the code they are about."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.memory import Anchor, Attention, Memory, Status
from memtui.review import Reason, Refusal, confirm, follow, mark_attention, undo
from memtui.store import Store
from tests.support.memories import put_in_status

OLD, NEW = (Anchor("a.py", "run", "a" * 40),), (Anchor("b.py", "run", "b" * 40, "d" * 32),)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Open a store of its own for each test."""
    return Store.open(tmp_path)


def memory(store: Store, memory_id: str) -> Memory:
    """Return a memory as it is."""
    return store.snapshot().find(memory_id).memory


@pytest.mark.parametrize("status", [Status.PENDING, Status.APPROVED, Status.SNOOZED])
def test_what_still_holds_is_stale_no_longer(store: Store, status: Status) -> None:
    """It is tied to the code as it is now, other flags stay, and what was pending is not approved by it."""
    memory_id = put_in_status(store, status, anchors=OLD, attention=("duplicate", "stale"))
    confirmed = confirm(store, {memory_id: NEW}).changed[0].memory
    assert (confirmed.status, confirmed.anchors, confirmed.attention) == (status, NEW, ("duplicate",))
    assert confirm(store, {memory_id: NEW}).refused == (Refusal(memory_id, Reason.UNCHANGED),)
    undo(store)
    assert (memory(store, memory_id).anchors, memory(store, memory_id).attention) == (OLD, ("duplicate", "stale"))


def test_anchors_follow_code_that_moved(store: Store) -> None:
    """It is no act of the person, touches nothing else, and leaves alone what is asleep or gone."""
    memory_id = put_in_status(store, Status.PENDING, anchors=OLD, attention=("stale",))
    gone = put_in_status(store, Status.DELETED, anchors=OLD)
    result = follow(store, {memory_id: NEW, gone: NEW, "nosuchmemory2345": NEW})
    [followed] = [head.memory for head in result.changed]
    assert (followed.anchors, followed.attention, followed.reviewed) == (NEW, ("stale",), False)
    assert result.refused == (Refusal(gone, Reason.DELETED), Refusal("nosuchmemory2345", Reason.UNKNOWN))
    assert store.revisions(memory_id)[-1].actor == "memtui"
    assert follow(store, {memory_id: NEW}).refused == (Refusal(memory_id, Reason.UNCHANGED),)


def test_reasons_to_look_again_are_set_and_taken_at_once(store: Store) -> None:
    """In one batch; of what was not considered nothing is said, and what is no longer alive is left alone."""
    new, old, kept, other = (
        put_in_status(store, Status.APPROVED, attention=attention)
        for attention in ((), ("stale",), ("stale",), ("stale",))
    )
    gone = put_in_status(store, Status.REJECTED)
    considered = {new, old, kept, gone}
    result = mark_attention(store, Attention.STALE, {new, kept, gone, "nosuchmemory2345"}, considered)
    assert {head.memory.id: head.memory.attention for head in result.changed} == {new: ("stale",), old: ()}
    assert [memory(store, it).attention for it in (kept, other, gone)] == [("stale",), ("stale",), ()]
    assert store.revisions(new)[-1].batch == store.revisions(old)[-1].batch == result.batch


def test_reasons_that_are_so_already_append_nothing(store: Store) -> None:
    """No lock is taken for them, so that it can be asked at every start."""
    memory_id = put_in_status(store, Status.APPROVED, attention=("duplicate",))
    with store.writing():
        result = mark_attention(Store.open(store.home), Attention.DUPLICATE, {memory_id}, {memory_id})
    assert (result.batch, result.changed) == ("", ())
