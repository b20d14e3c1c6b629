"""An outline that folds, beside the thing under the cursor: what Repo and Sources share."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from memtui.safety import clean
from memtui.tui.documents import DIM
from memtui.tui.keys import bound
from memtui.tui.repo_outline import Item, matching, outline_lines
from memtui.tui.screens.filtered_page import FilteredPage
from memtui.tui.widgets.virtual_list import VirtualList


class OutlinePage(FilteredPage):
    """Items that fold and unfold; opening one goes to its place in the code."""

    FILTER_HINT = "words"
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("repo.open", "open", show=True),
        bound("repo.unfold", "unfold(True)", show=True),
        bound("repo.fold", "unfold(False)", show=True),
        bound("repo.toggle", "switch"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.toggled: frozenset[str] = frozenset()
        self.shown: tuple[Item, ...] = ()

    @property
    def current(self) -> Item | None:
        """The item under the cursor."""
        return self.shown[self.list.cursor] if self.shown else None

    def items(self) -> tuple[Item, ...]:
        """Return the items that are to be seen."""
        raise NotImplementedError

    def is_open(self, identity: str, /, *, at_first: bool) -> bool:
        """Tell whether a branch is unfolded; while the filter narrows, all are, so that nothing hides from it."""
        return bool(self.query_text) or at_first != (identity in self.toggled)

    def show_items(self) -> None:
        """Show the items as they are now."""
        self.shown = matching(self.items(), self.query_text)
        self.list.show(range(len(self.shown)), outline_lines(self.shown))
        self.show_emptiness()

    def narrow(self) -> None:
        """Show the items that hold every word of the filter, below their branches."""
        self.show_items()

    def show_emptiness(self) -> None:
        """Say why there is nothing to show: for the filter, if that is so."""
        super().show_emptiness()
        if self.query_text and not self.shown:
            hint = self.say(".\n\n‹list.back› clears the filter.")
            said = Content.assemble("Nothing matches ", (clean(self.query_text), "bold"), hint)
            self.query_one("#empty", Static).update(said)

    @on(VirtualList.CursorMoved)
    def show_preview(self) -> None:
        """Show the thing under the cursor."""
        item = self.current
        self.preview.show(item.id if item else None, self._document(item) if item else Content(""))
        self.show_bars()

    def _document(self, item: Item) -> Content:
        if item.location is None:
            return item.detail()
        hint = self.key_names.told("\n\n‹repo.open› opens it in $EDITOR")
        return Content.assemble(item.detail().rstrip(), (hint, DIM))

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
