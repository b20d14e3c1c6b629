"""Memories of a file that say which takes the place of which: a claim upon what is here is proposed, never done."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from memtui.memory import Memory, Proposal, Status
from memtui.review import Reason, Refusal, Result, approve, reject, restore, supersede, undo
from memtui.review.receiving import receive
from memtui.store import Store
from tests.support.acts import check_memories, contents
from tests.support.memories import keep, make_memory

PENDING, APPROVED, REJECTED, SNOOZED, SUPERSEDED, DELETED = Status
HERE = "herehere23456723"
THERE = "therethere234567"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Give a store with one approved memory."""
    store = Store.open(tmp_path)
    keep(store, here())
    return store


def here(**fields: object) -> Memory:
    """Return the memory that a person here has approved."""
    return make_memory("Use nose", **{"id": HERE, "status": APPROVED, "reviewed": True, **fields})


def there(**fields: object) -> Memory:
    """Return the memory that a file brings, which says that it has taken the other's place."""
    return make_memory("Use pytest", **{"id": THERE, "status": APPROVED, "supersedes": (HERE,), **fields})


def take(store: Store, *memories: Memory, own: bool = False) -> Result:
    """Receive the memories of a file."""
    result = receive(store, memories, origin="import", own=own)
    check_memories(contents(store))
    return result


def memory(store: Store, memory_id: str) -> Memory:
    """Return a memory as it is."""
    return store.snapshot().find(memory_id).memory


@pytest.mark.parametrize(
    "file",
    [
        (there(),),
        (there(supersedes=()), here(status=SUPERSEDED, superseded_by=(THERE,))),
        (here(status=SUPERSEDED, superseded_by=(THERE,)), there()),
    ],
)
def test_a_claim_upon_an_approved_memory_is_a_proposal(store: Store, file: tuple[Memory, ...]) -> None:
    """Whichever side says it: the approved memory stays as it is, and what came in says what it would do."""
    before = memory(store, HERE)
    take(store, *file)
    assert memory(store, HERE) == before
    came = memory(store, THERE)
    assert (came.status, came.supersedes) == (PENDING, ())
    assert came.proposal == Proposal("supersede", (HERE,), (store.snapshot().find(HERE).revision,))


def test_an_approved_claim_links_both_and_one_undo_takes_it_back(store: Store) -> None:
    """As if the person had superseded the one by the other."""
    take(store, there())
    before = contents(store)
    approve(store, [THERE])
    old, new = memory(store, HERE), memory(store, THERE)
    assert (old.status, old.superseded_by) == (SUPERSEDED, (THERE,))
    assert (new.status, new.supersedes, new.proposal) == (APPROVED, (HERE,), Proposal())
    undo(store)
    assert contents(store) == before


def test_a_claim_that_is_turned_down_leaves_no_mark(store: Store) -> None:
    """And reading the file again does not bring it back."""
    before = memory(store, HERE)
    take(store, there())
    reject(store, [THERE])
    take(store, there(), here(superseded_by=(THERE,)))
    assert (memory(store, HERE), memory(store, THERE).status) == (before, REJECTED)


def test_a_file_read_twice_claims_once(store: Store) -> None:
    """Before and after the claim was approved."""
    take(store, there())
    assert take(store, there()).refused == (Refusal(THERE, Reason.KNOWN),)
    approve(store, [THERE])
    assert take(store, there()).refused == (Refusal(THERE, Reason.KNOWN),)
    assert memory(store, HERE).superseded_by == (THERE,)


def test_the_links_of_what_is_new_on_both_sides_are_kept(store: Store) -> None:
    """A history that came along whole stays one, both ways, also where the file says it on one side only."""
    old = make_memory("Use nose 2", status=SUPERSEDED)
    take(store, there(supersedes=(old.id,)), old)
    assert (memory(store, old.id).status, memory(store, old.id).superseded_by) == (SUPERSEDED, (THERE,))
    assert memory(store, THERE).supersedes == (old.id,)
    assert memory(store, THERE).proposal == Proposal()


def test_what_came_in_is_not_tied_to_what_it_says_it_was_replaced_by(store: Store) -> None:
    """That would be a mark on the approved memory that no person made; it can be looked at all the same."""
    before = memory(store, HERE)
    take(store, make_memory("Use unittest", id=THERE, status=SUPERSEDED, superseded_by=(HERE,)))
    assert memory(store, HERE) == before
    assert (memory(store, THERE).status, memory(store, THERE).superseded_by) == (SUPERSEDED, ())
    restore(store, [THERE])
    assert memory(store, THERE).status == PENDING


@pytest.mark.parametrize("own", [False, True])
def test_a_claim_between_memories_that_were_here_is_told_and_left_to_the_person(store: Store, own: bool) -> None:
    """The one that would take the place is no proposal, so it cannot carry the claim."""
    keep(store, there(supersedes=(), reviewed=True))
    before = contents(store)
    result = take(store, here(status=SUPERSEDED, superseded_by=(THERE,)), own=own)
    assert Refusal(HERE, Reason.CLAIMED, THERE) in result.refused
    assert contents(store) == before
    supersede(store, [HERE], by=THERE)
    assert Reason.CLAIMED not in {it.reason for it in take(store, there(), own=own).refused}


def test_an_export_of_ones_own_does_not_replace_what_is_approved_here(store: Store) -> None:
    """What it says was approved is; whose place it takes is left to the person, who is told."""
    before = memory(store, HERE)
    result = take(store, there(), own=True)
    assert result.refused == (Refusal(HERE, Reason.CLAIMED, THERE),)
    assert (memory(store, HERE), memory(store, THERE).status) == (before, APPROVED)


def test_claims_upon_what_is_not_here_or_does_not_stand_are_dropped(store: Store) -> None:
    """They would be links that lead nowhere, or proposals that cannot be carried out."""
    gone = make_memory("Gone", status=DELETED)
    keep(store, gone)
    assert take(store, there(supersedes=("nosuchmemory2345", gone.id))).refused == ()
    assert (memory(store, THERE).supersedes, memory(store, THERE).proposal) == ((), Proposal())
    assert memory(store, gone.id) == gone


def test_a_file_hides_nothing_that_waits_here(store: Store) -> None:
    """A proposal that nobody has looked at takes a new text, and stays where it is whatever the file says."""
    keep(store, there(status=PENDING, supersedes=()), actor="import")
    take(store, there(status=DELETED, supersedes=(), body="Since 2026."))
    assert (memory(store, THERE).status, memory(store, THERE).body) == (PENDING, "Since 2026.")


def test_ones_own_decisions_are_taken_over_where_nobody_has_decided_here(store: Store) -> None:
    """A file that was first read as someone else's can be read again as one's own."""
    take(store, there(supersedes=()))
    take(store, there(supersedes=(), pinned=True), own=True)
    assert (memory(store, THERE).status, memory(store, THERE).pinned) == (APPROVED, True)


def test_pins_of_ones_own_stay_within_their_budget(store: Store) -> None:
    """What is always recalled is bounded however it came in."""
    many = [make_memory(f"Rule {number}", status=APPROVED, pinned=True) for number in range(30)]
    take(store, *many, own=True)
    assert sum(it.pinned for it in contents(store).values()) == 20


def test_of_two_lines_about_one_memory_the_last_counts(store: Store) -> None:
    """As in a file that was made by adding to an older one."""
    result = take(store, there(body="Old."), there(body="New."))
    assert [head.memory.id for head in result.changed] == [THERE]
    assert memory(store, THERE).body == "New."


def test_an_edit_that_a_file_proposes_claims_nothing(store: Store) -> None:
    """The links of a memory are no part of what its proposal to edit one here says."""
    changed = replace(here(), body="Since 2010.", supersedes=("nosuchmemory2345",), superseded_by=(THERE,))
    (edit,) = take(store, changed).changed
    assert (edit.memory.proposal.action, edit.memory.supersedes, edit.memory.superseded_by) == ("edit", (), ())
