"""A list of memories that is narrowed by a filter and by facets: what Inbox and Memories share."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content

from memtui.tui.keys import bound
from memtui.tui.library import View
from memtui.tui.memory_lines import MemoryLines
from memtui.tui.messages import FilterMatched
from memtui.tui.narrowing import emptiness, facets_in_words
from memtui.tui.rows import Rows
from memtui.tui.screens.filtered_page import FilteredPage
from memtui.tui.screens.memory_list import MemoryList
from memtui.tui.screens.page import Pieces

_DIM = "dim"


class MemoryScreen(FilteredPage, MemoryList):
    """Memories of a view, of those the ones that match."""

    EMPTY: ClassVar[str] = ""
    FILTER_HINT = 'words, "a phrase", -not, kind: tag: status: from: is:'
    BINDINGS: ClassVar[list[BindingType]] = [bound("list.facets", "facets", show=True)]

    def __init__(self) -> None:
        super().__init__()
        self.view = View(inbox=self.MODE == "inbox")
        self.matched = -1
        self._typed = False
        self._generation = 0
        self._sought: str | None = None

    def news(self) -> None:
        """Show the rows as they are, or ask for them to be matched again."""
        super().news()
        self.narrow()

    def show_rows(self, rows: Rows) -> None:
        """Put rows into the list."""
        self.list.show(rows, MemoryLines(self.library, self.library.present))
        # Kept until it is found: the row may come with the next snapshot only.
        if self._sought and self.list.select(self._sought):
            self._sought = None
        self.show_emptiness()
        self.show_bars()

    def seek(self, memory_id: str) -> None:
        """Show everything and put the cursor on one memory."""
        self._sought, self.view = memory_id, replace(View(), reach="everywhere")
        self.clear_filter()

    def about(self) -> Pieces:
        """Return how many are shown of what, and how many marked."""
        listing = self.list
        pieces: Pieces = []
        if listing.selection.marking:
            pieces.append((f"{len(listing.chosen):,} marked · ", "bold $text-warning", ""))
        pieces.append((f"{len(listing.rows):,} shown · ", _DIM, ""))
        pieces.append((f"{facets_in_words(self.library, self.view)} ", _DIM, "screen.facets"))
        return pieces

    def time_passed(self) -> None:
        """Let the ages in the rows move on, too."""
        super().time_passed()
        self.list.repaint_what_moved()

    def emptiness(self) -> Content:
        """Return what is said in the place of an empty list."""
        return emptiness(self.library, self.view, self.query_text, self.EMPTY)

    def widen(self) -> bool:
        """Drop the facets."""
        if self.view == View(inbox=self.view.inbox):
            return False
        self.view = View(inbox=self.view.inbox)
        self.news()
        return True

    def narrow_as_typed(self) -> None:
        """Match what is typed, and go to the best match."""
        self._typed = True
        super().narrow_as_typed()

    def narrow(self) -> None:
        """Show the rows that match, once that is known; all of them where nothing is asked for."""
        self._generation += 1
        rows = self.library.rows(self.view)
        if self.library.snapshot is None:
            self.show_emptiness()
        elif query := self.query_text:
            self.memtui.match(self.MODE, self._generation, query, rows)
        else:
            self.show_rows(rows)

    def matched_rows(self, message: FilterMatched) -> None:
        """Show what matches, unless another question has been asked since."""
        if message.generation == self._generation:
            self.show_rows(message.rows)
            if self._typed:
                self.list.move_to(0)  # the best match; a reload of the same filter keeps the cursor where it is
            self._typed = False
            self.matched = message.generation

    def action_facets(self) -> None:
        """Choose scope, kinds and statuses."""
        from memtui.tui.screens.facets import FacetScreen

        def choose(view: View | None) -> None:
            if view is not None:
                self.view = view
                self.news()

        self.app.push_screen(FacetScreen(self.view), choose)
