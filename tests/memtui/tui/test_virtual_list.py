from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import numpy as np
import pytest
from textual.app import App, ComposeResult

from memtui.tui.rows import Rows
from memtui.tui.widgets.lines import Piece
from memtui.tui.widgets.virtual_list import VirtualList

MANY = 100_000


class Numbers:
    """Rows that know how often they were read; identities are the numbers plus a shift."""

    def __init__(self, size: int, shift: int = 0) -> None:
        self.size = size
        self.shift = shift
        self.painted = 0

    def identity(self, number: int, /) -> str:
        """Name a row."""
        return str(number + self.shift)

    def identities(self, numbers: Rows, /) -> list[str]:
        """Name many rows."""
        return [self.identity(int(number)) for number in numbers]

    def number_of(self, identity: str, /) -> int | None:
        """Find a row."""
        number = int(identity) - self.shift
        return number if 0 <= number < self.size else None

    def numbers_of(self, identities: Collection[str], /) -> Mapping[str, int]:
        """Find many rows."""
        found = {identity: self.number_of(identity) for identity in identities}
        return {identity: number for identity, number in found.items() if number is not None}

    def pieces(self, number: int, _width: int, /) -> Iterator[Piece]:
        """Paint a row."""
        self.painted += 1
        yield f"row {self.identity(number)}", ""


class ListApp(App[None]):
    """A list and nothing else."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.numbers = Numbers(size)

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield VirtualList(id="list")

    def on_mount(self) -> None:
        """Show the numbers."""
        listing = self.query_one(VirtualList)
        listing.show(np.arange(self.numbers.size), self.numbers)
        listing.focus()

    @property
    def listing(self) -> VirtualList:
        """The list."""
        return self.query_one(VirtualList)

    def lines(self) -> list[str]:
        """Return what is on the screen."""
        strips = self.screen._compositor.render_strips(self.screen.size)
        return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


async def test_a_long_list_reads_only_the_rows_on_the_screen() -> None:
    """A hundred thousand rows are shown by painting a screenful of them."""
    app = ListApp(MANY)
    async with app.run_test(size=(60, 20)) as pilot:
        assert app.lines()[0].startswith("▌  row 0")
        await pilot.press("G")
        assert app.lines()[-1].startswith(f"▌  row {MANY - 1}")
        assert app.numbers.painted < 200


@pytest.mark.parametrize(
    ("keys", "cursor"),
    [
        (["j", "j", "down"], 3),
        (["j", "k"], 0),
        (["k"], 0),
        (["G"], MANY - 1),
        (["G", "g"], 0),
        (["ctrl+d"], 10),
        (["ctrl+d", "ctrl+d", "ctrl+u"], 10),
        (["end", "up", "home", "pagedown"], 10),
    ],
)
async def test_keys_move_the_cursor_and_keep_it_in_sight(keys: list[str], cursor: int) -> None:
    """Every movement key puts the cursor where it says, within the list, and on the screen."""
    app = ListApp(MANY)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press(*keys)
        assert app.listing.cursor == cursor
        assert any(line.startswith(f"▌  row {cursor}") for line in app.lines())


async def test_cursor_marks_and_scroll_stay_with_their_rows_when_rows_are_added_above() -> None:
    """A refresh that shifts every row moves the list under the eye by nothing."""
    app = ListApp(1_000)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("G", "k", "k")
        app.listing.toggle_mark()
        await pilot.pause()
        before = app.lines()
        app.listing.show(np.arange(1_100), Numbers(1_100, shift=-100))
        await pilot.pause()
        assert app.listing.current == "998"
        assert app.listing.marks == {"997"}
        assert app.lines() == before


async def test_the_cursor_goes_to_the_next_row_when_its_own_is_gone() -> None:
    """After the row under the cursor left, the one that followed it is under the cursor."""
    app = ListApp(50)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("j", "j", "j")
        app.listing.show(np.array([n for n in range(50) if n not in {3, 4}]), app.numbers)
        await pilot.pause()
        assert app.listing.current == "5"
        app.listing.show(np.array([0, 1]), app.numbers)
        assert app.listing.current == "1"
        app.listing.show((), app.numbers)
        assert app.listing.current is None
        await pilot.press("j", "G", "ctrl+d")


async def test_marks_range_and_all_choose_rows_in_the_order_shown() -> None:
    """What is acted upon is marks and range together, else the row under the cursor."""
    app = ListApp(30)
    async with app.run_test(size=(60, 20)) as pilot:
        listing = app.listing
        assert list(listing.chosen) == ["0"]
        await pilot.press("j")
        listing.toggle_mark()
        assert listing.cursor == 2
        listing.toggle_range()
        await pilot.press("j", "j")
        assert list(listing.chosen) == ["1", "2", "3", "4"]
        assert listing.step_back()
        assert list(listing.chosen) == ["1"]
        listing.toggle_all()
        assert len(listing.chosen) == 30
        listing.toggle_all()
        assert not listing.marks
        assert not listing.step_back()


async def test_mouse_moves_the_cursor_and_the_wheel_scrolls() -> None:
    """A click puts the cursor on its row, also after the list was scrolled by the wheel."""
    app = ListApp(500)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.click("#list", offset=(5, 7))
        assert app.listing.cursor == 7
        app.listing.scroll_to(y=100, animate=False)
        await pilot.pause()
        await pilot.click("#list", offset=(5, 3))
        assert app.listing.cursor == 103


async def test_a_mark_and_the_cursor_show_without_colour() -> None:
    """Cursor, mark and range have signs of their own."""
    app = ListApp(10)
    async with app.run_test(size=(60, 20)) as pilot:
        app.listing.toggle_mark()
        app.listing.toggle_range()
        await pilot.press("j")
        assert [line[:2] for line in app.lines()[:4]] == [" ◆", " ·", "▌·", "  "]
