"""Superseding, merging and splitting."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.memory import Anchor, Evidence, Memory, Status
from memtui.memory.errors import InvalidMemoryError
from memtui.review import (
    Reason,
    Refusal,
    absorb,
    add,
    approve,
    delete,
    edit,
    merge,
    merged_draft,
    pin,
    propose,
    redo,
    restore,
    split,
    supersede,
    undo,
)
from memtui.review.values import Changes
from memtui.store import Store
from tests.support.memories import REPOSITORY, make_draft, put_in_status, status_of

PENDING, APPROVED, REJECTED, SNOOZED, SUPERSEDED, DELETED = Status


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Open a store of its own for each test."""
    return Store.open(tmp_path)


def added(store: Store, *titles: str) -> list[str]:
    """Add memories and return their ids."""
    return [add(store, make_draft(title, body=f"On {title}.")).changed[0].memory.id for title in titles]


def memory(store: Store, memory_id: str) -> Memory:
    """Return a memory as it is."""
    return store.snapshot().find(memory_id).memory


def test_a_supersession_is_a_link_both_ways(store: Store) -> None:
    """One act, whatever the number; undone, nothing is left of it."""
    old, older, new = added(store, "old", "older", "new")
    before = [memory(store, it) for it in (old, older, new)]
    result = supersede(store, [old, older], by=new)
    assert {store.revisions(it)[-1].batch for it in (old, older, new)} == {result.batch}
    assert [memory(store, it).superseded_by for it in (old, older)] == [(new,), (new,)]
    assert [memory(store, it).status for it in (old, older, new)] == [SUPERSEDED, SUPERSEDED, APPROVED]
    assert memory(store, new).supersedes == tuple(sorted([old, older]))
    assert len(store.revisions(new)) == 2
    undo(store)
    assert [memory(store, it) for it in (old, older, new)] == before


def test_what_is_taken_back_loses_its_link(store: Store) -> None:
    """A restore of one of two leaves the other."""
    old, older, new = added(store, "old", "older", "new")
    supersede(store, [old, older], by=new)
    assert restore(store, [old]).changed[0].memory.status == APPROVED
    assert memory(store, old).superseded_by == ()
    assert memory(store, new).supersedes == (older,)
    undo(store)
    assert memory(store, old).superseded_by == (new,)
    assert set(memory(store, new).supersedes) == {old, older}


def test_links_outlive_the_trash(store: Store) -> None:
    """What is deleted and restored is superseded as before."""
    old, new = added(store, "old", "new")
    supersede(store, [old], by=new)
    delete(store, [old, new])
    restore(store, [old, new])
    assert (memory(store, old).status, memory(store, old).superseded_by) == (SUPERSEDED, (new,))


def test_what_was_approved_gives_way_only_to_what_is_approved(store: Store) -> None:
    """Nothing that no one has approved may end what was; among pending ones it tidies the inbox."""
    approved, pending, other = (put_in_status(store, status) for status in (APPROVED, PENDING, PENDING))
    result = supersede(store, [approved, other], by=pending)
    assert result.refused == (Refusal(approved, Reason.NOT_APPROVED),)
    assert status_of(store, other) == SUPERSEDED


def test_a_memory_does_not_take_its_own_place(store: Store) -> None:
    """The others asked for go on."""
    old, new = added(store, "old", "new")
    assert supersede(store, [new, old], by=new).refused == (Refusal(new, Reason.ITSELF),)
    assert status_of(store, old) == SUPERSEDED


def test_an_unknown_successor_is_refused(store: Store) -> None:
    """Nothing is done."""
    [old] = added(store, "old")
    result = supersede(store, [old], by="nosuchmemory2345")
    assert result.refused == (Refusal("nosuchmemory2345", Reason.UNKNOWN),)
    assert status_of(store, old) == APPROVED


def test_a_chain_of_supersessions_is_undone_link_by_link(store: Store) -> None:
    """Each undo gives back one."""
    one, two, three = added(store, "one", "two", "three")
    supersede(store, [one], by=two)
    supersede(store, [two], by=three)
    undo(store)
    assert [status_of(store, it) for it in (one, two, three)] == [SUPERSEDED, APPROVED, APPROVED]
    assert memory(store, two).supersedes == (one,)
    redo(store)
    assert [status_of(store, it) for it in (one, two, three)] == [SUPERSEDED, SUPERSEDED, APPROVED]


def test_a_fact_that_supersedes_keeps_its_links_when_it_changes(store: Store) -> None:
    """A refresh rewrites the text and not what the memory is to others."""
    fact = absorb(store, REPOSITORY, [make_draft("Fact", key="k", fact=True)]).changed[0].memory.id
    [old] = added(store, "old")
    supersede(store, [old], by=fact)
    absorb(store, REPOSITORY, [make_draft("Fact, later", key="k", fact=True)])
    assert memory(store, fact).title == "Fact, later"
    assert (memory(store, fact).supersedes, memory(store, old).superseded_by) == ((old,), (fact,))
    undo(store)
    assert (memory(store, fact).supersedes, memory(store, old).superseded_by) == ((), ())


def test_the_preview_of_a_merge_has_all_that_was_said(store: Store) -> None:
    """Each text, tag, anchor and quote once."""
    one = add(
        store,
        make_draft("One", body="Same.", tags=("a",), anchors=(Anchor("x.py"),), evidence=(Evidence("file", "x.py"),)),
    )
    two = add(store, make_draft("Two", body="Different.", tags=("a", "b"), topic="locks"))
    three = add(store, make_draft("One", body="Same."))
    draft = merged_draft([result.changed[0].memory for result in (one, two) if result.changed])
    assert (draft.title, draft.body) == ("One", "Same.\n\nTwo\n\nDifferent.")
    assert (draft.tags, draft.topic, draft.anchors) == (("a", "b"), "locks", (Anchor("x.py"),))
    assert draft.evidence == (Evidence("file", "x.py"),)
    assert three.refused[0].reason == Reason.KNOWN


def test_a_merge_puts_one_memory_in_the_place_of_several(store: Store) -> None:
    """It is approved, since its text was shown; undone and redone as one act."""
    one, two = put_in_status(store, PENDING, title="One"), put_in_status(store, APPROVED, title="Two")
    draft = merged_draft([memory(store, it) for it in (one, two)])
    merged = merge(store, [one, two], draft).changed[-1].memory
    assert (merged.status, merged.title, merged.supersedes) == (APPROVED, "One", tuple(sorted([one, two])))
    assert [memory(store, it).superseded_by for it in (one, two)] == [(merged.id,)] * 2
    undo(store)
    assert [status_of(store, it) for it in (one, two, merged.id)] == [PENDING, APPROVED, DELETED]
    assert memory(store, merged.id).supersedes == ()
    redo(store)
    assert memory(store, merged.id) == merged
    assert [memory(store, it).superseded_by for it in (one, two)] == [(merged.id,)] * 2


def test_a_merge_of_what_cannot_be_merged_is_refused_whole(store: Store) -> None:
    """The text says what all of them said, so that none may be left out."""
    one, gone = put_in_status(store, APPROVED), put_in_status(store, DELETED)
    assert merge(store, [one, gone], make_draft()).refused == (Refusal(gone, Reason.DELETED),)
    assert merge(store, [one, one], make_draft()).refused == (Refusal(one, Reason.TOO_FEW),)
    with pytest.raises(InvalidMemoryError):
        merge(store, [one, put_in_status(store, APPROVED)], make_draft(""))
    assert status_of(store, one) == APPROVED


def test_a_merge_keeps_a_pin(store: Store) -> None:
    """The characters of those that leave are free for it, and an undo gives the pin back."""
    one, two = added(store, "one", "two")
    edit(store, one, Changes(body="x" * 1_500))
    pin(store, [one])
    merged = merge(store, [one, two], make_draft("both", body="y" * 1_600)).changed[-1].memory
    assert merged.pinned
    undo(store)
    assert memory(store, one).pinned
    redo(store)
    assert memory(store, merged.id).pinned
    undo(store)
    long = merge(store, [one, two], make_draft("both", body="z" * 2_000)).changed[-1].memory
    assert not long.pinned


def test_a_merged_fact_does_not_come_back(store: Store) -> None:
    """The next refresh leaves it superseded."""
    draft = make_draft("Fact", key="k", fact=True)
    fact = absorb(store, REPOSITORY, [draft]).changed[0].memory.id
    [other] = added(store, "other")
    merge(store, [fact, other], make_draft("both"))
    assert absorb(store, REPOSITORY, [make_draft("Fact, later", key="k", fact=True)]).changed == ()


@pytest.mark.parametrize("status", [PENDING, APPROVED, SNOOZED])
def test_the_parts_of_a_split_stand_where_the_whole_stood(store: Store, status: Status) -> None:
    """What was pending is not approved by cutting it up."""
    whole = put_in_status(store, status)
    result = split(store, whole, [make_draft("One half", key="k"), make_draft("The other")])
    parts = [head.memory for head in result.changed if head.memory.id != whole]
    assert [part.status for part in parts] == [status, status]
    assert [part.supersedes for part in parts] == [(whole,), (whole,)]
    assert memory(store, whole).superseded_by == tuple(sorted(part.id for part in parts))
    assert {part.key for part in parts} == {""}
    undo(store)
    assert (status_of(store, whole), memory(store, whole).superseded_by) == (status, ())


def test_one_part_is_no_split(store: Store) -> None:
    """An edit does that."""
    [whole] = added(store, "whole")
    assert split(store, whole, [make_draft("part")]).refused == (Refusal(whole, Reason.TOO_FEW),)


def test_a_link_that_an_undo_cannot_give_back_on_both_sides_is_not_given_back(store: Store) -> None:
    """An agent rewrote what the successor had superseded; the undo leaves no half of a link."""
    pending = propose(store, [make_draft("Seen", key="k")], origin="codex").changed[0].memory.id
    approve(store, [pending])
    [new] = added(store, "new")
    supersede(store, [pending], by=new)
    with store.writing() as transaction:
        head = transaction.head(pending)
        assert head is not None
        fields = {name: getattr(head.memory, name) for name in Memory.__dataclass_fields__}
        transaction.append(Memory(**{**fields, "body": "Unseen."}), actor="sync", action="merge")
    assert undo(store).refused == (Refusal(pending, Reason.CHANGED_MEANWHILE),)
    assert (memory(store, pending).superseded_by, memory(store, new).supersedes) == ((), ())
    assert status_of(store, pending) == SUPERSEDED
