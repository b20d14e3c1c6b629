"""Approving proposals to edit, supersede or delete other memories."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from memtui.memory import Anchor, Evidence, Memory, Proposal, Status
from memtui.review import (
    PINNED_CHARACTERS,
    Changes,
    Reason,
    Refusal,
    add,
    approve,
    delete,
    edit,
    outcome_of,
    pin,
    propose,
    purge,
    redo,
    reject,
    restore,
    supersede,
    tag,
    undo,
)
from memtui.store import Store
from tests.support.memories import make_draft

PENDING, APPROVED, REJECTED, SNOOZED, SUPERSEDED, DELETED = Status


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Open a store of its own for each test."""
    return Store.open(tmp_path)


def memory(store: Store, memory_id: str) -> Memory:
    """Return a memory as it is."""
    return store.snapshot().find(memory_id).memory


def target(store: Store, title: str = "Use nose", **fields: Any) -> str:
    """Add a memory that proposals are about."""
    return add(store, make_draft(title, **fields)).changed[0].memory.id


def proposed(store: Store, action: str, *targets: str, **fields: Any) -> str:
    """Propose something about memories and return the id of the proposal."""
    draft = make_draft(**{"title": "Use pytest", **fields}, proposal=Proposal(action, targets))
    return propose(store, [draft], origin="codex").changed[0].memory.id


def test_a_proposal_notes_the_heads_that_it_was_made_against(store: Store) -> None:
    """It waits like any other, and names no base that its source did not see, unless that named one."""
    one = target(store)
    proposal = memory(store, proposed(store, "edit", one)).proposal
    assert proposal == Proposal("edit", (one,), (store.snapshot().find(one).revision,))
    assert memory(store, one).title == "Use nose"


def test_a_proposal_about_nothing_known_is_refused(store: Store) -> None:
    """So is an action that nobody knows."""
    unknown = propose(store, [make_draft(proposal=Proposal("edit", ("nosuchmemory2345",)))], origin="codex")
    assert unknown.refused == (Refusal("nosuchmemory2345", Reason.UNKNOWN),)
    wrong = propose(store, [make_draft(proposal=Proposal("explode", (target(store),)))], origin="codex")
    assert wrong.refused == (Refusal("", Reason.INVALID, "proposal"),)


def test_an_approved_edit_changes_its_target(store: Store) -> None:
    """The target has the new text, keeps its status, and the proposal is superseded by it; one undo takes all back."""
    one = target(store, tags=("a", "b"), anchors=(Anchor("a.py"),), evidence=(Evidence("file", "a.py"),))
    before = memory(store, one)
    change = proposed(store, "edit", one, tags=("b", "c"), evidence=(Evidence("session", "s"),))
    outcome = outcome_of(store, memory(store, change))
    result = approve(store, [change])
    after = memory(store, one)
    assert (after.title, after.tags, after.anchors, after.status) == (
        "Use pytest",
        ("b", "c"),
        (Anchor("a.py"),),
        APPROVED,
    )
    assert after.evidence == (Evidence("file", "a.py"), Evidence("session", "s"))
    assert (memory(store, change).status, memory(store, change).superseded_by) == (SUPERSEDED, (one,))
    assert {head.memory.id for head in result.changed} == {one, change}
    assert outcome.before == (before,)
    assert replace(outcome.targets[0], supersedes=(change,)) == after
    undo(store)
    assert (memory(store, one), memory(store, change).status) == (before, PENDING)
    redo(store)
    assert memory(store, one) == after


def test_an_edit_is_merged_field_by_field(store: Store) -> None:
    """What a person changed meanwhile in another field stays, and so does a tag."""
    one = target(store, body="Old body.", tags=("a",))
    change = proposed(store, "edit", one, body="Old body.", tags=("a", "b"))
    edit(store, one, Changes(body="Person's body.", tags=("a", "mine")))
    approve(store, [change])
    after = memory(store, one)
    assert (after.title, after.body, after.tags) == ("Use pytest", "Person's body.", ("a", "mine", "b"))


def test_an_edit_of_what_was_changed_otherwise_fails_and_the_rest_goes_on(store: Store) -> None:
    """It stays pending, says why, and names the field; an undo takes back the flag with the rest of the act."""
    one, two = target(store), target(store, "Another")
    wrong, right = proposed(store, "edit", one), proposed(store, "edit", two, title="Better")
    edit(store, one, Changes(title="Use unittest"))
    assert outcome_of(store, memory(store, wrong)).fields == ("title",)
    result = approve(store, [wrong, right])
    assert result.refused == (Refusal(wrong, Reason.APPLY_FAILED, "changed_meanwhile"),)
    failed = memory(store, wrong)
    assert (failed.status, failed.attention, failed.proposal.failure) == (
        PENDING,
        ("apply_failed",),
        "changed_meanwhile",
    )
    assert (memory(store, one).title, memory(store, two).title) == ("Use unittest", "Better")
    assert wrong not in {head.memory.id for head in result.changed}
    undo(store)
    assert memory(store, wrong).attention == ()


def test_a_failure_alone_is_no_act_of_the_person(store: Store) -> None:
    """The next undo is of what they did, and a second try appends nothing."""
    one = target(store)
    wrong = proposed(store, "edit", one)
    edit(store, one, Changes(title="Use unittest"))
    approve(store, [wrong])
    approve(store, [wrong])
    assert [revision.actor for revision in store.revisions(wrong)] == ["codex", "memtui"]
    assert undo(store).reverted == "edit"
    assert approve(store, [wrong]).refused == ()
    assert memory(store, wrong).attention == ()


def test_a_failed_edit_that_a_person_edits_is_made_against_the_present(store: Store) -> None:
    """They have seen both by then, and what they wrote is what the target becomes."""
    one = target(store)
    change = proposed(store, "edit", one)
    edit(store, one, Changes(title="Use unittest"))
    approve(store, [change])
    edit(store, change, Changes(title="Use pytest, not unittest"))
    assert memory(store, change).attention == ()
    approve(store, [change])
    assert memory(store, one).title == "Use pytest, not unittest"


def test_a_proposal_is_edited_and_approved_in_one_act(store: Store) -> None:
    """The target gets what the person made of it, and one undo gives back both."""
    one = target(store)
    change = proposed(store, "edit", one)
    result = edit(store, change, Changes(title="Use pytest 8"), approve=True)
    assert (result.action, memory(store, one).title) == ("edit", "Use pytest 8")
    undo(store)
    assert (memory(store, one).title, memory(store, change).title) == ("Use nose", "Use pytest")
    edit(store, one, Changes(title="Use unittest"))
    failing = edit(store, change, Changes(title="Use pytest 9"), approve=True)
    assert failing.refused == (Refusal(change, Reason.APPLY_FAILED, "changed_meanwhile"),)
    assert memory(store, change).title == "Use pytest 9"


@pytest.mark.parametrize("action", ["edit", "supersede", "delete"])
@pytest.mark.parametrize(
    ("lose", "reason"),
    [
        (lambda store, it: delete(store, [it]), Reason.DELETED),
        (lambda store, it: purge(store, [it]), Reason.PURGED),
        (lambda store, it: reject(store, [it]), Reason.REJECTED),
        (lambda store, it: supersede(store, [it], by=target(store, "Other")), Reason.SUPERSEDED),
    ],
)
def test_a_proposal_whose_target_is_gone_fails(store: Store, action: str, lose: Any, reason: Reason) -> None:
    """Nothing comes back or is changed by it."""
    one = target(store)
    change = proposed(store, action, one)
    lose(store, one)
    before = memory(store, one)
    assert outcome_of(store, memory(store, change)).failure == reason
    assert approve(store, [change]).refused == (Refusal(change, Reason.APPLY_FAILED, reason),)
    assert memory(store, one) == before


def test_an_approved_supersession_takes_the_place_of_its_targets(store: Store) -> None:
    """It is approved, linked both ways, and is done with: confirming it later acts upon nothing."""
    one, two = target(store), target(store, "Also nose")
    change = proposed(store, "supersede", one, two)
    approve(store, [change])
    after = memory(store, change)
    assert (after.status, after.proposal) == (APPROVED, Proposal())
    assert after.supersedes == tuple(sorted([one, two]))
    assert [memory(store, it).superseded_by for it in (one, two)] == [(change,)] * 2
    undo(store)
    assert [memory(store, it).status for it in (one, two, change)] == [APPROVED, APPROVED, PENDING]
    assert memory(store, change).proposal.action == "supersede"


def test_an_approved_deletion_goes_to_the_trash_with_its_target(store: Store) -> None:
    """Both come back by one undo."""
    one = target(store)
    change = proposed(store, "delete", one, title="Not true any longer")
    approve(store, [change])
    assert [memory(store, it).status for it in (one, change)] == [DELETED, DELETED]
    undo(store)
    assert [memory(store, it).status for it in (one, change)] == [APPROVED, PENDING]


@pytest.mark.parametrize("action", ["supersede", "delete"])
def test_what_may_go_may_go_as_it_was(store: Store, action: str) -> None:
    """A text that was changed since fails; another status, pin or topic does not."""
    one, two = target(store), target(store, "Two")
    changes = [proposed(store, action, one), proposed(store, action, two, title="Other")]
    edit(store, one, Changes(body="Rewritten."))
    pin(store, [two])
    result = approve(store, changes)
    assert result.refused == (Refusal(changes[0], Reason.APPLY_FAILED, "changed_meanwhile"),)
    assert memory(store, one).status == APPROVED
    assert memory(store, two).status in {SUPERSEDED, DELETED}


def test_a_target_that_changed_after_it_was_shown_is_not_changed(store: Store) -> None:
    """The person saw what would come of the proposal, and that would be another thing now."""
    one = target(store, body="Old.")
    change = proposed(store, "edit", one, body="Old.")
    seen = {it: store.snapshot().find(it).revision for it in (one, change)}
    tag(store, [one], add=["new"])
    assert approve(store, [change], seen=seen).refused == (Refusal(change, Reason.APPLY_FAILED, "changed_meanwhile"),)
    assert edit(store, change, Changes(body="Newer."), approve=True, seen=seen).refused[0].reason == Reason.APPLY_FAILED
    assert memory(store, one).title == "Use nose"


def test_two_edits_of_one_target_are_applied_one_after_the_other(store: Store) -> None:
    """In one act, where they are about different fields; the second of two that are not fails."""
    one = target(store, body="Old.")
    title, body = proposed(store, "edit", one, body="Old."), proposed(store, "edit", one, title="Use nose", body="New.")
    again = proposed(store, "edit", one, title="Use unittest", body="Old.")
    result = approve(store, [title, body, again])
    assert (memory(store, one).title, memory(store, one).body) == ("Use pytest", "New.")
    assert result.refused == (Refusal(again, Reason.APPLY_FAILED, "changed_meanwhile"),)
    assert memory(store, one).supersedes == tuple(sorted([title, body]))


def test_an_edit_does_not_let_a_pin_outgrow_the_budget(store: Store) -> None:
    """It fails with that reason."""
    one = target(store)
    pin(store, [one])
    change = proposed(store, "edit", one, body="b" * PINNED_CHARACTERS)
    assert approve(store, [change]).refused == (Refusal(change, Reason.APPLY_FAILED, "over_budget"),)


def test_the_same_proposal_again_is_no_news(store: Store) -> None:
    """While it waits, after it was rejected, and after it was applied; to delete a text is not to say it."""
    one = target(store)
    change = proposed(store, "edit", one)
    draft = make_draft("Use pytest", proposal=Proposal("edit", (one,)))
    assert propose(store, [draft], origin="claude").refused == (Refusal(change, Reason.KNOWN),)
    reject(store, [change])
    assert propose(store, [draft], origin="claude").refused == (Refusal(change, Reason.REJECTED),)
    approve(store, [change])
    assert memory(store, one).title == "Use pytest"
    assert propose(store, [draft], origin="claude").changed == ()
    deletion = make_draft("Use pytest", proposal=Proposal("delete", (one,)))
    assert len(propose(store, [deletion], origin="claude").changed) == 1


def test_what_approving_does_without_a_proposal_is_told_too(store: Store) -> None:
    """It is approved, and nothing else changes."""
    plain = propose(store, [make_draft()], origin="codex").changed[0].memory
    outcome = outcome_of(store, plain)
    assert (outcome.proposal.status, outcome.targets, outcome.failure) == (APPROVED, (), "")
    assert memory(store, plain.id).status == PENDING


def test_a_proposal_that_was_applied_and_is_taken_back_waits_again(store: Store) -> None:
    """Restoring it from its supersession gives back the proposal, not the text of its target."""
    one = target(store)
    change = proposed(store, "edit", one)
    approve(store, [change])
    restore(store, [change])
    assert (memory(store, change).status, memory(store, change).proposal.action) == (PENDING, "edit")
    assert memory(store, one).supersedes == ()
