"""A list that words narrow: the filter above it, and the way back out of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.widget import Widget

from memtui.tui.keys import bound
from memtui.tui.screens.list_page import ListPage
from memtui.tui.screens.page import Pieces
from memtui.tui.widgets.filter_line import FilterLine


class FilteredPage(ListPage):
    """A list with a filter line, which is opened by a key and closed by escape."""

    FILTER_HINT: ClassVar[str] = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("list.filter", "filter", show=True),
        bound("list.back", "back"),
    ]

    def content(self) -> Iterator[Widget]:
        """Return filter, list and preview."""
        yield FilterLine(self.FILTER_HINT, id="filter")
        yield from super().content()

    @property
    def filter_line(self) -> FilterLine:
        """The line of the filter."""
        return self.query_one("#filter", FilterLine)

    @property
    def query_text(self) -> str:
        """What is filtered by, without the blanks around it."""
        return self.filter_line.text.strip()

    def narrow(self) -> None:
        """Show what matches the filter; everything where it is empty."""
        raise NotImplementedError

    def keys(self) -> Pieces:
        """Return the keys; while the filter is typed, those that do not type."""
        if self.focused is None or self.focused is self.list:
            return super().keys()
        hints = (("⏎", " to what it found  "), (self.key_names.of("list.back"), " clear  "))
        return [piece for key, word in hints for piece in ((f" {key}", "bold $text-accent", ""), (word, "dim", ""))]

    async def action_filter(self) -> None:
        """Open the filter."""
        await self.filter_line.open()

    def clear_filter(self) -> None:
        """Close the filter, and show everything again."""
        self.filter_line.close()
        self.list.focus()
        self.narrow()

    @on(FilterLine.Left)
    def go_to_found(self) -> None:
        """Go from the filter to what it found."""
        self.list.focus()

    @on(FilterLine.Typed)
    def take_typed(self) -> None:
        """Narrow by what is typed."""
        self.narrow_as_typed()

    def narrow_as_typed(self) -> None:
        """Narrow while the person types on."""
        self.narrow()

    def action_back(self) -> None:
        """Go one step back: the range, then the marks, then the filter, then what else narrows, then messages."""
        if self.list.step_back():
            self.show_bars()
        elif self.filter_line.is_open:
            self.clear_filter()
        elif not self.widen():
            self.app.clear_notifications()

    def widen(self) -> bool:
        """Take back what narrows the list beside the filter; return whether anything did."""
        return False
