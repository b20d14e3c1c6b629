"""A list of any length: only the lines on the screen are ever read, painted or kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from memtui.tui.rows import Rows

if TYPE_CHECKING:
    from textual import events

Piece = tuple[str, str]
# Looking for the nearest survivor costs a search each; further away, the place means nothing any longer.
_LOOK_AROUND = 50


class Lines(Protocol):
    """What a list shows: a numbered source of rows, each with an identity that outlives a refresh."""

    def identity(self, number: int, /) -> str:
        """Return what row ``number`` is, over all refreshes."""

    def identities(self, numbers: Rows, /) -> list[str]:
        """Return what many rows are, at once."""

    def number_of(self, identity: str, /) -> int | None:
        """Return the row of an identity, or None if it is gone."""

    def numbers_of(self, identities: Collection[str], /) -> Mapping[str, int]:
        """Return the rows of those identities that are still there, at once."""

    def pieces(self, number: int, width: int, /) -> Iterable[Piece]:
        """Return the row as pieces of safe text with the names of their styles."""


class NoLines:
    """The source of a list that has nothing to show yet."""

    def identity(self, _number: int, /) -> str:
        """Return nothing."""
        return ""

    def identities(self, _numbers: Rows, /) -> list[str]:
        """Return nothing."""
        return []

    def number_of(self, _identity: str, /) -> int | None:
        """Find nothing."""
        return None

    def numbers_of(self, _identities: Collection[str], /) -> Mapping[str, int]:
        """Find nothing."""
        return {}

    def pieces(self, _number: int, _width: int, /) -> Iterable[Piece]:
        """Return nothing."""
        return ()


def position_in(rows: Rows, number: int | None) -> int | None:
    """Return where ``number`` stands among the rows, which may be an array."""
    if number is None:
        return None
    if isinstance(rows, range | tuple | list):
        return rows.index(number) if number in rows else None
    import numpy as np

    found = np.flatnonzero(np.asarray(rows) == number)
    return int(found[0]) if len(found) else None


class VirtualList(ScrollView, can_focus=True, inherit_bindings=False):
    """Rows with a cursor, marks and a range, all of them kept by identity when the rows change."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "list--cursor",
        "list--range",
        "list--mark",
        "list--dim",
        "list--strong",
        "list--accent",
        "list--good",
        "list--bad",
        "list--warn",
        "list--heading",
        "list--bar",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "move(1)", "Down", id="list.down", show=False),
        Binding("k,up", "move(-1)", "Up", id="list.up", show=False),
        Binding("g,home", "jump(0)", "First", id="list.first", show=False),
        Binding("G,end", "jump(-1)", "Last", id="list.last", show=False),
        Binding("ctrl+d,pagedown", "page(1)", "Half a page down", id="list.page_down", show=False),
        Binding("ctrl+u,pageup", "page(-1)", "Half a page up", id="list.page_up", show=False),
    ]

    @dataclass
    class CursorMoved(Message):
        """Another row is under the cursor, or another memory is in its row."""

        list: VirtualList

        def can_replace(self, message: Message) -> bool:
            """Only the last of a burst of moves is worth a preview."""
            return isinstance(message, VirtualList.CursorMoved)

        @property
        def control(self) -> VirtualList:
            """The list, for ``@on`` selectors."""
            return self.list

    @dataclass
    class Opened(Message):
        """A row was clicked that was under the cursor already."""

        list: VirtualList

        @property
        def control(self) -> VirtualList:
            """The list, for ``@on`` selectors."""
            return self.list

    def __init__(self, *, id: str | None = None, marking: bool = True) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.rows: Rows = ()
        self.lines: Lines = NoLines()
        self.cursor = 0
        self.marks: set[str] = set()
        self.range_start: int | None = None
        self._marking = marking
        # Some screens full: scrolling back and forth paints nothing twice.
        self._painted: LRUCache[tuple[object, ...], Strip] = LRUCache(1024)

    @property
    def current(self) -> str | None:
        """The identity under the cursor, or None in an empty list."""
        return self.lines.identity(int(self.rows[self.cursor])) if len(self.rows) else None

    @property
    def span(self) -> range:
        """The positions of the range being chosen; empty when there is none."""
        if self.range_start is None:
            return range(0)
        return range(min(self.range_start, self.cursor), max(self.range_start, self.cursor) + 1)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The identities to act upon: the marks and the range in the order shown, else the one under the cursor."""
        if not self.marks and self.range_start is None:
            return () if self.current is None else (self.current,)
        # In the order shown, since the question that follows names them so.
        places = {number: identity for identity, number in self.lines.numbers_of(self.marks | self._spanned()).items()}
        return tuple(places[number] for number in map(int, self.rows) if number in places)

    def _spanned(self) -> set[str]:
        span = self.span
        return set(self.lines.identities(self.rows[span.start : span.stop])) if span else set()

    def identity_at(self, position: int) -> str:
        """Return the identity at a position of the list."""
        return self.lines.identity(int(self.rows[position]))

    def show(self, rows: Rows, lines: Lines) -> None:
        """Show other rows; cursor, scroll, marks and range stay with what they were on."""
        offset = self.cursor - self.scroll_offset.y
        start = (
            self.identity_at(self.range_start)
            if self.range_start is not None and self.range_start < len(self.rows)
            else None
        )
        cursor = self._survivor(rows, lines)
        self.rows, self.lines = rows, lines
        self.marks = set(lines.numbers_of(self.marks)) if self.marks else set()
        self.range_start = None if start is None else position_in(rows, lines.number_of(start))
        self.cursor = max(0, min(cursor, len(rows) - 1))
        self._painted.clear()
        self.virtual_size = Size(0, len(rows))
        # The cursor keeps its line on the screen, since the eye is there.
        self.scroll_to(y=max(0, self.cursor - offset), animate=False)
        self._reveal()
        self.refresh()
        self.post_message(self.CursorMoved(self))

    def _survivor(self, rows: Rows, lines: Lines) -> int:
        """Return where the cursor belongs: on its row, else on the nearest row below or above that is still there."""
        last = len(self.rows) - 1
        below = range(self.cursor, min(last, self.cursor + _LOOK_AROUND) + 1)
        above = range(self.cursor - 1, max(-1, self.cursor - _LOOK_AROUND), -1)
        for position in (*below, *above):
            if position > last:
                continue
            found = position_in(rows, lines.number_of(self.identity_at(position)))
            if found is not None:
                return found
        return self.cursor

    def repaint(self) -> None:
        """Paint every visible row again."""
        self._painted.clear()
        self.refresh()

    def move_to(self, position: int) -> None:
        """Put the cursor on a position, within the list."""
        position = max(0, min(position, len(self.rows) - 1))
        if position == self.cursor or not len(self.rows):
            return
        before, self.cursor = self.cursor, position
        if self.range_start is None:
            self.refresh_line(before)
            self.refresh_line(position)
        else:
            self.refresh()
        self._reveal()
        self.post_message(self.CursorMoved(self))

    def select(self, identity: str) -> bool:
        """Put the cursor on an identity; return whether it is in the list."""
        position = position_in(self.rows, self.lines.number_of(identity))
        if position is not None:
            self.move_to(position)
        return position is not None

    def toggle_mark(self) -> None:
        """Mark or unmark the range or the row under the cursor, and go on to the next."""
        if self.current is None:
            return
        if self.range_start is not None:
            self.marks |= self._spanned()
            self.range_start = None
        else:
            self.marks ^= {self.current}
        self.refresh()
        self.move_to(self.cursor + 1)

    def toggle_range(self) -> None:
        """Begin a range here, or end it and leave its rows marked."""
        if self.range_start is None:
            self.range_start = self.cursor if len(self.rows) else None
        else:
            self.marks |= self._spanned()
            self.range_start = None
        self.refresh()

    def toggle_all(self) -> None:
        """Mark every row shown, or unmark all if they are."""
        every = set(self.lines.identities(self.rows))
        self.marks = self.marks - every if every <= self.marks else self.marks | every
        self.range_start = None
        self.refresh()

    def step_back(self) -> bool:
        """Leave the range, else drop the marks; return whether there was anything to leave."""
        if self.range_start is None and not self.marks:
            return False
        if self.range_start is not None:
            self.range_start = None
        else:
            self.marks.clear()
        self.refresh()
        self.post_message(self.CursorMoved(self))
        return True

    def action_move(self, by: int) -> None:
        """Move the cursor by a number of rows."""
        self.move_to(self.cursor + by)

    def action_jump(self, to: int) -> None:
        """Move the cursor to the first or the last row."""
        self.move_to(to if to >= 0 else len(self.rows) - 1)

    def action_page(self, direction: int) -> None:
        """Move the cursor by half a page."""
        self.move_to(self.cursor + direction * max(1, self.size.height // 2))

    def _reveal(self) -> None:
        """Scroll as little as shows the cursor."""
        top, height = self.scroll_offset.y, self.scrollable_content_region.height
        if height <= 0:
            return
        if self.cursor < top:
            self.scroll_to(y=self.cursor, animate=False)
        elif self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False)

    def on_resize(self) -> None:
        """Keep the cursor in sight, and paint for the new width."""
        self._painted.clear()
        self._reveal()

    def notify_style_update(self) -> None:
        """Forget what was painted in other colours."""
        super().notify_style_update()
        self._painted.clear()

    def on_click(self, event: events.Click) -> None:
        """Put the cursor where the mouse is; a second click opens."""
        position = event.y + self.scroll_offset.y
        if position >= len(self.rows):
            return
        # The first click of a double click has moved the cursor here.
        if event.chain > 1:
            self.post_message(self.Opened(self))
        else:
            self.move_to(position)

    def render_line(self, y: int) -> Strip:
        """Paint one line of the screen."""
        position = y + self.scroll_offset.y
        width = self.scrollable_content_region.width
        if position >= len(self.rows):
            return Strip.blank(width, self.rich_style)
        number = int(self.rows[position])
        marked = self.lines.identity(number) in self.marks
        # Everything that a line's look depends on; the rows themselves change only with show().
        state = (number, width, position == self.cursor, self.has_focus, marked, position in self.span)
        if (strip := self._painted.get(state)) is None:
            strip = self._painted[state] = self._paint(number, width, state)
        return strip

    def _paint(self, number: int, width: int, state: tuple[Any, ...]) -> Strip:
        _, _, under_cursor, _, marked, spanned = state
        base = self.rich_style
        if under_cursor:
            base = self.get_component_rich_style("list--cursor")
        elif spanned:
            base = self.get_component_rich_style("list--range")
        mark = self.get_component_rich_style("list--mark", partial=True)
        gutter = ("▌" if under_cursor else " ") + ("◆" if marked else "·" if spanned else " ") + " "
        gutter = gutter if self._marking else gutter[0] + " "
        segments = [Segment(gutter, base + mark)]
        room = width - len(gutter)
        for piece, name in self.lines.pieces(number, room):
            text = piece
            style = base + self.get_component_rich_style(f"list--{name}", partial=True) if name else base
            size = cell_len(text)
            if size > room:
                text, size = set_cell_size(text, max(0, room - 1)) + "…" * (room > 0), room
            segments.append(Segment(text, style))
            room -= size
            if room <= 0:
                break
        return Strip([*segments, Segment(" " * max(0, room), base)], width)
