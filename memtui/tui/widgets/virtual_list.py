"""A list of any length: only the lines on the screen are ever read, painted or kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.cache import LRUCache
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from memtui.tui.keys import bound
from memtui.tui.rows import Rows
from memtui.tui.widgets.lines import Lines
from memtui.tui.widgets.painting import strip_of
from memtui.tui.widgets.selection import Selection

if TYPE_CHECKING:
    from rich.style import Style
    from textual import events


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
        bound("list.down", "move(1)"),
        bound("list.up", "move(-1)"),
        bound("list.first", "jump(0)"),
        bound("list.last", "jump(-1)"),
        bound("list.page_down", "page(1)"),
        bound("list.page_up", "page(-1)"),
    ]

    @dataclass
    class Told(Message):
        """Something happened in a list."""

        list: VirtualList

        @property
        def control(self) -> VirtualList:
            """The list, for ``@on`` selectors."""
            return self.list

    class CursorMoved(Told):
        """Another row is under the cursor, or another memory is in its row."""

        def can_replace(self, message: Message) -> bool:
            """Only the last of a burst of moves is worth a preview."""
            return isinstance(message, VirtualList.CursorMoved)

    class Opened(Told):
        """A row was clicked that was under the cursor already."""

    def __init__(self, *, id: str | None = None, marking: bool = True) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.selection = Selection()
        self._marking = marking
        # Some screens full: scrolling back and forth paints nothing twice.
        self._painted: LRUCache[tuple[object, ...], Strip] = LRUCache(1024)

    @property
    def rows(self) -> Rows:
        """The numbers of the rows shown, in order."""
        return self.selection.rows

    @property
    def cursor(self) -> int:
        """The position of the cursor."""
        return self.selection.cursor

    @property
    def marks(self) -> set[str]:
        """The identities that are marked."""
        return self.selection.marks

    @property
    def current(self) -> str | None:
        """The identity under the cursor, or None in an empty list."""
        return self.selection.current

    @property
    def chosen(self) -> tuple[str, ...]:
        """The identities to act upon: the marks and the range in the order shown, else the one under the cursor."""
        return self.selection.chosen

    def identity_at(self, position: int) -> str:
        """Return the identity at a position of the list."""
        return self.selection.identity_at(position)

    def show(self, rows: Rows, lines: Lines) -> None:
        """Show other rows; cursor, scroll, marks and range stay with what they were on."""
        offset = self.cursor - self.scroll_offset.y
        self.selection.replace(rows, lines)
        self._painted.clear()
        self.virtual_size = Size(0, len(rows))
        # The cursor keeps its line on the screen, since the eye is there.
        self.scroll_to(y=max(0, self.cursor - offset), animate=False)
        self._reveal()
        self.refresh()
        self.post_message(self.CursorMoved(self))

    def repaint_what_moved(self) -> None:
        """Paint those visible rows again that look otherwise by now, and no others."""
        lines = range(self.scrollable_content_region.height)
        before = [self.render_line(y) for y in lines]
        self._painted.clear()
        for y in lines:
            if self.render_line(y) != before[y]:
                self.refresh_line(y + self.scroll_offset.y)

    def move_to(self, position: int) -> None:
        """Put the cursor on a position, within the list."""
        before, position = self.cursor, self.selection.within(position)
        if position == before or not len(self.rows):
            return
        self.selection.cursor = position
        if self.selection.span:
            self.refresh()
        else:
            self.refresh_line(before)
            self.refresh_line(position)
        self._reveal()
        self.post_message(self.CursorMoved(self))

    def select(self, identity: str) -> bool:
        """Put the cursor on an identity; return whether it is in the list."""
        position = self.selection.position_of(identity)
        if position is not None:
            self.move_to(position)
        return position is not None

    def toggle_mark(self) -> None:
        """Mark or unmark the range or the row under the cursor, and go on to the next."""
        self.selection.toggle_mark()
        self.refresh()
        self.move_to(self.cursor + 1)

    def toggle_range(self) -> None:
        """Begin a range here, or end it and leave its rows marked."""
        self.selection.toggle_range()
        self.refresh()

    def toggle_all(self) -> None:
        """Mark every row shown, or unmark all if they are."""
        self.selection.toggle_all()
        self.refresh()

    def step_back(self) -> bool:
        """Leave the range, else drop the marks; return whether there was anything to leave."""
        left = self.selection.step_back()
        if left:
            self.refresh()
            self.post_message(self.CursorMoved(self))
        return left

    def let_go(self) -> None:
        """Drop marks and range, after an act upon them."""
        self.selection.let_go()
        self._painted.clear()
        self.refresh()

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
        width = self.scrollable_content_region.width
        state = self._state(y + self.scroll_offset.y)
        if state is None:
            return Strip.blank(width, self.rich_style)
        if (strip := self._painted.get(state)) is None:
            strip = self._painted[state] = self._paint(*state)
        return strip

    def _state(self, position: int) -> tuple[int, int, bool, bool, bool, bool] | None:
        """Return everything that the look of a row depends on; the rows themselves change only with ``show``."""
        chosen = self.selection
        if position >= len(chosen.rows):
            return None
        number, width = int(chosen.rows[position]), self.scrollable_content_region.width
        marked = chosen.lines.identity(number) in chosen.marks
        return number, width, position == chosen.cursor, self.has_focus, marked, position in chosen.span

    def _paint(self, number: int, width: int, under_cursor: bool, _: bool, marked: bool, spanned: bool) -> Strip:
        gutter = ("▌" if under_cursor else " ") + ("◆" if marked else "·" if spanned else " ") + " "
        gutter = gutter if self._marking else gutter[0] + " "
        pieces = self.selection.lines.pieces(number, width - len(gutter))
        return strip_of([(gutter, "mark"), *pieces], width, self._base(under_cursor, spanned), self._style)

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"list--{name}", partial=True)

    def _base(self, under_cursor: bool, spanned: bool) -> Style:
        if under_cursor:
            return self.get_component_rich_style("list--cursor")
        return self.get_component_rich_style("list--range") if spanned else self.rich_style
