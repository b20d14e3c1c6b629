"""Nothing that was acknowledged is lost, whenever a writer dies and whoever writes beside it."""

from __future__ import annotations

import random
import select
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from memtui.store import Snapshot, Store, heads_file
from memtui.store.log import Database
from memtui.store.places import RECENT, SNAPSHOT
from memtui.store.schema import REVISIONS
from tests.support.memories import heads_in_table, keep, make_memory, run_python, titles

WRITER = """
import sys
from memtui.store import Store, heads_file, home_directory
from tests.support.memories import keep, make_memory
heads_file.RECENT_AT_MOST = 5
store = Store.open(home_directory())
for number in range(int(sys.argv[2])):
    memory = make_memory(f"{sys.argv[1]} {number}")
    keep(store, memory)
    print(memory.id, flush=True)
"""


class KilledError(BaseException):
    """Stands for the end of the process: no handler of ours catches it."""


def dying(real: Callable[..., Any], *, after: bool) -> Callable[..., Any]:
    """Return the same function, with the process ending before or after its effect."""

    def function(*arguments: Any, **keywords: Any) -> Any:
        if after:
            real(*arguments, **keywords)
        raise KilledError

    return function


POINTS = [
    (Database, "append", False),
    (Database, "append", True),
    (Database, "merge_heads", False),
    (Database, "merge_heads", True),
    (heads_file, "_staged", True),
    (heads_file, "publish", False),
    (heads_file, "publish", True),
]


@pytest.mark.parametrize(("owner", "name", "after"), POINTS)
def test_a_writer_that_dies_between_two_writes_leaves_a_store_that_heals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: object, name: str, after: bool
) -> None:
    """The next one to open finds all heads that follow from the log, and no half of an act."""
    memory = make_memory("before")
    store = Store.open(tmp_path)
    keep(store, memory)
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, dying(getattr(owner, name), after=after))
        with pytest.raises(KilledError):
            keep(store, replace(memory, title="after"), make_memory("second"))
    appended = (name, after) not in {("append", False), ("_staged", True)}
    _check_healed(tmp_path, ["second", "after"] if appended else ["before"])


@pytest.mark.parametrize(("name", "after"), [("publish", False), ("write_heads", False), ("write_heads", True)])
def test_a_writer_that_dies_while_it_replaces_all_heads_leaves_a_store_that_heals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, after: bool
) -> None:
    """The large file and the table of heads may be old or missing; both are made anew."""
    monkeypatch.setattr(heads_file, "RECENT_AT_MOST", 1)
    store = Store.open(tmp_path)
    keep(store, make_memory("first"))
    owner = heads_file if name == "publish" else Database
    act = store.rebuild if name != "publish" else lambda: keep(store, make_memory("second"), make_memory("third"))
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, dying(getattr(owner, name), after=after))
        with pytest.raises(KilledError):
            act()
    _check_healed(tmp_path, ["third", "second", "first"] if name == "publish" else ["first"])


def test_a_small_file_that_belongs_to_another_large_one_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A writer that dies between replacing the large file and the small one leaves the right heads."""
    store = Store.open(tmp_path)
    memory = make_memory("old")
    keep(store, memory)
    leftover = (tmp_path / RECENT).read_bytes()
    monkeypatch.setattr(heads_file, "RECENT_AT_MOST", 0)
    keep(store, replace(memory, title="new"))
    (tmp_path / RECENT).write_bytes(leftover)
    assert Snapshot.load(tmp_path).table["title"].to_pylist() == ["new"]
    assert titles(Store.open(tmp_path)) == ["new"]


def test_what_a_killed_writer_staged_is_removed(tmp_path: Path) -> None:
    """Temporary files do not pile up."""
    store = Store.open(tmp_path)
    for name in ("heads.arrow.1.tmp", "heads.recent.arrow.2.tmp", "log.arrow.3.tmp"):
        (tmp_path / name).write_bytes(b"torn")
    keep(store, make_memory())
    assert not list(tmp_path.glob("*.tmp"))


def test_a_writer_killed_at_random_moments_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    """SIGKILL in the middle of a loop of acts, several times: all that was printed is in the log and in the heads."""
    moments = random.Random(11)
    acknowledged: list[str] = []
    for _ in range(3):
        process = run_python(WRITER, tmp_path, "w", "1000", stdout=-1)
        assert process.stdout is not None
        acknowledged += [process.stdout.readline().decode().strip() for _ in range(moments.randrange(2, 9))]
        select.select([], [], [], moments.random() * 0.08)
        process.kill()
        rest = process.stdout.read().decode().split("\n")
        acknowledged += [line.strip() for line in rest[:-1]]
        process.stdout.close()
        process.wait()
        store = Store.open(tmp_path)
        assert set(acknowledged) <= set(store.snapshot().table["id"].to_pylist())
    assert len(acknowledged) == len(set(acknowledged)) >= 6
    assert all(len(store.revisions(memory_id)) == 1 for memory_id in acknowledged)
    _check_healed(tmp_path, None)


def test_two_writers_and_a_reader_do_not_disturb_each_other(tmp_path: Path) -> None:
    """Fifty acts of each are all kept, and the reader sees whole states that only grow."""
    Store.open(tmp_path)
    left, right = (run_python(WRITER, tmp_path, name, "50", stdout=-1) for name in ("left", "right"))
    assert left.stdout is not None
    written, seen = [], [0]
    for line in left.stdout:
        written.append(line.decode().strip())
        snapshot = Snapshot.load(tmp_path)
        snapshot.table.validate(full=True)
        ids = snapshot.table["id"].to_pylist()
        assert len(set(ids)) == len(ids) == snapshot.contents.state.revisions >= seen[-1]
        assert set(written) <= set(ids)
        seen.append(len(ids))
    written += right.communicate()[0].decode().split()
    left.communicate()
    assert (left.returncode, right.returncode) == (0, 0)
    store = Store.open(tmp_path)
    assert sorted(store.snapshot().table["id"].to_pylist()) == sorted(written)
    assert sorted(titles(store)) == sorted(f"{name} {number}" for name in ("left", "right") for number in range(50))
    _check_healed(tmp_path, None)


def _check_healed(home: Path, expected: list[str] | None) -> None:
    """Check that the next store has the expected titles, and equal heads however they are obtained."""
    store = Store.open(home)
    with store.writing():
        snapshot = store.snapshot().table
    if expected is not None:
        assert snapshot["title"].to_pylist() == expected
    assert not list(home.glob("*.tmp"))
    assert heads_in_table(store).equals(snapshot)
    assert store._database.scan().schema.equals(REVISIONS)
    (home / SNAPSHOT).unlink()
    assert Store.open(home).snapshot().table.equals(snapshot)
    keep(store, make_memory("life goes on"))
    assert titles(Store.open(home))[0] == "life goes on"
