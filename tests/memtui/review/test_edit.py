"""A person's change of a memory's content."""

from __future__ import annotations

import pytest

from memtui.memory import USER_SCOPE, Anchor, Evidence, Scope, Status
from memtui.memory.errors import ChangedMeanwhileError, InvalidMemoryError
from memtui.review import Changes, Reason, Refusal, add, delete, edit
from memtui.store import Store
from tests.support.memories import make_draft, put_in_status

SECRET = "token = ghp_" + "a1B2c3D4e5F6" * 3


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """One store for all tests here; each makes memories of its own."""
    return Store.open(tmp_path_factory.mktemp("edit"))


def test_each_field_can_be_set_and_the_others_stay(store: Store) -> None:
    """None leaves a field alone; an empty body and no tags are values."""
    anchors, evidence = (Anchor("a.py"),), (Evidence("file", "a.py", 3, "x"),)
    memory_id = put_in_status(store, Status.APPROVED, tags=("a",), anchors=anchors, evidence=evidence)
    first = edit(store, memory_id, Changes(title="  New \n title ", kind="lesson")).changed[0].memory
    assert (first.title, first.kind, first.body, first.tags) == ("New title", "lesson", "Because others wait.", ("a",))
    second = edit(store, memory_id, Changes(body="", tags=(), scope=Scope("repo", "r"))).changed[0].memory
    assert (second.title, second.body, second.tags, second.scope) == ("New title", "", (), Scope("repo", "r"))
    assert (second.anchors, second.evidence, second.status) == (anchors, evidence, Status.APPROVED)


def test_an_edit_that_changes_nothing_is_refused(store: Store) -> None:
    """No revision says that nothing happened."""
    memory_id = put_in_status(store, Status.PENDING)
    result = edit(store, memory_id, Changes(body="Because others wait."))
    assert result.refused == (Refusal(memory_id, Reason.UNCHANGED),)
    assert len(store.revisions(memory_id)) == 2


def test_an_edit_of_what_does_not_exist_is_refused(store: Store) -> None:
    """The refusal names the id."""
    assert edit(store, "nosuchmemory2345", Changes(body="x")).refused == (Refusal("nosuchmemory2345", Reason.UNKNOWN),)


def test_an_edit_of_an_older_revision_is_not_applied(store: Store) -> None:
    """Who edits what changed meanwhile is told so, and the newer text stays."""
    memory_id = put_in_status(store, Status.PENDING)
    seen = store.snapshot().find(memory_id).revision
    changed = edit(store, memory_id, Changes(body="first"), expected_revision=seen).changed[0]
    with pytest.raises(ChangedMeanwhileError) as caught:
        edit(store, memory_id, Changes(body="second"), expected_revision=seen)
    assert caught.value.id == memory_id
    assert store.snapshot().find(memory_id).memory.body == "first"
    edit(store, memory_id, Changes(body="third"), expected_revision=changed.revision)


@pytest.mark.parametrize(
    ("changes", "field", "reason"),
    [
        (Changes(title="  \n "), "title", "empty"),
        (Changes(title="x" * 201), "title", "too_long"),
        (Changes(body="x" * 20_001), "body", "too_long"),
        (Changes(kind=" "), "kind", "empty"),
        (Changes(kind="k" * 61), "kind", "too_long"),
        (Changes(body="lone \udcff surrogate"), "body", "not_text"),
        (Changes(tags=("fine", "\ud800")), "tags", "not_text"),
    ],
)
def test_what_cannot_be_kept_is_an_error_with_the_field(
    store: Store, changes: Changes, field: str, reason: str
) -> None:
    """Neither edit nor add keeps it, and the memory stays as it was."""
    memory_id = put_in_status(store, Status.PENDING)
    with pytest.raises(InvalidMemoryError) as caught:
        edit(store, memory_id, changes)
    assert (caught.value.field, caught.value.reason) == (field, reason)
    assert len(store.revisions(memory_id)) == 2


def test_the_longest_that_can_be_kept_is_kept(store: Store) -> None:
    """The limits themselves are allowed."""
    memory_id = put_in_status(store, Status.PENDING)
    edited = edit(store, memory_id, Changes(title="ü" * 200, body="🧪" * 20_000)).changed[0].memory
    assert (len(edited.title), len(edited.body)) == (200, 20_000)


def test_an_edit_is_checked_for_safety_again(store: Store) -> None:
    """A secret that comes in is flagged, one that goes out takes its flag along, other reasons stay."""
    memory_id = put_in_status(store, Status.PENDING, attention=("duplicate",))
    assert edit(store, memory_id, Changes(body=SECRET)).changed[0].memory.attention == ("duplicate", "secret")
    hidden = edit(store, memory_id, Changes(body="a\u200bb \u202e x")).changed[0].memory
    assert hidden.attention == ("duplicate", "hidden_text")
    assert edit(store, memory_id, Changes(kind="odd")).changed[0].memory.attention == (
        "duplicate",
        "hidden_text",
        "unknown_kind",
    )
    clean = edit(store, memory_id, Changes(body="clean", kind="lesson")).changed[0].memory
    assert clean.attention == ("duplicate",)


def test_what_a_person_adds_is_approved_at_once(store: Store) -> None:
    """It is the person's own; what is approved already is not kept twice, and what was deleted may be said anew."""
    draft = make_draft("My rule", scope=USER_SCOPE, tags=("t",))
    first = add(store, draft).changed[0].memory
    assert (first.status, first.origin, first.reviewed, first.tags) == (Status.APPROVED, "person", True, ("t",))
    assert add(store, make_draft("my  rule", scope=USER_SCOPE)).refused == (Refusal(first.id, Reason.KNOWN),)
    delete(store, [first.id])
    assert add(store, draft).changed[0].memory.id != first.id
    with pytest.raises(InvalidMemoryError):
        add(store, make_draft(" "))


def test_a_keyed_memory_is_added_once(store: Store) -> None:
    """A person's memory with a key does not overwrite the one that has it."""
    first = add(store, make_draft("One", key="k"))
    again = add(store, make_draft("Two", key="k"))
    assert again.refused == (Refusal(first.changed[0].memory.id, Reason.KNOWN),)
