"""Purging removes every byte of a memory's content, and leaves its id."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.memory import Anchor, Evidence, Link, Memory, Snooze, Status
from memtui.memory.errors import NothingToRedoError, NothingToUndoError
from memtui.review import (
    Changes,
    Reason,
    Result,
    absorb,
    add,
    approve,
    delete,
    edit,
    is_purged,
    merge,
    propose,
    purge,
    redo,
    reject,
    restore,
    supersede,
    undo,
)
from memtui.store import Snapshot, Store, load_snapshot
from memtui.store.places import PURGING
from tests.support.memories import REPOSITORY, heads_in_table, keep, make_draft, make_memory, run_python, titles

SECRET = "Wanderfalke"
KILLED = """
import os, signal, sys
from memtui.review import purge
from memtui.store import Store, heads_file, home_directory
from memtui.store import purge as purging
from memtui.store.log import Database

owner, name, after, memory = sys.argv[1:]
store = Store.open(home_directory())
holder = {"Database": Database, "heads_file": heads_file, "purge": purging}[owner]
real = getattr(holder, name)

def dying(*arguments, **keywords):
    if after:
        real(*arguments, **keywords)
    os.kill(os.getpid(), signal.SIGKILL)

setattr(holder, name, dying)
purge(store, [memory])
"""
# The last column tells whether the purge had been decided by then.
MOMENTS = [
    ("purge", "write_whole", "", False),
    ("purge", "write_whole", "after", False),
    ("Database", "replace_log", "", False),
    ("Database", "replace_log", "after", True),
    ("Database", "write_heads", "", True),
    ("heads_file", "publish", "", True),
    ("heads_file", "publish", "after", True),
    ("Database", "drop_versions", "", True),
    ("Database", "drop_versions", "after", True),
    ("Database", "index_log", "", True),
]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a place for a store."""
    return tmp_path / "memtui"


def places(home: Path, text: str = SECRET) -> list[str]:
    """Return the files below a store that hold a text."""
    found = [path for path in home.rglob("*") if path.is_file() and text.encode() in path.read_bytes()]
    return sorted(str(path.relative_to(home)) for path in found)


def secretive(store: Store) -> str:
    """Add a memory whose every field tells the secret, give it a history, and return its id."""
    memory = make_memory(
        f"{SECRET} title",
        body=f"{SECRET} body",
        kind=f"{SECRET} kind",
        tags=(f"{SECRET} tag",),
        anchors=(Anchor(f"src/{SECRET}.py", f"{SECRET}_symbol"),),
        evidence=(Evidence("session", f"{SECRET} session", 1, f"{SECRET} quote"),),
        key=f"{SECRET} key",
        basis=f"{SECRET} basis",
        topic=f"{SECRET} topic",
        link=Link("store", f"{SECRET}.md", SECRET),
        snooze=Snooze(0, f"{SECRET}.py"),
    )
    keep(store, memory)
    edit(store, memory.id, Changes(body=f"{SECRET} again"))
    delete(store, [memory.id])
    undo(store)
    return memory.id


def test_no_byte_of_what_was_purged_is_left(home: Path) -> None:
    """No file below the store has a word of it, in whatever revision, version or field it stood."""
    store = Store.open(home)
    other = add(store, make_draft("Stays")).changed[0].memory
    memory_id = secretive(store)
    assert places(home)
    result = purge(store, [memory_id])
    assert places(home) == []
    assert (result.action, [head.memory.id for head in result.changed]) == ("purge", [memory_id])
    assert titles(store) == ["", "Stays"]
    assert store.snapshot().find(other.id).memory == other
    assert not (home / PURGING).exists()


def test_the_tombstone_is_all_that_is_left_of_a_memory(home: Path) -> None:
    """One revision with the id, which no list shows and no count has; the log of the others is whole."""
    store = Store.open(home)
    other = add(store, make_draft("Stays")).changed[0].memory.id
    edit(store, other, Changes(body="Twice."))
    memory_id = secretive(store)
    purge(store, [memory_id])
    [tombstone] = store.revisions(memory_id)
    assert (tombstone.action, tombstone.actor) == ("purge", "person")
    assert tombstone.memory == Memory(memory_id, "", "", "", tombstone.memory.scope, Status.DELETED, reviewed=True)
    assert is_purged(store.snapshot().find(memory_id).memory)
    for snapshot in (store.snapshot(), load_snapshot(home)):
        assert [head.memory.id for head in snapshot.heads(snapshot.select())] == [other]
        assert len(snapshot.select(statuses=[Status.DELETED])) == 0
        assert snapshot.counts()["deleted"] == 0
    assert [revision.memory.body for revision in store.revisions(other)] == ["Because others wait.", "Twice."]
    table = store.snapshot().table
    assert heads_in_table(store).equals(table)
    store.rebuild()
    assert store.snapshot().table.equals(table)


@pytest.mark.parametrize("status", Status)
def test_a_memory_of_every_status_can_be_purged(home: Path, status: Status) -> None:
    """Once; the second time it is refused."""
    store = Store.open(home)
    memory = make_memory(SECRET, status=status)
    keep(store, memory)
    purge(store, [memory.id])
    assert places(home) == []
    again = purge(store, [memory.id])
    assert [(it.id, it.reason) for it in again.refused] == [(memory.id, Reason.PURGED)]
    assert len(store.revisions(memory.id)) == 1


def test_undo_and_redo_pass_over_what_was_purged(home: Path) -> None:
    """A purge is not undone; acts upon others are, and a batch of several is taken back for those that are left."""
    store = Store.open(home)
    gone, kept = (add(store, make_draft(title)).changed[0].memory.id for title in (SECRET, "Kept"))
    delete(store, [gone, kept])
    purge(store, [gone])
    with pytest.raises(NothingToRedoError):
        redo(store)
    assert [head.memory.id for head in undo(store).changed] == [kept]
    assert undo(store).reverted == "add"
    with pytest.raises(NothingToUndoError):
        undo(store)
    redo(store)
    redo(store)
    assert is_purged(store.snapshot().find(gone).memory)
    assert places(home) == []


def test_a_purge_ends_what_can_be_redone(home: Path) -> None:
    """As every act does."""
    store = Store.open(home)
    ids = [add(store, make_draft(title)).changed[0].memory.id for title in (SECRET, "Kept")]
    delete(store, ids)
    undo(store)
    purge(store, ids[:1])
    with pytest.raises(NothingToRedoError):
        redo(store)


def test_links_to_what_was_purged_are_gone(home: Path) -> None:
    """What it had superseded stays superseded, can be restored, and an undo brings no link back."""
    store = Store.open(home)
    old, new = (add(store, make_draft(title)).changed[0].memory.id for title in ("Old", SECRET))
    supersede(store, [old], by=new)
    purge(store, [new])
    memory = store.snapshot().find(old).memory
    assert (memory.status, memory.superseded_by) == (Status.SUPERSEDED, ())
    undo(store)
    assert store.snapshot().find(old).memory.status == Status.APPROVED
    redo(store)
    memory = store.snapshot().find(old).memory
    assert (memory.status, memory.superseded_by) == (Status.SUPERSEDED, ())
    assert restore(store, [old]).changed[0].memory.status == Status.APPROVED


def test_what_was_merged_is_kept_when_one_part_is_purged(home: Path) -> None:
    """The others keep their links to the result."""
    store = Store.open(home)
    ids = [add(store, make_draft(title)).changed[0].memory.id for title in (SECRET, "Two")]
    merged = merge(store, ids, make_draft("Both")).changed[-1].memory
    purge(store, ids[:1])
    assert store.snapshot().find(merged.id).memory.supersedes == (ids[1],)


def test_a_purged_fact_does_not_come_back(home: Path) -> None:
    """Neither the indexer nor an agent brings a keyed memory back."""
    store = Store.open(home)
    draft = make_draft(SECRET, key="k", fact=True)
    memory_id = absorb(store, REPOSITORY, [draft]).changed[0].memory.id
    purge(store, [memory_id])
    assert absorb(store, REPOSITORY, [draft]).changed == ()
    assert propose(store, [draft], origin="codex").changed == ()
    assert absorb(store, REPOSITORY, []).changed == ()
    assert places(home) == []


def test_no_act_touches_a_tombstone(home: Path) -> None:
    """Each says that the memory was purged."""
    store = Store.open(home)
    memory_id = secretive(store)
    purge(store, [memory_id])
    acts: list[Callable[[Store, list[str]], Result]] = [
        approve, reject, delete, restore, lambda store, ids: edit(store, ids[0], Changes(title="x"))
    ]  # fmt: skip
    refusals = [act(store, [memory_id]).refused[0].reason for act in acts]
    assert refusals == [Reason.PURGED] * len(acts)
    assert len(store.revisions(memory_id)) == 1


@pytest.mark.parametrize(("owner", "name", "after", "decided"), MOMENTS)
def test_a_purge_that_is_killed_is_whole_or_not_at_all(
    home: Path, owner: str, name: str, after: str, decided: bool
) -> None:
    """The next process finds the memory as it was, or removes what is still left of it."""
    store = Store.open(home)
    memory_id = secretive(store)
    add(store, make_draft("Stays"))
    process = run_python(KILLED, home, owner, name, after, memory_id)
    assert process.wait() == -signal.SIGKILL
    healed = Store.open(home)
    assert len(healed.revisions(memory_id)) == (1 if decided else 4)
    assert is_purged(healed.snapshot().find(memory_id).memory) == decided
    assert bool(places(home)) != decided
    assert heads_in_table(healed).equals(healed.snapshot().table)
    assert not (home / PURGING).exists()
    purge(healed, [memory_id])
    assert places(home) == []


def test_an_open_store_goes_on_after_another_process_purged(home: Path) -> None:
    """A log that has become shorter is no damage to whoever had read it."""
    store, other = Store.open(home), Store.open(home)
    memory_id = secretive(other)
    assert len(store.revisions(memory_id)) == 4
    purge(other, [memory_id])
    assert len(store.revisions(memory_id)) == 1
    add(store, make_draft("Next"))
    assert titles(store) == ["Next", ""]
    assert Snapshot.load(home).table.equals(heads_in_table(other))
