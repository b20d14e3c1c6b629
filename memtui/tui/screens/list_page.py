"""A list beside the thing under its cursor: what the screens of memories, of outlines and of revisions share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from memtui.tui.keys import bound
from memtui.tui.screens.page import Page
from memtui.tui.widgets.preview import Preview
from memtui.tui.widgets.virtual_list import VirtualList


class ListPage(Page):
    """A list, a preview, and what is said where the list is empty."""

    MARKING: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("preview.down", "preview(1)"),
        bound("preview.up", "preview(-1)"),
    ]

    def content(self) -> Iterator[Widget]:
        """Return list and preview."""
        with Horizontal(id="body"):
            yield VirtualList(id="list", marking=self.MARKING)
            yield Preview(id="preview")
            yield Static(markup=False, id="empty")

    @property
    def list(self) -> VirtualList:
        """The list."""
        return self.query_one("#list", VirtualList)

    @property
    def preview(self) -> Preview:
        """The preview."""
        return self.query_one("#preview", Preview)

    def on_mount(self) -> None:
        """Begin with the list in focus."""
        self.list.focus()
        self.show_emptiness()

    def emptiness(self) -> Content:
        """Return why there is nothing to show, and what to do."""
        raise NotImplementedError

    def show_emptiness(self) -> None:
        """Say why there is nothing to show, if that is so."""
        empty = not len(self.list.rows)
        self.set_class(empty, "-empty")
        if empty:
            self.query_one("#empty", Static).update(self.emptiness())

    def action_preview(self, direction: int) -> None:
        """Scroll the preview by a third of its height."""
        self.preview.scroll_by_lines(direction * max(1, self.preview.size.height // 3))
