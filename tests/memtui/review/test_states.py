"""Every decision in every status."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from memtui.memory import Evidence, Status
from memtui.review import Changes, Reason, Refusal, Result, approve, delete, edit, propose, reject, restore
from memtui.store import Store
from tests.support.memories import keep, make_draft, make_memory, put_in_status, status_of

PENDING, APPROVED, REJECTED, SNOOZED, SUPERSEDED, DELETED = Status

ACTS = {
    "approve": approve,
    "reject": reject,
    "delete": delete,
    "restore": restore,
    "edit": lambda store, ids: edit(store, ids[0], Changes(body="Another body.")),
}

# A status is where the act leads; a reason is why it does not.
TABLE = {
    ("approve", PENDING): APPROVED,
    ("approve", APPROVED): Reason.ALREADY_APPROVED,
    ("approve", REJECTED): APPROVED,
    ("approve", SNOOZED): APPROVED,
    ("approve", SUPERSEDED): Reason.SUPERSEDED,
    ("approve", DELETED): Reason.DELETED,
    ("reject", PENDING): REJECTED,
    ("reject", APPROVED): REJECTED,
    ("reject", REJECTED): Reason.ALREADY_REJECTED,
    ("reject", SNOOZED): REJECTED,
    ("reject", SUPERSEDED): Reason.SUPERSEDED,
    ("reject", DELETED): Reason.DELETED,
    ("delete", PENDING): DELETED,
    ("delete", APPROVED): DELETED,
    ("delete", REJECTED): DELETED,
    ("delete", SNOOZED): DELETED,
    ("delete", SUPERSEDED): DELETED,
    ("delete", DELETED): Reason.ALREADY_DELETED,
    ("restore", PENDING): Reason.NOT_DELETED,
    ("restore", APPROVED): Reason.NOT_DELETED,
    ("restore", REJECTED): Reason.NOT_DELETED,
    ("restore", SNOOZED): Reason.NOT_DELETED,
    ("restore", SUPERSEDED): Reason.NOT_DELETED,
    ("restore", DELETED): PENDING,
    ("edit", PENDING): PENDING,
    ("edit", APPROVED): APPROVED,
    ("edit", REJECTED): REJECTED,
    ("edit", SNOOZED): SNOOZED,
    ("edit", SUPERSEDED): SUPERSEDED,
    ("edit", DELETED): Reason.DELETED,
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """One store for all tests here; each makes memories of its own."""
    return Store.open(tmp_path_factory.mktemp("states"))


def test_the_table_is_complete() -> None:
    """No act and no status is left out."""
    assert set(TABLE) == {(act, status) for act in ACTS for status in Status}


@pytest.mark.parametrize(("act", "status"), TABLE)
def test_an_act_in_a_status(store: Store, act: str, status: Status) -> None:
    """The act leads where the table says and appends one revision, or is refused with the reason and appends none."""
    memory_id = put_in_status(store, status)
    result: Result = ACTS[act](store, [memory_id])
    outcome = TABLE[act, status]
    revisions = store.revisions(memory_id)
    assert result.action == act
    if isinstance(outcome, Reason):
        assert result == Result("", act, refused=(Refusal(memory_id, outcome),))
        assert len(revisions) == 2
        assert status_of(store, memory_id) == status
    else:
        assert result.refused == ()
        assert [head.memory.status for head in result.changed] == [outcome]
        assert status_of(store, memory_id) == outcome
        assert (len(revisions), revisions[-1].batch, revisions[-1].actor) == (3, result.batch, "person")
        assert revisions[-1].memory.reviewed


@pytest.mark.parametrize("status", [status for status in Status if status != DELETED])
def test_restore_gives_back_the_status_that_delete_took(store: Store, status: Status) -> None:
    """Also after the memory was in the trash twice."""
    memory_id = put_in_status(store, status)
    for _ in range(2):
        delete(store, [memory_id])
        assert restore(store, [memory_id]).changed[0].memory.status == status


@pytest.mark.parametrize("act", ["approve", "reject", "delete", "restore"])
def test_one_refusal_does_not_keep_the_others(store: Store, act: str) -> None:
    """What can be done is done in one batch, each refusal has its reason, and an id given twice counts once."""
    start = DELETED if act == "restore" else PENDING
    one, two = put_in_status(store, start), put_in_status(store, start)
    wrong = put_in_status(store, PENDING if act == "restore" else DELETED)
    result = ACTS[act](store, [one, "nosuchmemory2345", wrong, two, one])
    assert [head.memory.id for head in result.changed] == [one, two]
    assert [refusal.id for refusal in result.refused] == ["nosuchmemory2345", wrong]
    assert result.refused[0].reason == Reason.UNKNOWN
    assert {store.revisions(memory_id)[-1].batch for memory_id in (one, two)} == {result.batch}


def test_nothing_asked_for_is_nothing_done(store: Store) -> None:
    """An empty list of ids appends no batch."""
    before = len(store.batches(10_000))
    assert approve(store, []) == Result("", "approve")
    assert len(store.batches(10_000)) == before


def test_the_reason_of_a_rejection_is_kept(store: Store) -> None:
    """It is evidence that a person gave, beside what was there."""
    evidence = (Evidence("session", "s1", 3, "said so"),)
    memory_id = put_in_status(store, PENDING, evidence=evidence)
    rejected = reject(store, [memory_id], reason="  not true on Windows ").changed[0].memory
    assert rejected.evidence == (*evidence, Evidence("person", "rejected", 0, "not true on Windows"))
    assert store.revisions(memory_id)[-1].memory.evidence == rejected.evidence


@pytest.mark.parametrize("flag", ["secret", "injection", "hidden_text"])
def test_a_flagged_memory_is_approved_alone_or_not_at_all(store: Store, flag: str) -> None:
    """Among several it is refused while the others go on; asked for by itself, also twice, it is approved."""
    clean, flagged = put_in_status(store, PENDING), put_in_status(store, PENDING, attention=(flag,))
    result = approve(store, [clean, flagged])
    assert [head.memory.id for head in result.changed] == [clean]
    assert result.refused == (Refusal(flagged, Reason.FLAGGED),)
    assert status_of(store, flagged) == PENDING
    approved = approve(store, [flagged, flagged]).changed[0].memory
    assert (approved.status, approved.attention) == (APPROVED, (flag,))


@pytest.mark.parametrize("flag", ["unknown_kind", "duplicate", "stale"])
def test_other_reasons_for_attention_do_not_keep_a_bulk_approval(store: Store, flag: str) -> None:
    """Only what the safety rules found must be looked at one by one."""
    ids = [put_in_status(store, PENDING, attention=(flag,)) for _ in range(2)]
    assert len(approve(store, ids).changed) == 2


@pytest.mark.parametrize("act", ["approve", "reject", "edit"])
def test_a_decision_settles_what_was_stale(store: Store, act: str) -> None:
    """The reason goes, the others stay; an approved memory is confirmed by approving it again."""
    memory_id = put_in_status(store, APPROVED, attention=("duplicate", "stale"))
    assert ACTS[act](store, [memory_id]).changed[0].memory.attention == ("duplicate",)


def test_a_conflict_stays_until_it_is_merged(store: Store) -> None:
    """A decision follows the shown revision only, and the other tip is not forgotten."""
    memory = make_memory()
    keep(store, memory)
    with store.writing() as transaction:
        rival = replace(memory, title="rival")
        transaction.append(rival, actor="codex", action="propose", parents=())
    assert approve(store, [memory.id]).changed[0].memory.attention == ("conflict",)
    assert store.revisions(memory.id)[-1].memory.attention == ()


def test_what_changed_after_it_was_shown_is_not_approved(tmp_path: Path) -> None:
    """An approval is of the revision that the person saw; the others asked for go on."""
    store = Store.open(tmp_path)
    drafts = [make_draft("One", key="1"), make_draft("Two", key="2")]
    seen = {head.memory.id: head.revision for head in propose(store, drafts, origin="codex").changed}
    one, two = seen
    propose(store, [make_draft("One", key="1", body="Never shown.")], origin="codex")
    result = approve(store, [one, two], seen=seen)
    assert result.refused == (Refusal(one, Reason.CHANGED_MEANWHILE),)
    assert (status_of(store, one), status_of(store, two)) == (PENDING, APPROVED)
