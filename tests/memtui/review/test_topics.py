"""A topic makes what is said anew a change of what is there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memtui.memory import USER_SCOPE, Memory
from memtui.review import Changes, Reason, Refusal, Result, add, approve, delete, edit, merge, propose, reject, snooze
from memtui.store import Store
from tests.support.memories import make_draft, titles


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Open a store of its own for each test."""
    return Store.open(tmp_path)


def said(store: Store, title: str, topic: str = "test runner", **fields: Any) -> Result:
    """Propose a text on a topic."""
    return propose(store, [make_draft(title, topic=topic, **fields)], origin="codex")


def memory(store: Store, memory_id: str) -> Memory:
    """Return a memory as it is."""
    return store.snapshot().find(memory_id).memory


def test_a_pending_memory_is_changed_by_what_is_said_anew(store: Store) -> None:
    """Also by another agent, and in other letters of the topic; the former text stays in the log."""
    first = said(store, "Use nose").changed[0].memory
    again = propose(store, [make_draft("Use pytest", topic=" Test  Runner")], origin="claude").changed[0].memory
    assert (again.id, again.title, again.origin, again.topic) == (first.id, "Use pytest", "claude", "test runner")
    assert [revision.memory.title for revision in store.revisions(first.id)] == ["Use nose", "Use pytest"]
    assert titles(store) == ["Use pytest"]


def test_the_same_thing_again_is_no_change(store: Store) -> None:
    """Whatever the state of the memory."""
    memory_id = said(store, "Use nose").changed[0].memory.id
    assert said(store, "use NOSE").refused == (Refusal(memory_id, Reason.KNOWN),)
    approve(store, [memory_id])
    assert said(store, "Use nose").refused == (Refusal(memory_id, Reason.KNOWN),)
    assert len(store.revisions(memory_id)) == 2


@pytest.mark.parametrize("settle", ["approve", "edit", "snooze"])
def test_what_a_person_has_a_say_in_is_changed_by_a_proposal(store: Store, settle: str) -> None:
    """It waits as a proposal to edit it, of which there is one, with what was said last."""
    memory_id = said(store, "Use nose").changed[0].memory.id
    acts = {
        "approve": lambda: approve(store, [memory_id]),
        "edit": lambda: edit(store, memory_id, Changes(body="Mine.")),
        "snooze": lambda: snooze(store, [memory_id], until=10**18),
    }
    acts[settle]()
    before = memory(store, memory_id)
    first = said(store, "Use pytest").changed[0].memory
    second = said(store, "Use pytest 8").changed[0].memory
    assert first.id == second.id != memory_id
    assert (second.proposal.action, second.proposal.targets) == ("edit", (memory_id,))
    assert second.proposal.bases == (store.snapshot().find(memory_id).revision,)
    assert memory(store, memory_id) == before
    approve(store, [second.id])
    assert memory(store, memory_id).title == "Use pytest 8"
    assert said(store, "Use pytest 8").refused[0].reason == Reason.KNOWN
    assert said(store, "Use pytest 9").changed[0].memory.proposal.targets == (memory_id,)


def test_a_proposal_that_a_person_edited_is_not_written_over(store: Store) -> None:
    """What is said later waits beside it."""
    memory_id = said(store, "Use nose").changed[0].memory.id
    approve(store, [memory_id])
    change = said(store, "Use pytest").changed[0].memory.id
    edit(store, change, Changes(body="My words."))
    other = said(store, "Use unittest").changed[0].memory
    assert other.id not in {memory_id, change}
    assert memory(store, change).body == "My words."


@pytest.mark.parametrize(("turn_down", "reason"), [(reject, Reason.REJECTED), (delete, Reason.DELETED)])
def test_a_topic_that_was_turned_down_does_not_come_back(store: Store, turn_down: Any, reason: Reason) -> None:
    """Not with other words either."""
    memory_id = said(store, "Use nose").changed[0].memory.id
    turn_down(store, [memory_id])
    assert said(store, "Use nose for tests").refused == (Refusal(memory_id, reason),)


def test_a_change_that_was_turned_down_does_not_come_back_and_another_one_may(store: Store) -> None:
    """The subject itself is approved."""
    memory_id = said(store, "Use nose").changed[0].memory.id
    approve(store, [memory_id])
    change = said(store, "Use pytest").changed[0].memory.id
    reject(store, [change])
    assert said(store, "Use pytest").refused == (Refusal(change, Reason.REJECTED),)
    assert said(store, "Use unittest").changed[0].memory.proposal.targets == (memory_id,)


def test_a_topic_is_of_its_scope(store: Store) -> None:
    """Another repository, or the user everywhere, has subjects of the same name."""
    here, everywhere = said(store, "Use nose"), said(store, "Use pytest", scope=USER_SCOPE)
    assert here.changed[0].memory.id != everywhere.changed[0].memory.id


def test_a_topic_said_twice_in_one_go_is_one_memory(store: Store) -> None:
    """The later draft counts."""
    drafts = [make_draft(title, topic="t") for title in ("One", "Two")]
    propose(store, drafts, origin="codex")
    assert titles(store) == ["Two"]


def test_what_took_the_place_of_a_topic_is_changed(store: Store) -> None:
    """Also when it does not have the topic itself."""
    one = said(store, "Use nose").changed[0].memory.id
    other = add(store, make_draft("Other")).changed[0].memory.id
    merged = merge(store, [one, other], make_draft("Both")).changed[-1].memory.id
    assert said(store, "Use pytest").changed[0].memory.proposal.targets == (merged,)
