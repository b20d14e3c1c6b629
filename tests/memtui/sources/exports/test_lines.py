"""Memories leave as lines of JSON and come back as they were, or with the trust that nobody here has given them."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.memory import Anchor, Evidence, Kind, Link, Memory, Proposal, Scope, Snooze, Status
from memtui.review import Changes, approve, edit
from memtui.review.content import flagged
from memtui.review.receiving import receive
from memtui.sources.exports.lines import from_lines, is_export, to_lines
from memtui.store import Store
from memtui.store.identity import random_id
from tests.support.memories import keep, make_memory
from tests.support.unhurried import UNHURRIED

TEXT = st.text(st.characters(codec="utf-8"), max_size=20)
TITLE = TEXT.map(lambda text: " ".join(text.split())).filter(bool)
TEXTS = st.lists(TEXT, max_size=2).map(tuple)
NUMBER = st.integers(0, 2**53)
MEMORIES = st.builds(
    Memory,
    id=st.builds(random_id),
    kind=st.sampled_from([*map(str, Kind), "habit"]),
    title=TITLE,
    body=TEXT,
    scope=st.sampled_from([Scope("user"), Scope("repo", "a" * 40), Scope("group", "web")]),
    status=st.sampled_from(Status),
    tags=TEXTS,
    anchors=st.lists(st.builds(Anchor, TEXT, TEXT, TEXT, TEXT), max_size=2).map(tuple),
    evidence=st.lists(st.builds(Evidence, TEXT, TEXT, st.integers(0, 99), TEXT), max_size=2).map(tuple),
    origin=TEXT,
    key=TEXT,
    basis=TEXT,
    reviewed=st.booleans(),
    topic=TEXT,
    pinned=st.booleans(),
    supersedes=TEXTS,
    superseded_by=TEXTS,
    snooze=st.builds(Snooze, NUMBER, TEXT, TEXT),
    link=st.builds(Link, TEXT, TEXT, TEXT, TEXT),
    proposal=st.builds(Proposal, st.sampled_from(["", "edit", "delete"]), TEXTS, TEXTS, TEXT),
)


@UNHURRIED
@given(st.lists(MEMORIES, max_size=3))
def test_any_memories_come_back_equal_from_their_lines(memories: list[Memory]) -> None:
    """All fields, whatever characters are in them, on one line of ASCII each."""
    text = to_lines(memories)
    assert text.isascii()
    assert text.count("\n") == len(memories)
    assert "\x7f" not in text
    assert from_lines(text) == (memories, [])


@settings(UNHURRIED, max_examples=15)
@given(memories=st.lists(MEMORIES, min_size=1, max_size=4, unique_by=lambda memory: memory.id))
def test_an_export_of_ones_own_is_imported_without_loss(
    tmp_path_factory: pytest.TempPathFactory, memories: list[Memory]
) -> None:
    """Into an empty store, every memory is as it was, decisions included; without --own, nobody has seen them.

    Links to what did not come along lead nowhere here, and are left out.
    """
    memories = [replace(flagged(memory), supersedes=(), superseded_by=()) for memory in memories]
    astray = [replace(memory, supersedes=("nosuchmemory2345",)) for memory in memories]
    read, malformed = from_lines(to_lines(astray))
    assert not malformed
    store = Store.open(tmp_path_factory.mktemp("own"))
    assert not receive(store, read, origin="import", own=True).refused
    assert {memory.id: store.snapshot().find(memory.id).memory for memory in memories} == {
        memory.id: memory for memory in memories
    }
    strange = Store.open(tmp_path_factory.mktemp("strange"))
    receive(strange, read, origin="import")
    for memory in memories:
        taken = strange.snapshot().find(memory.id).memory
        assert taken.status != Status.APPROVED
        status = Status.PENDING if memory.status == Status.APPROVED else memory.status
        assert taken == replace(memory, status=status, reviewed=False, pinned=False, origin="import")


def test_every_field_of_a_memory_is_written() -> None:
    """A field that is added to memories later is in the export from then on."""
    (line,) = to_lines([make_memory()]).splitlines()
    assert {field.name for field in fields(Memory)} | {"memtui"} == set(json.loads(line))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Give an empty store."""
    return Store.open(tmp_path / "memories")


def test_a_file_read_twice_changes_nothing(store: Store) -> None:
    """Each memory is known by its id."""
    memory = make_memory()
    receive(store, [memory], origin="import")
    again = receive(store, [memory], origin="import")
    assert (again.changed, [str(it.reason) for it in again.refused]) == ((), ["known"])


def test_a_memory_that_is_here_with_another_text_gets_a_proposal(store: Store) -> None:
    """What a person here approved is not overwritten by a file, and the proposal can be approved."""
    memory = make_memory(status=Status.APPROVED, body="Old.")
    keep(store, replace(memory, reviewed=True))
    other = replace(memory, body="New.")
    (proposed,) = receive(store, [other], origin="import").changed
    assert (proposed.memory.proposal.action, proposed.memory.proposal.targets) == ("edit", (memory.id,))
    assert proposed.memory.status == Status.PENDING
    assert [str(it.reason) for it in receive(store, [other], origin="import").refused] == ["known"]
    approve(store, [proposed.memory.id])
    assert store.snapshot().find(memory.id).memory.body == "New."


def test_what_was_turned_down_here_does_not_come_back_by_a_file(store: Store) -> None:
    """By its id or by its text under another id."""
    memory = make_memory(status=Status.REJECTED, reviewed=True)
    keep(store, memory)
    twin = replace(memory, id=random_id(), status=Status.APPROVED)
    changed = replace(memory, body="Other.", status=Status.APPROVED)
    refused = receive(store, [twin, changed], origin="import").refused
    assert [str(it.reason) for it in refused] == ["rejected", "rejected"]


def test_a_memory_that_a_person_edited_here_is_not_taken_back(store: Store) -> None:
    """Also while it is pending."""
    memory = make_memory()
    receive(store, [memory], origin="import")
    edit(store, memory.id, Changes(body="Mine."))
    (proposed,) = receive(store, [replace(memory, body="Theirs.")], origin="import").changed
    assert proposed.memory.proposal.targets == (memory.id,)
    assert store.snapshot().find(memory.id).memory.body == "Mine."


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"memtui": 2}, "memtui"),
        ({"title": None}, "title"),
        ({"tags": "a"}, "tags"),
        ({"tags": [1]}, "tags"),
        ({"status": "trusted"}, "status"),
        ({"anchors": [{"path": 1}]}, "anchors"),
        ({"evidence": [{"line": 1}]}, "evidence"),
        ({"pinned": "yes"}, "pinned"),
        ({"snooze": {"until": True}}, "snooze"),
    ],
)
def test_a_line_that_is_no_memory_is_told_and_the_rest_goes_on(change: dict[str, Any], field: str) -> None:
    """With its number and what is wrong in it."""
    good = to_lines([make_memory()])
    bad = json.dumps({**json.loads(good), **change})
    memories, malformed = from_lines(f"{good}{bad}\n\nnot json\n[1]\n{good}")
    assert len(memories) == 2
    assert malformed == [(2, field), (4, "json"), (5, "memtui")]


def test_fields_of_a_newer_version_are_left_out_and_missing_ones_have_their_default() -> None:
    """Older and newer exports can be read."""
    record = json.loads(to_lines([make_memory(title="kept")]))
    record["mood"] = "fine"
    record["link"]["colour"] = "red"
    del record["topic"]
    ((memory,), malformed) = from_lines(json.dumps(record))
    assert (memory.title, memory.topic, malformed) == ("kept", "", [])


def test_an_export_is_told_from_other_lines_of_json() -> None:
    """By its mark alone."""
    assert is_export(to_lines([make_memory()]))
    for text in ("", '{"memory": "x"}\n', "[]\n", "memtui\n", '"memtui"\n'):
        assert not is_export(text)
