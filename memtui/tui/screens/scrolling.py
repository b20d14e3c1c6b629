"""One memory on the whole screen: what the reader and the explanation have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.widget import Widget

from memtui.tui import acts
from memtui.tui.keys import bound
from memtui.tui.screens.memory_page import MemoryPage
from memtui.tui.widgets.preview import Preview

if TYPE_CHECKING:
    from memtui.memory import Head


class ScrollingPage(MemoryPage):
    """A document about one memory; a decision upon the memory goes back to where one came from."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("reader.back", "back", show=True),
        bound("reader.down", "scroll(1)"),
        bound("reader.up", "scroll(-1)"),
        bound("reader.page_down", "page(1)"),
        bound("reader.page_up", "page(-1)"),
        bound("reader.first", "end(-1)"),
        bound("reader.last", "end(1)"),
    ]

    def __init__(self, memory_id: str) -> None:
        super().__init__()
        self.memory_id = memory_id

    def content(self) -> Iterator[Widget]:
        """Return the document."""
        yield Preview(id="reader")

    def news(self) -> None:
        """Show what there is to say of the memory, if there still is one."""
        super().news()
        head = self.head
        if head is None:
            self.document.show(None, self.say("This memory does not exist any longer.\n\n‹reader.back› goes back."))
        else:
            self.tell_of(head)

    def tell_of(self, head: Head) -> None:
        """Show what there is to say of a memory."""
        raise NotImplementedError

    @property
    def document(self) -> Preview:
        """The document on the screen."""
        return self.query_one("#reader", Preview)

    @property
    def head(self) -> Head | None:
        """The memory as it is."""
        return self.library.head(self.memory_id)

    def current(self) -> Head | None:
        """Return the memory."""
        return self.head

    def chosen(self) -> tuple[str, ...]:
        """Return the memory."""
        return (self.memory_id,)

    def acted(self) -> None:
        """Go back to the list."""
        self.dismiss()

    def action_act(self, name: str) -> None:
        """Decide upon the memory and go back to the list."""
        head = self.head
        if head is None:
            return
        if name == "approve" and not self.memtui.desk.may_be_approved(self.memory_id):
            self.read_on()
        else:
            self.perform(acts.act(name, (self.memory_id,), {self.memory_id: head.revision}, self.library.workspace))

    def read_on(self) -> None:
        """Lead to what has not been read yet."""
        self.memtui.open_reader(self.memory_id)
        self.memtui.tell("Read it to the end, then press ‹memory.approve›: approval needs to have seen it whole.")

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
