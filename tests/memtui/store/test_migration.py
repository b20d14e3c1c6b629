"""A store of the first format is brought to the present one, once, and whatever happens on the way."""

from __future__ import annotations

import signal
from dataclasses import replace
from pathlib import Path

import lancedb
import pyarrow as pa
import pytest

from memtui.memory import Anchor, Evidence, Memory, Proposal, Revision, Snooze, Status
from memtui.store import Store, load_snapshot
from memtui.store.identity import revision_id
from memtui.store.migration import widened_batch
from memtui.store.places import FORMAT
from memtui.store.schema import REVISIONS
from tests.support.format_one import ADDED, OLD_REVISIONS, write_store
from tests.support.memories import heads_in_table, keep, make_memory, run_python

KILLED = """
import os, signal, sys
from memtui.store import Store, derive, heads_file, home_directory, migration
from memtui.store.log import Database

owner, name, after = sys.argv[1:]
holder = {"Database": Database, "heads_file": heads_file, "migration": migration, "derive": derive}[owner]
real = getattr(holder, name)

def dying(*arguments, **keywords):
    if after:
        real(*arguments, **keywords)
    os.kill(os.getpid(), signal.SIGKILL)

setattr(holder, name, dying)
Store.open(home_directory())
"""
MOMENTS = [
    ("migration", "write_format", ""),
    ("migration", "write_format", "after"),
    ("Database", "replace_log", ""),
    ("Database", "replace_log", "after"),
    ("heads_file", "stage", "after"),
    ("Database", "write_heads", ""),
    ("Database", "write_heads", "after"),
    ("heads_file", "publish", ""),
    ("heads_file", "publish", "after"),
]


def revisions() -> list[Revision]:
    """Return three revisions of two memories, as the first format could hold them, in their order."""
    one = make_memory(
        "one",
        tags=("a", "b"),
        anchors=(Anchor("src/a.py", "run", "b" * 40), Anchor("src/b.py")),
        evidence=(Evidence("commit", "c" * 40, 3, "said so"),),
    )
    two = make_memory("two", body="", attention=("stale",))
    first = _sealed(one, (), 1)
    return [first, _sealed(two, (), 2), _sealed(replace(one, status=Status.APPROVED, reviewed=True), (first.id,), 3)]


def _sealed(memory: Memory, parents: tuple[str, ...], time: int) -> Revision:
    revision = Revision("", memory, parents, time, "0123456789abcdef", "person", "add", f"batch{time}")
    return replace(revision, id=revision_id(revision))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a store of the first format."""
    home = tmp_path / "memtui"
    write_store(home, revisions())
    return home


def check_migrated(home: Path) -> None:
    """Check that the store is whole in the present format, by every way of reading it, and can be written."""
    store = Store.open(home)
    log = store._database.revisions("true")
    assert [(it.memory.title, it.time) for it in log] == [("one", 1), ("two", 2), ("one", 3)]
    assert all(revision_id(revision) == revision.id for revision in log)
    assert store._database.log_schema().equals(REVISIONS)
    assert (home / "format").read_text() == f"{FORMAT}\n"
    table = load_snapshot(home).table
    assert table["title"].to_pylist() == ["one", "two"]
    assert heads_in_table(store).equals(table)
    assert not list(home.glob("*.tmp"))
    head = store.snapshot().find(log[0].memory.id)
    assert (head.memory, head.created_at) == (log[2].memory, 1)
    assert (head.memory.snooze, head.memory.proposal, head.memory.pinned) == (Snooze(), Proposal(), False)
    keep(store, replace(head.memory, topic="locks", pinned=True))
    assert Store.open(home).snapshot().find(head.memory.id).memory.topic == "locks"


def test_the_first_format_is_migrated_when_it_is_opened(home: Path) -> None:
    """All revisions keep their ids, which still are the hashes of what they hold."""
    check_migrated(home)


def test_a_listing_migrates_what_it_cannot_read(home: Path) -> None:
    """Whoever only reads the heads is served, too."""
    assert load_snapshot(home).table["title"].to_pylist() == ["one", "two"]
    check_migrated(home)


def test_a_migrated_store_is_not_migrated_again(home: Path) -> None:
    """The second opening commits nothing."""
    before = Store.open(home)._database._table("revisions").version
    assert Store.open(home)._database._table("revisions").version == before


def test_the_log_before_the_migration_stays_for_a_while(home: Path) -> None:
    """The version with the old columns can be read until housekeeping drops it an hour later."""
    old = lancedb.connect(home / "memories.lance").open_table("revisions").version
    Store.open(home)
    table = lancedb.connect(home / "memories.lance").open_table("revisions")
    table.checkout(old)
    assert table.count_rows() == 3
    assert not ADDED & set(table.schema.names)


@pytest.mark.parametrize(("owner", "name", "after"), MOMENTS)
def test_a_migration_that_is_killed_is_taken_up_again(home: Path, owner: str, name: str, after: str) -> None:
    """Whenever the process is killed, the next one finds the old log or the new one, and ends the work."""
    process = run_python(KILLED, home, owner, name, after)
    assert process.wait() == -signal.SIGKILL
    check_migrated(home)


def test_two_processes_that_open_an_old_store_at_once_migrate_it_once(home: Path) -> None:
    """The second waits for the first and finds the work done."""
    opening = "from memtui.store import Store, home_directory; Store.open(home_directory())"
    processes = [run_python(opening, home) for _ in range(2)]
    assert [process.wait() for process in processes] == [0, 0]
    versions = lancedb.connect(home / "memories.lance").open_table("revisions").list_versions()
    assert len(versions) == 1 + len(revisions()) + 1
    check_migrated(home)


def test_a_slice_of_old_revisions_is_widened() -> None:
    """Lists keep their rows where a batch is a part of another."""
    rows = [
        {"anchors": [{"path": f"{number}{k}", "symbol": "", "blob": ""} for k in range(number)]} for number in range(4)
    ]
    filled = [{**{field.name: _some(field.type) for field in OLD_REVISIONS}, **row} for row in rows]
    batch = pa.RecordBatch.from_pylist(filled, schema=OLD_REVISIONS).slice(1, 2)
    wide = widened_batch(batch)
    wide.validate(full=True)
    paths = [[anchor["path"] for anchor in anchors] for anchors in wide["anchors"].to_pylist()]
    assert paths == [["10"], ["20", "21"]]
    assert wide["anchors"].to_pylist()[0][0]["digest"] == ""


def _some(wanted: pa.DataType) -> object:
    if pa.types.is_list(wanted):
        return []
    return "x" if pa.types.is_string(wanted) else pa.types.is_boolean(wanted) or 0
