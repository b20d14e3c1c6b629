"""What the indexer says after each refresh."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memtui.memory import USER_SCOPE, Anchor, Draft, Evidence, Kind, Memory, Scope, Status
from memtui.review import Changes, Reason, Refusal, absorb, approve, delete, edit, reject, restore, undo
from memtui.store import Store
from memtui.store.identity import keyed_id
from tests.support.memories import REPOSITORY, keep, make_draft, make_memory, titles

TOKEN = "ghp_" + "a1B2c3D4e5F6" * 3


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Open a store of its own for each test."""
    return Store.open(tmp_path)


def fact(key: str = "m", title: str = "Module m", **fields: Any) -> Draft:
    """Return a fact about a module."""
    return make_draft(title, key=key, fact=True, kind=Kind.MODULE, **fields)


def inference(key: str = "i", title: str = "a and b change together", **fields: Any) -> Draft:
    """Return what the indexer infers."""
    return make_draft(title, key=key, kind=Kind.RELATED_FILES, **fields)


def memory_of(store: Store, key: str) -> Memory:
    """Return the memory of a key."""
    return store.snapshot().find(keyed_id(REPOSITORY, key)).memory


def absorbed(store: Store, *drafts: Draft) -> list[str]:
    """Absorb drafts and return the keys of the memories that changed."""
    return [head.memory.key for head in absorb(store, REPOSITORY, drafts).changed]


def test_facts_are_approved_by_rule_and_inferences_pend(store: Store) -> None:
    """All of one refresh is one batch of the indexer."""
    absorbed(store, fact(), inference())
    assert (memory_of(store, "m").status, memory_of(store, "i").status) == (Status.APPROVED, Status.PENDING)
    assert {memory_of(store, key).origin for key in "mi"} == {"indexer"}
    assert [(act.actor, act.action, len(act.memories)) for act in store.batches(5)] == [("indexer", "refresh", 2)]


def test_lists_show_new_facts_in_the_order_of_the_drafts(store: Store) -> None:
    """What the indexer puts first stands first, since the newest change is listed first."""
    absorbed(store, *[fact(key, f"Module {key}") for key in "cab"])
    assert titles(store) == ["Module c", "Module a", "Module b"]


def test_a_fact_that_quotes_something_suspect_pends(store: Store) -> None:
    """A README can lie to an agent; once the text is clean the rule holds again."""
    absorbed(store, fact(body=f"set token = {TOKEN}"))
    memory = memory_of(store, "m")
    assert (memory.status, memory.attention) == (Status.PENDING, ("secret",))
    absorbed(store, fact(body="clean"))
    assert (memory_of(store, "m").status, memory_of(store, "m").attention) == (Status.APPROVED, ())


def test_a_second_refresh_without_changes_appends_nothing(store: Store) -> None:
    """Neither revisions nor a batch, in whatever order the drafts come."""
    drafts = [fact(str(number), f"Module {number}", tags=("t",)) for number in range(20)] + [inference()]
    absorbed(store, *drafts)
    before = store.snapshot().contents.state
    result = absorb(store, REPOSITORY, list(reversed(drafts)))
    assert (result.batch, result.changed, result.refused) == ("", (), ())
    assert store.snapshot().contents.state == before


@pytest.mark.parametrize(
    "changed",
    [
        {"title": "Other"},
        {"body": "Other."},
        {"tags": ("t",)},
        {"anchors": (Anchor("m", "", "b"),)},
        {"evidence": (Evidence("file", "m", 2),)},
    ],
)
def test_what_no_person_touched_follows_the_fact(store: Store, changed: dict[str, Any]) -> None:
    """Whatever part of it changes, once; facts stay approved and inferences pending."""
    absorbed(store, fact(), inference())
    assert absorbed(store, fact(**changed), inference(**changed)) == ["i", "m"]
    assert absorbed(store, fact(**changed), inference(**changed)) == []
    for key, status in (("m", Status.APPROVED), ("i", Status.PENDING)):
        memory = memory_of(store, key)
        assert memory.status == status
        assert {name: getattr(memory, name) for name in changed} == changed


def test_an_edited_memory_stays_and_becomes_stale_once_for_each_change(store: Store) -> None:
    """The new fact stands beside it as evidence, only the newest, and approving settles it until the next change."""
    absorbed(store, fact())
    memory_id = keyed_id(REPOSITORY, "m")
    edit(store, memory_id, Changes(body="My words."))
    assert absorbed(store, fact()) == []
    assert absorbed(store, fact(body="New fact.")) == ["m"]
    memory = memory_of(store, "m")
    assert (memory.body, memory.attention, memory.status) == ("My words.", ("stale",), Status.APPROVED)
    assert memory.evidence == (Evidence("index", "m", 0, "Module m\n\nNew fact."),)
    assert absorbed(store, fact(body="New fact.")) == []
    approve(store, [memory_id])
    assert absorbed(store, fact(body="New fact.")) == []
    assert memory_of(store, "m").attention == ()
    assert absorbed(store, fact(body="Newer fact.")) == ["m"]
    memory = memory_of(store, "m")
    assert (memory.attention, [item.quote for item in memory.evidence]) == (("stale",), ["Module m\n\nNewer fact."])


def test_a_stale_memory_that_comes_to_say_the_same_is_settled(store: Store) -> None:
    """When the fact becomes what the person wrote, nothing is left to look at."""
    absorbed(store, fact())
    edit(store, keyed_id(REPOSITORY, "m"), Changes(body="My words."))
    absorbed(store, fact(body="Another fact."))
    assert absorbed(store, fact(body="My words.")) == ["m"]
    memory = memory_of(store, "m")
    assert (memory.attention, memory.evidence, memory.reviewed) == ((), (), True)


def test_a_memory_whose_edit_is_undone_follows_the_fact_again(store: Store) -> None:
    """Also when the fact had come to say what the person wrote, and the old text is back."""
    absorbed(store, fact())
    edit(store, keyed_id(REPOSITORY, "m"), Changes(body="My words."))
    absorbed(store, fact(body="My words."))
    undo(store)
    assert memory_of(store, "m").body == "Because others wait."
    assert absorbed(store, fact(body="My words.")) == ["m"]
    assert memory_of(store, "m").body == "My words."


def test_an_inference_that_a_person_approved_is_not_rewritten(store: Store) -> None:
    """What was approved was seen whole; another text would be unseen."""
    absorbed(store, inference())
    approve(store, [keyed_id(REPOSITORY, "i")])
    absorbed(store, inference(body="Stronger."))
    memory = memory_of(store, "i")
    assert (memory.body, memory.status, memory.attention) == ("Because others wait.", Status.APPROVED, ("stale",))


@pytest.mark.parametrize("act", [reject, delete])
def test_what_a_person_turned_down_does_not_come_back(store: Store, act: object) -> None:
    """Whether the fact stays, changes, goes or returns."""
    absorbed(store, fact(), inference())
    ids = [keyed_id(REPOSITORY, "m"), keyed_id(REPOSITORY, "i")]
    act(store, ids)  # type: ignore[operator]
    assert absorbed(store, fact(), inference()) == []
    assert absorbed(store, fact(body="New."), inference(body="New.")) == []
    assert absorbed(store) == []
    assert absorbed(store, fact(body="New."), inference()) == []


def test_a_fact_that_is_gone_goes_to_the_trash_and_returns(store: Store) -> None:
    """The trash is filled and emptied by the indexer for what no person has touched."""
    absorbed(store, fact(), fact("other", "Other"))
    assert absorbed(store, fact("other", "Other")) == ["m"]
    assert memory_of(store, "m").status == Status.DELETED
    assert store.revisions(keyed_id(REPOSITORY, "m"))[-1].actor == "indexer"
    assert absorbed(store, fact("other", "Other")) == []
    assert absorbed(store, fact(), fact("other", "Other")) == ["m"]
    assert memory_of(store, "m").status == Status.APPROVED


def test_a_touched_memory_whose_fact_is_gone_becomes_stale(store: Store) -> None:
    """Once, until the fact is derived again and says something else."""
    absorbed(store, fact())
    memory_id = keyed_id(REPOSITORY, "m")
    edit(store, memory_id, Changes(body="Mine."))
    assert absorbed(store) == ["m"]
    assert (memory_of(store, "m").status, memory_of(store, "m").attention) == (Status.APPROVED, ("stale",))
    assert absorbed(store) == []
    approve(store, [memory_id])
    assert absorbed(store) == []
    assert absorbed(store, fact()) == ["m"]
    assert memory_of(store, "m").attention == ("stale",)


def test_what_a_person_took_out_of_the_trash_stays(store: Store) -> None:
    """A restored memory is the person's, though its fact is gone."""
    absorbed(store, fact())
    absorbed(store)
    restore(store, [keyed_id(REPOSITORY, "m")])
    absorbed(store)
    assert memory_of(store, "m").status == Status.APPROVED


def test_a_memory_that_was_moved_is_not_made_again(store: Store) -> None:
    """A person may give a fact another scope; it keeps its id and its key."""
    absorbed(store, fact())
    edit(store, keyed_id(REPOSITORY, "m"), Changes(scope=USER_SCOPE))
    assert absorbed(store, fact()) == []
    assert absorbed(store) == []
    assert memory_of(store, "m").scope == USER_SCOPE


def test_other_memories_and_repositories_are_left_alone(store: Store) -> None:
    """A refresh concerns what the indexer derived from its repository."""
    mine, foreign = make_memory("mine", scope=REPOSITORY), make_memory("x", scope=REPOSITORY, key="k", origin="codex")
    keep(store, mine, foreign)
    elsewhere = Scope("repo", "b" * 40)
    absorb(store, elsewhere, [fact()])
    assert absorbed(store) == []
    assert absorbed(store, fact()) == ["m"]
    assert len(store.snapshot()) == 4
    assert store.snapshot().find(keyed_id(elsewhere, "m")).memory.status == Status.APPROVED


def test_a_draft_that_cannot_be_kept_does_not_keep_the_others(store: Store) -> None:
    """It is refused with its field, and the memory of its key stays as it was."""
    absorbed(store, fact(), fact("other", "Other"))
    result = absorb(store, REPOSITORY, [fact(title=" "), fact("other", "Changed"), fact("", "Keyless")])
    assert [head.memory.title for head in result.changed] == ["Changed"]
    assert set(result.refused) == {
        Refusal(keyed_id(REPOSITORY, "m"), Reason.INVALID, "title"),
        Refusal(keyed_id(REPOSITORY, ""), Reason.INVALID, "key"),
    }
    assert memory_of(store, "m").title == "Module m"


def test_a_key_given_twice_is_absorbed_once(store: Store) -> None:
    """The first draft counts, so that a second refresh finds nothing to do."""
    drafts = [fact(title="First"), fact(title="Second")]
    assert absorbed(store, *drafts) == ["m"]
    assert memory_of(store, "m").title == "First"
    assert absorbed(store, *drafts) == []
