"""Repo: what the index says of this repository, every single fact of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from memtui.tui import words
from memtui.tui.repo_outline import Item, OutlineLines, outline
from memtui.tui.screens.page import Page, Pieces
from memtui.tui.widgets.bars import progress_bar
from memtui.tui.widgets.preview import Preview
from memtui.tui.widgets.virtual_list import VirtualList


class RepoScreen(Page):
    """Entry points, modules, history and coverage as an outline beside the fact under the cursor."""

    MODE = "repo"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", id="repo.open"),
        Binding("l,right", "unfold(True)", "Unfold", id="repo.unfold"),
        Binding("h,left", "unfold(False)", "Fold", id="repo.fold"),
        Binding("space", "switch", "Fold or unfold", id="repo.toggle", show=False),
        Binding("R", "refresh", "Index again", id="repo.refresh"),
        Binding("J", "preview(1)", "Scroll the preview down", id="preview.down", show=False),
        Binding("K", "preview(-1)", "Scroll the preview up", id="preview.up", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._toggled: frozenset[str] = frozenset()
        self._items: tuple[Item, ...] = ()
        self._shown_facts: object = None

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
        return self._items[self.list.cursor] if self._items else None

    def on_mount(self) -> None:
        """Begin with the outline in focus."""
        self.list.focus()
        self.memtui.want_facts()

    def news(self) -> None:
        """Show the index as it was last read."""
        super().news()
        # Any news comes here; folding everything again at each act would lose the place.
        if self.library.facts is not None and self.library.facts is not self._shown_facts:
            self._show()
        self.set_class(not self._items, "-empty")
        if not self._items:
            self.query_one("#empty", Static).update(self.emptiness())

    def progressed(self) -> None:
        """Show how far indexing is, large where there is nothing else to show."""
        super().progressed()
        if not self._items:
            self.query_one("#empty", Static).update(self.emptiness())

    def emptiness(self) -> Content:
        """Return why there is nothing to show, and what to do."""
        library = self.library
        if library.workspace is not None and library.workspace.repository is None:
            return Content("There is no git repository here.\n\nStart memtui inside one to see how it is built.")
        if library.progress is None:
            return Content("Reading the index…")
        phase, done, total = library.progress
        share = done / total if total else 0.0
        numbers = f"{done:,} of {total:,}" if total else ""
        bar = (progress_bar(share, 30), "$text-primary")
        return Content.assemble(("Indexing this repository\n\n", "bold"), bar, f"\n{words.phase(phase)} {numbers}")

    def _show(self) -> None:
        facts = self.library.facts
        if facts is not None:
            self._items = outline(facts, self._toggled)
            self._shown_facts = facts
            self.list.show(range(len(self._items)), OutlineLines(self._items))

    @on(VirtualList.CursorMoved)
    def show_preview(self) -> None:
        """Show the fact under the cursor."""
        item = self.current
        preview = self.query_one("#preview", Preview)
        preview.show(item.id if item else None, item.detail() if item else Content(""))
        self.show_bars()

    def about(self) -> Pieces:
        """Return what kinds of facts there are."""
        facts = self.library.facts
        if facts is None:
            return []
        numbers = (
            words.count(len(facts.entry_points), "entry point"),
            words.count(len(facts.modules), "module"),
            words.count(facts.history.commits, "commit"),
        )
        text = " · ".join(numbers) + " "
        return [(text, "dim", "")]

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
            self._toggled ^= {item.id}
            self._show()

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
            if self._items[position].depth < item.depth:
                self.list.move_to(position)
                return

    def action_preview(self, direction: int) -> None:
        """Scroll the preview by a third of its height."""
        preview = self.query_one("#preview", Preview)
        preview.scroll_by_lines(direction * max(1, preview.size.height // 3))

    def action_refresh(self) -> None:
        """Bring the index up to HEAD."""
        self.memtui.refresh_index()
