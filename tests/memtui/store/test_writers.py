"""Two writers and a reader at once, and what many acts leave on the disk."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from memtui import review
from memtui.store import Store, log
from tests.support.acts import check
from tests.support.memories import keep, make_draft, make_memory
from tests.support.writers import disk, traffic


def test_two_writers_and_a_long_reader_lose_nothing_and_meet_no_error(tmp_path: Path) -> None:
    """Of 200 acts of every kind, each acknowledged revision is in the log; the reader always finds whole states."""
    store = Store.open(tmp_path)
    review.propose(store, [make_draft(title) for title in ("one", "two", "three")], origin="codex")
    result = traffic(tmp_path, 100)
    assert (result.statuses, result.errors) == ((0, 0, 0), "")
    assert result.reads > 0
    assert len(set(result.revisions)) == len(result.revisions) >= 200
    known = dict.fromkeys(result.revisions, "")
    check(store, known)
    assert set(result.revisions) <= set(known)


def test_versions_and_files_stay_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three times the acts leave no more on the disk, though none of the versions is an hour old."""
    monkeypatch.setattr(log, "_VERSIONS_AT_MOST", 10)
    monkeypatch.setattr(log, "_KEPT_AT_LEAST", timedelta(milliseconds=1))
    store = Store.open(tmp_path)
    # What is done in the background is done here in its turn.
    store._housekeeping.acquire()
    memory = make_memory()
    taken = []
    for _ in range(4):
        for number in range(25):
            keep(store, replace(memory, title=f"turn {number}"))
        store.tidy()
        taken.append(disk(store))
    assert len(store.revisions(memory.id)) == 100
    assert all(later.versions <= 2 * (2 * 10 + 25 + 5) for later in taken)
    assert taken[-1].files <= taken[0].files + 40
    assert taken[-1].size <= 2 * taken[0].size


def test_versions_are_kept_for_an_hour_while_they_are_few(tmp_path: Path) -> None:
    """A slow reader elsewhere finds the files that it began with."""
    store = Store.open(tmp_path)
    store._housekeeping.acquire()
    for number in range(25):
        keep(store, make_memory(f"m{number}"))
    before = disk(store).versions
    store.tidy()
    assert disk(store).versions >= before
