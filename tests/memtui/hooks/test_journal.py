"""No line of the journal is lost between those who write it and the one who empties it."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.hooks import journal, locking
from memtui.hooks.journal import Entry


@pytest.fixture
def common(tmp_path: Path) -> str:
    """Give a git directory in which memtui has its own."""
    (tmp_path / "memtui").mkdir()
    return str(tmp_path)


@given(st.text(), st.binary().map(os.fsdecode), st.integers(min_value=1))
def test_a_line_is_json_and_tells_what_was_noted(hook: str, directory: str, moment: int) -> None:
    """Whatever a directory is called, the line is ASCII, one line, and read as it was written."""
    line = Entry(hook, directory, "0" * 40, "", moment).line()
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert json.loads(line) == {"time": moment, "hook": hook, "directory": directory, "head": "0" * 40, "tree": ""}


def test_only_what_was_read_is_forgotten(common: str) -> None:
    """A line that came meanwhile keeps the whole journal for another look."""
    journal.append(common, Entry("first", "/", ""))
    entries, size = journal.read(common)
    journal.append(common, Entry("second", "/", ""))
    assert [entry.hook for entry in entries] == ["first"]
    assert not journal.forget(common, size)
    entries, size = journal.read(common)
    assert [entry.hook for entry in entries] == ["first", "second"]
    assert journal.forget(common, size)
    assert journal.is_empty(common)
    assert journal.read(common) == ([], 0)


def test_nothing_is_lost_while_many_write_and_one_forgets(common: str) -> None:
    """Each of the lines is read before it is forgotten."""
    writers, lines = 4, 50
    seen: set[str] = set()

    def write(number: int) -> None:
        for line in range(lines):
            journal.append(common, Entry(f"{number}.{line}", "/", ""))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(writers)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads) or not journal.is_empty(common):
        entries, size = journal.read(common)
        seen |= {entry.hook for entry in entries}
        journal.forget(common, size)
    assert len(seen) == writers * lines


def test_half_a_line_is_passed_over(common: str) -> None:
    """A machine that lost its power leaves one, and the next line is read all the same."""
    path = Path(journal.journal_path(common))
    path.write_bytes(b'{"time": 1, "hook": "pre\n[]\n\xff\n')
    journal.append(common, Entry("whole", "/", "", "t"))
    entries, size = journal.read(common)
    assert [(entry.hook, entry.tree) for entry in entries] == [("whole", "t")]
    assert size == path.stat().st_size


def test_a_journal_that_no_one_reads_does_not_grow_for_ever(common: str) -> None:
    """Only the last line says where the repository is."""
    path = Path(journal.journal_path(common))
    path.write_bytes(b"x" * (1 << 20) + b"\n")
    journal.append(common, Entry("last", "/", ""))
    assert [entry.hook for entry in journal.read(common)[0]] == ["last"]
    assert path.stat().st_size < 1_000


def test_a_journal_that_another_holds_is_written_all_the_same(common: str) -> None:
    """A hook waits for no one; who holds the lock sees the line when it looks again."""
    journal.append(common, Entry("first", "/", ""))
    size = journal.read(common)[1]
    held = locking.take(journal.journal_path(common))
    assert held is not None
    journal.append(common, Entry("second", "/", ""))
    assert not journal.forget(common, size)
    os.close(held)
    assert [entry.hook for entry in journal.read(common)[0]] == ["first", "second"]


def test_a_lock_is_held_by_one_and_freed_with_its_descriptor(tmp_path: Path) -> None:
    """Whoever only asks leaves it as it was."""
    path = str(tmp_path / "lock")
    assert not locking.is_held(path)
    held = locking.take(path)
    assert held is not None
    assert locking.take(path, attempts=2) is None
    assert locking.is_held(path)
    os.close(held)
    assert not locking.is_held(path)
