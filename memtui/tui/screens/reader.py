"""Reader: one memory on the whole screen, where it can be read to the end and decided upon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on

from memtui.tui.documents import memory_document
from memtui.tui.screens.page import Pieces
from memtui.tui.screens.scrolling import ScrollingPage
from memtui.tui.widgets.preview import Preview

if TYPE_CHECKING:
    from memtui.memory import Head


class ReaderScreen(ScrollingPage):
    """Shows a memory whole; approving it first goes to its end."""

    def tell_of(self, head: Head) -> None:
        """Show the memory as it is."""
        self.document.show((head.memory.id, head.revision), memory_document(head, self.library))

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
        self.memtui.tell("There is more below: read it to the end, then press ‹memory.approve›.")
