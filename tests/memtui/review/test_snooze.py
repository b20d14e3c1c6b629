"""Snoozing until a date or until a file changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.memory import USER_SCOPE, Snooze, Status
from memtui.memory.errors import InvalidMemoryError
from memtui.review import Reason, approve, delete, restore, snooze, supersede, undo, wake
from memtui.store import Store
from tests.support.memories import REPOSITORY, put_in_status, status_of

OLD, NEW = "a" * 40, "b" * 40


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Open a store of its own for each test."""
    return Store.open(tmp_path)


@pytest.mark.parametrize("status", [Status.PENDING, Status.APPROVED])
def test_a_memory_wakes_at_its_time_with_the_status_that_it_had(store: Store, status: Status) -> None:
    """Not before; nobody's undo takes the waking back, and what woke carries no snooze any longer."""
    memory_id = put_in_status(store, status)
    snooze(store, [memory_id], until=1_000)
    assert wake(store, now=999, blobs={}).changed == ()
    woken = wake(store, now=1_000, blobs={})
    assert [(head.memory.status, head.memory.snooze) for head in woken.changed] == [(status, Snooze())]
    assert store.revisions(memory_id)[-1].actor == "memtui"
    undo(store)
    assert status_of(store, memory_id) == status


@pytest.mark.parametrize(
    ("blobs", "due"), [({"a.py": OLD}, False), ({"a.py": NEW}, True), ({"a.py": ""}, True), ({"b.py": NEW}, False)]
)
def test_a_memory_wakes_when_its_file_is_another(store: Store, blobs: dict[str, str], due: bool) -> None:
    """A file that is gone has changed; one that was not looked at has not."""
    memory_id = put_in_status(store, Status.PENDING)
    snooze(store, [memory_id], path="a.py", blob=OLD)
    wake(store, now=10**18, blobs=blobs)
    assert status_of(store, memory_id) == (Status.PENDING if due else Status.SNOOZED)


def test_a_file_of_another_repository_wakes_nothing(store: Store) -> None:
    """Two repositories have files of one name."""
    here, there = (put_in_status(store, Status.PENDING, scope=scope) for scope in (REPOSITORY, USER_SCOPE))
    snooze(store, [here, there], path="README.md", blob=OLD)
    woken = wake(store, now=0, blobs={"README.md": NEW}, scope=REPOSITORY)
    assert [head.memory.id for head in woken.changed] == [here]


def test_waking_nothing_takes_no_lock(store: Store) -> None:
    """It is asked at every start, also while another process writes."""
    memory_id = put_in_status(store, Status.PENDING)
    snooze(store, [memory_id], until=1_000)
    with store.writing():
        assert wake(Store.open(store.home), now=1, blobs={}).batch == ""


def test_a_snooze_without_an_end_is_refused(store: Store) -> None:
    """What never comes back would be lost."""
    memory_id = put_in_status(store, Status.PENDING)
    with pytest.raises(InvalidMemoryError):
        snooze(store, [memory_id])


def test_a_snoozed_memory_can_be_put_off_again(store: Store) -> None:
    """To the same end it is no change."""
    memory_id = put_in_status(store, Status.PENDING)
    snooze(store, [memory_id], until=1_000)
    assert snooze(store, [memory_id], until=1_000).refused[0].reason == Reason.UNCHANGED
    assert snooze(store, [memory_id], until=2_000).changed[0].memory.snooze == Snooze(2_000)


def test_a_decision_ends_a_snooze_and_the_trash_does_not(store: Store) -> None:
    """What is taken out of the trash sleeps on; a restore of what sleeps wakes it."""
    memory_id = put_in_status(store, Status.PENDING)
    snooze(store, [memory_id], until=1_000)
    delete(store, [memory_id])
    assert wake(store, now=1_000, blobs={}).changed == ()
    assert restore(store, [memory_id]).changed[0].memory.snooze == Snooze(1_000)
    assert restore(store, [memory_id]).changed[0].memory.status == Status.PENDING
    snooze(store, [memory_id], until=1_000)
    assert approve(store, [memory_id]).changed[0].memory.snooze == Snooze()


def test_what_was_superseded_in_its_sleep_sleeps_on_when_taken_back(store: Store) -> None:
    """Nothing wakes by a detour."""
    memory_id, other = put_in_status(store, Status.APPROVED), put_in_status(store, Status.APPROVED)
    snooze(store, [memory_id], until=1_000)
    supersede(store, [memory_id], by=other)
    assert wake(store, now=1_000, blobs={}).changed == ()
    assert restore(store, [memory_id]).changed[0].memory.status == Status.SNOOZED
    assert wake(store, now=1_000, blobs={}).changed[0].memory.status == Status.APPROVED
