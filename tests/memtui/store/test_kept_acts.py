"""What is in the log has been done, whatever goes wrong beside it, and is never told as a refusal."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock, Timeout

from memtui.memory.errors import StoreFullError
from memtui.store import Snapshot, Store
from memtui.store import store as store_module
from memtui.store.heads import load_snapshot
from memtui.store.home import device_id
from memtui.store.log import HEADS_TABLE, Database
from memtui.store.places import DATABASE, LOCK, RECENT
from tests.support.memories import heads_in_table, keep, make_memory, run_python, titles


def full(database: Database, *_arguments: Any) -> None:
    """Fail as a full disk does."""
    raise StoreFullError(database.path)


@pytest.mark.parametrize("also", ["", "write_heads"])
def test_an_act_that_the_table_of_heads_cannot_follow_is_done_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, also: str
) -> None:
    """A disk that fills between the log and the heads makes no act look refused; the next start mends the table."""
    store = Store.open(tmp_path)
    keep(store, make_memory("one"))
    with monkeypatch.context() as failing:
        for name in filter(None, ("merge_heads", also)):
            failing.setattr(Database, name, full)
        keep(store, make_memory("two"))
        assert Snapshot.load(tmp_path).table["title"].to_pylist() == ["two", "one"]
    again = Store.open(tmp_path)
    assert titles(again) == ["two", "one"] == heads_in_table(again)["title"].to_pylist()
    assert len(again.batches(9)) == 2


def test_an_act_is_not_told_as_failed_since_its_tables_cannot_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking whether to tidy comes after the act, and has no say in it."""
    store = Store.open(tmp_path)
    monkeypatch.setattr(Database, "crowded", full)
    keep(store, make_memory("one"))
    assert titles(store) == ["one"]


def test_a_store_is_not_called_damaged_while_another_process_acts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An act between two looks of a start leaves neither an error nor old heads."""
    other = Store.open(tmp_path)
    keep(other, make_memory("one"))
    count = Database.count
    acts = [make_memory("two")]

    def slow_count(database: Database, *names: str) -> int:
        number = count(database, *names)
        if acts and not names:
            keep(other, acts.pop())
        return number

    monkeypatch.setattr(Database, "count", slow_count)
    assert titles(Store.open(tmp_path)) == ["two", "one"]


def test_a_lost_small_file_is_noticed_without_an_act(tmp_path: Path) -> None:
    """Whoever only reads sees the newest acts, too, and pays for deriving them once."""
    store = Store.open(tmp_path)
    keep(store, make_memory("one"))
    keep(store, make_memory("two"))
    (tmp_path / RECENT).unlink()
    assert load_snapshot(tmp_path).table["title"].to_pylist() == ["two", "one"]
    shutil.rmtree(tmp_path / DATABASE)
    assert load_snapshot(tmp_path).table["title"].to_pylist() == ["two", "one"]


def test_a_device_is_named_under_the_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes that begin a store are one device: else neither could undo what the other did."""
    free: list[bool] = []

    def named(home: Path) -> str:
        try:
            with FileLock(home / LOCK, timeout=0):
                free.append(True)
        except Timeout:
            free.append(False)
        return device_id(home)

    monkeypatch.setattr(store_module, "device_id", named)
    assert Store.open(tmp_path).device == device_id(tmp_path)
    assert free[0] is False


def test_the_table_of_heads_can_be_removed_without_reading_it(tmp_path: Path) -> None:
    """What cannot be read can still be derived."""
    store = Store.open(tmp_path)
    keep(store, make_memory("one"))
    store._database.drop_heads()
    assert not store._database.has(HEADS_TABLE)
    assert titles(Store.open(tmp_path)) == ["one"]
    assert Store.open(tmp_path)._database.count(HEADS_TABLE) == 1


def test_leaving_does_not_collect_what_lancedb_imported(tmp_path: Path) -> None:
    """Whatever opened a store, the prompt does not wait for the garbage of thousands of classes."""
    # Registered first, so that it runs last.
    code = "import atexit, gc\natexit.register(lambda: print(gc.get_freeze_count()))\nimport memtui.store.log\n"
    frozen = run_python(code, tmp_path, stdout=-1).communicate()[0]
    assert int(frozen) > 10_000
