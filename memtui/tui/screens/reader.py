"""Reader: one memory on the whole screen, where it can be read to the end and decided upon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from memtui.tui import acts
from memtui.tui.documents import memory_document
from memtui.tui.screens.page import Page, Pieces
from memtui.tui.widgets.preview import Preview

if TYPE_CHECKING:
    from memtui.memory import Head


class ReaderScreen(Page):
    """Shows a memory whole; approving it first goes to its end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "act('approve')", "Approve", id="memory.approve"),
        Binding("x", "act('reject')", "Reject", id="memory.reject"),
        Binding("e", "edit", "Edit", id="memory.edit"),
        Binding("d", "act('delete')", "Delete", id="memory.delete"),
        Binding("escape,enter", "back", "Back", id="reader.back"),
        Binding("E", "edit_external", "Edit in $EDITOR", id="memory.edit_external", show=False),
        Binding("r", "act('restore')", "Restore from the trash", id="memory.restore", show=False),
        Binding("y", "copy", "Copy", id="memory.copy", show=False),
        Binding("j,J,down", "scroll(1)", "Down", id="reader.down", show=False),
        Binding("k,K,up", "scroll(-1)", "Up", id="reader.up", show=False),
        Binding("ctrl+d,pagedown,space", "page(1)", "A page down", id="reader.page_down", show=False),
        Binding("ctrl+u,pageup", "page(-1)", "A page up", id="reader.page_up", show=False),
        Binding("g,home", "end(-1)", "Start", id="reader.first", show=False),
        Binding("G,end", "end(1)", "End", id="reader.last", show=False),
    ]

    def __init__(self, memory_id: str) -> None:
        super().__init__()
        self.memory_id = memory_id

    def content(self) -> Iterator[Widget]:
        """Return the document."""
        yield Preview(id="reader")

    @property
    def document(self) -> Preview:
        """The document on the screen."""
        return self.query_one("#reader", Preview)

    @property
    def head(self) -> Head | None:
        """The memory as it is."""
        return self.library.head(self.memory_id)

    def news(self) -> None:
        """Show the memory as it is."""
        super().news()
        head = self.head
        if head is None:
            self.document.show(None, Content("This memory does not exist any longer.\n\nesc goes back."))
            return
        document = memory_document(head, self.library.status_of(head), self.library.workspace)
        self.document.show((head.memory.id, head.revision), document)

    @on(Preview.ReadToEnd)
    def remember_read(self, message: Preview.ReadToEnd) -> None:
        """Remember that it has been shown whole."""
        self.library.read.add(message.key)  # type: ignore[arg-type]
        self.show_bars()

    def about(self) -> Pieces:
        """Say whether there is more below."""
        head = self.head
        if head is None or self.library.is_read(head):
            return [("read to the end ", "dim", "")]
        return [("more below ↓ ", "bold $text-warning", "screen.page(1)")]

    def why_not(self, action: str, /) -> str:
        """Return why an act would be refused."""
        name = action.removeprefix("act('").removesuffix("')")
        head = self.head
        return (
            acts.pointless(name, head.memory.attention, self.library.status_of(head)) if name != action and head else ""
        )

    def action_act(self, name: str) -> None:
        """Decide upon the memory and go back to the list."""
        head = self.head
        if head is None:
            return
        if name == "approve" and not self.memtui.may_be_approved(self.memory_id):
            self.action_page(1)
            self.memtui.tell("There is more below: read it to the end, then press a.")
        elif self.memtui.perform(acts.act(name, (self.memory_id,), {self.memory_id: head.revision})):
            self.dismiss()

    def action_edit(self) -> None:
        """Edit it in place."""
        self.memtui.edit(self.memory_id)

    def action_edit_external(self) -> None:
        """Edit it in the person's own editor."""
        self.memtui.edit_external(self.memory_id)

    def action_copy(self) -> None:
        """Copy it."""
        self.memtui.copy(self.memory_id)

    def action_back(self) -> None:
        """Go back to the list."""
        self.dismiss()

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        self.document.scroll_by_lines(lines)

    def action_page(self, direction: int) -> None:
        """Scroll by nearly a page."""
        self.document.scroll_by_lines(direction * max(1, self.document.size.height - 2))

    def action_end(self, direction: int) -> None:
        """Go to the start or the end."""
        if direction < 0:
            self.document.scroll_home(animate=False)
        else:
            self.document.scroll_end(animate=False)
