"""Memories in a list beside the one under the cursor: marking them, and acting upon what is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import BindingType
from textual.content import Content

from memtui.tui import acts
from memtui.tui.documents import PREVIEW_LIMIT, memory_document
from memtui.tui.keys import bound
from memtui.tui.screens.list_page import ListPage
from memtui.tui.screens.memory_page import MemoryPage
from memtui.tui.widgets.preview import Preview
from memtui.tui.widgets.virtual_list import VirtualList

if TYPE_CHECKING:
    from memtui.memory import Head


class MemoryList(ListPage, MemoryPage):
    """A list with a preview, marks, and everything that can be done to what is marked."""

    MARKING = True
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("memory.open", "open", show=True),
        bound("list.mark", "mark", show=True),
        bound("list.range", "range"),
        bound("list.mark_all", "mark_all"),
    ]

    @on(VirtualList.CursorMoved)
    def show_preview(self) -> None:
        """Show the memory under the cursor."""
        head = self.current()
        if head is None:
            self.preview.show(None, Content(""))
        else:
            document = memory_document(head, self.library, limit=PREVIEW_LIMIT)
            cut = len(head.memory.body) > PREVIEW_LIMIT
            # A cut document has no key, so that reaching its end does not count as having read the memory.
            self.preview.show(None if cut else (head.memory.id, head.revision), document)
        self.show_bars()

    @on(Preview.ReadToEnd)
    def remember_read(self, message: Preview.ReadToEnd) -> None:
        """Remember what has been shown whole."""
        self.library.read.add(message.key)  # type: ignore[arg-type]

    def current(self) -> Head | None:
        """Return the memory under the cursor."""
        identity = self.list.current
        return None if identity is None else self.library.head(identity)

    def why_not(self, action: str, /) -> str:
        """Return why an act upon the memory under the cursor would be refused; of those marked, each is told."""
        return "" if self.list.selection.marking else super().why_not(action)

    def chosen(self) -> tuple[str, ...]:
        """Return what is marked, else the memory under the cursor."""
        return tuple(self.list.chosen)

    def acted(self) -> None:
        """Let go of the marks."""
        self.list.let_go()
        self.show_bars()

    def action_act(self, name: str) -> None:
        """Approve, reject, delete or restore what is chosen."""
        chosen = self.chosen()
        if not chosen:
            self.memtui.tell(f"Nothing to {name}: no memory is selected.", "warning")
        elif name == "approve" and len(chosen) == 1 and not self.memtui.desk.may_be_approved(chosen[0]):
            self.action_open()
            self.memtui.tell("Read it to the end, then press ‹memory.approve›: approval needs to have seen it whole.")
        elif len(chosen) > 1:
            self.memtui.desk.confirm(name, chosen, self.acted)
        else:
            seen = {key: glance.revision for key, glance in self.library.glances(chosen).items()}
            self.memtui.desk.perform(acts.act(name, chosen, seen, self.library.workspace))
            self.acted()

    def action_open(self) -> None:
        """Open one memory on the whole screen."""
        chosen = self.list.chosen
        target = chosen[0] if len(chosen) == 1 else self.list.current
        if target is None:
            self.memtui.tell("Nothing to open: no memory is selected.", "warning")
        else:
            self.memtui.open_reader(target)

    @on(VirtualList.Opened)
    def open_clicked(self) -> None:
        """Open what was double-clicked."""
        self.action_open()

    def action_mark(self) -> None:
        """Mark and move on."""
        self.list.toggle_mark()
        self.show_bars()

    def action_range(self) -> None:
        """Begin or end a range."""
        self.list.toggle_range()
        self.show_bars()

    def action_mark_all(self) -> None:
        """Mark all that match."""
        self.list.toggle_all()
        self.show_bars()
