"""Ages move on without flicker, and nobody's idle machine is woken for them more than once a minute."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual import events

from memtui.tui import polling
from memtui.tui.library import Row
from memtui.tui.memory_lines import MemoryLines
from memtui.tui.widgets.lines import Piece
from memtui.tui.widgets.virtual_list import VirtualList
from tests.support.screens import listing, propose_titles, running, titles, wait_until


class Clock:
    """A clock that stands until a test moves it."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        """Tell the time."""
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Give the poller a clock of its own."""
    clock = Clock()
    monkeypatch.setattr(polling, "monotonic", clock)
    return clock


async def test_ages_in_rows_move_on_and_only_those_rows_are_painted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that looks as it did is not painted again."""
    propose_titles(["One", "Two", "Three"])
    ages: dict[str, str] = {}

    def age(row: Row, _width: int) -> Iterator[Piece]:
        yield ages.get(row.title, "<1m"), "dim"

    monkeypatch.setattr(MemoryLines, "_columns_after_title", lambda _, row, width: age(row, width))
    async with running(tmp_path) as (app, pilot):
        await wait_until(pilot, lambda: len(titles(app)) == 3)
        await pilot.pause()
        repainted: list[int] = []
        with monkeypatch.context() as patch:
            patch.setattr(VirtualList, "refresh_line", lambda _, y: repainted.append(y))
            app.time_passed()
            assert repainted == []
            ages[titles(app)[1]] = "1m"
            app.time_passed()
        assert repainted == [1]


async def test_marks_and_cursor_do_not_move_with_time(tmp_path: Path) -> None:
    """Time passing is no news."""
    propose_titles(["One", "Two", "Three"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("j", "space")
        before = (listing(app).current, set(listing(app).marks), listing(app).scroll_offset)
        app.time_passed()
        await pilot.pause()
        assert (listing(app).current, set(listing(app).marks), listing(app).scroll_offset) == before


async def test_where_nobody_is_the_machine_is_woken_once_a_minute(tmp_path: Path, clock: Clock) -> None:
    """After some minutes without a key or the mouse, looks become seldom; the first touch makes them frequent again."""
    async with running(tmp_path) as (app, pilot):
        looks: list[float] = []
        app.poller.look_at_memories = lambda: looks.append(clock.now)  # type: ignore[method-assign]
        app.poller.touched()
        assert app.poller.pause == 1.0
        clock.now += 299
        assert app.poller.pause == 1.0
        clock.now += 2
        assert app.poller.pause == 60.0
        assert looks == []
        await pilot.press("j")
        assert looks == [clock.now]
        assert app.poller.pause == 1.0


async def test_whoever_comes_back_sees_at_once_what_happened(tmp_path: Path, clock: Clock) -> None:
    """The window that gets the focus is somebody, too."""
    async with running(tmp_path) as (app, pilot):
        await wait_until(pilot, lambda: app.library.snapshot is not None)
        clock.now += 1_000
        propose_titles(["From elsewhere"])
        app.post_message(events.AppFocus())
        await wait_until(pilot, lambda: titles(app) == ["From elsewhere"])


async def test_ages_are_looked_at_once_a_minute(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look may let time pass, but no two within a minute do."""
    async with running(tmp_path) as (app, _):
        passed: list[float] = []
        monkeypatch.setattr(app, "time_passed", lambda: passed.append(clock.now))
        for _ in range(130):
            clock.now += 1
            app.poller._tick()
        assert len(passed) == 2
        assert passed[1] - passed[0] >= 60
