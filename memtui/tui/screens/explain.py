"""Explain: why a memory calls for attention, with the diff that made it so; what approving it would change."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content
from textual.widget import Widget

from memtui.tui.explaining import Explanation, explanation_document
from memtui.tui.screens.page import Pieces
from memtui.tui.screens.scrolling import ScrollingPage
from memtui.tui.widgets.preview import Preview


class ExplainScreen(ScrollingPage):
    """The reasons, worked out anew whenever it is opened; every act upon the memory works here, too."""

    def __init__(self, memory_id: str) -> None:
        super().__init__(memory_id)
        self._explanation: Explanation | None = None
        self._explained = ""

    def content(self) -> Iterator[Widget]:
        """Return the document."""
        yield Preview(id="reader")

    def news(self) -> None:
        """Ask for the reasons, and show them once they are known."""
        super().news()
        head = self.head
        if head is None:
            self.document.show(None, Content("This memory does not exist any longer.\n\nesc goes back."))
        elif head.revision != self._explained:
            self._explained = head.revision
            self.document.show(None, Content("Looking at the code and at what would change…"))
            self.memtui.explain(self, head)

    def answered(self, answer: object) -> None:
        """Show the reasons."""
        head = self.head
        if isinstance(answer, Explanation) and head is not None:
            self._explanation = answer
            # Without a key: having read the reasons is not having read the memory.
            self.document.show(None, explanation_document(head, answer))

    def unanswered(self) -> None:
        """Say that the reasons are not known."""
        self.document.show(None, Content("The reasons could not be found out.\n\nesc goes back, o there tries again."))

    def action_explain(self) -> None:
        """Go back: the key that led here leads away, too."""
        self.dismiss()

    def about(self) -> Pieces:
        """Say what this is."""
        return [("why, and what would change ", "dim", "")]
