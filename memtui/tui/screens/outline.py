"""An outline that folds, beside the thing under the cursor: what Repo and Sources share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from memtui.tui.repo_outline import Item, OutlineLines
from memtui.tui.screens.page import Page
from memtui.tui.widgets.preview import Preview
from memtui.tui.widgets.virtual_list import VirtualList


class OutlinePage(Page):
    """Items that fold and unfold; opening one goes to its place in the code."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", id="repo.open"),
        Binding("l,right", "unfold(True)", "Unfold", id="repo.unfold"),
        Binding("h,left", "unfold(False)", "Fold", id="repo.fold"),
        Binding("space", "switch", "Fold or unfold", id="repo.toggle", show=False),
        Binding("J", "preview(1)", "Scroll the preview down", id="preview.down", show=False),
        Binding("K", "preview(-1)", "Scroll the preview up", id="preview.up", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.toggled: frozenset[str] = frozenset()
        self.shown: tuple[Item, ...] = ()

    def content(self) -> Iterator[Widget]:
        """Return outline and preview."""
        with Horizontal(id="body"):
            yield VirtualList(id="list", marking=False)
            yield Preview(id="preview")
            yield Static(markup=False, id="empty")

    @property
    def list(self) -> VirtualList:
        """The outline."""
        return self.query_one("#list", VirtualList)

    @property
    def current(self) -> Item | None:
        """The item under the cursor."""
        return self.shown[self.list.cursor] if self.shown else None

    def on_mount(self) -> None:
        """Begin with the outline in focus."""
        self.list.focus()
        self.show_emptiness()

    def items(self) -> tuple[Item, ...]:
        """Return the items that are to be seen."""
        raise NotImplementedError

    def emptiness(self) -> Content:
        """Return why there is nothing to show, and what to do."""
        raise NotImplementedError

    def show_items(self) -> None:
        """Show the items as they are now."""
        self.shown = self.items()
        self.list.show(range(len(self.shown)), OutlineLines(self.shown))
        self.show_emptiness()

    def show_emptiness(self) -> None:
        """Say why there is nothing to show, if that is so."""
        self.set_class(not self.shown, "-empty")
        if not self.shown:
            self.query_one("#empty", Static).update(self.emptiness())

    @on(VirtualList.CursorMoved)
    def show_preview(self) -> None:
        """Show the thing under the cursor."""
        item = self.current
        preview = self.query_one("#preview", Preview)
        preview.show(item.id if item else None, item.detail() if item else Content(""))
        self.show_bars()

    def action_open(self) -> None:
        """Fold or unfold a branch; open a place in the person's editor."""
        item = self.current
        if item is None:
            return
        if item.location is not None:
            self.memtui.open_in_editor(*item.location)
        elif item.branch:
            self.action_switch()
        else:
            self.memtui.tell("There is no place in the code to open for this line.", "warning")

    @on(VirtualList.Opened)
    def open_clicked(self) -> None:
        """Open what was double-clicked."""
        self.action_open()

    def action_switch(self) -> None:
        """Fold or unfold the branch under the cursor."""
        item = self.current
        if item is not None and item.branch:
            self.toggled ^= {item.id}
            self.show_items()

    def action_unfold(self, unfold: bool) -> None:
        """Unfold a branch, or fold it; from a leaf, fold goes up to its branch."""
        item = self.current
        if item is None:
            return
        if item.branch and item.open != unfold:
            self.action_switch()
        elif not unfold:
            self._go_up(item)

    def _go_up(self, item: Item) -> None:
        for position in range(self.list.cursor - 1, -1, -1):
            if self.shown[position].depth < item.depth:
                self.list.move_to(position)
                return

    def action_preview(self, direction: int) -> None:
        """Scroll the preview by a third of its height."""
        preview = self.query_one("#preview", Preview)
        preview.scroll_by_lines(direction * max(1, preview.size.height // 3))
