"""Reader: one memory on the whole screen, where it can be read to the end and decided upon."""

from __future__ import annotations

from collections.abc import Iterator

from textual import on
from textual.content import Content
from textual.widget import Widget

from memtui.tui.documents import memory_document
from memtui.tui.screens.page import Pieces
from memtui.tui.screens.scrolling import ScrollingPage
from memtui.tui.widgets.preview import Preview


class ReaderScreen(ScrollingPage):
    """Shows a memory whole; approving it first goes to its end."""

    def content(self) -> Iterator[Widget]:
        """Return the document."""
        yield Preview(id="reader")

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

    def read_on(self) -> None:
        """Scroll on."""
        self.action_page(1)
        self.memtui.tell("There is more below: read it to the end, then press a.")
