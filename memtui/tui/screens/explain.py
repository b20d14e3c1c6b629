"""Explain: why a memory calls for attention, with the diff that made it so; what approving it would change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from memtui.tui.explaining import Explanation, explanation_document
from memtui.tui.screens.page import Pieces
from memtui.tui.screens.scrolling import ScrollingPage

if TYPE_CHECKING:
    from memtui.memory import Head


class ExplainScreen(ScrollingPage):
    """The reasons, worked out anew whenever it is opened; every act upon the memory works here, too."""

    def __init__(self, memory_id: str) -> None:
        super().__init__(memory_id)
        self._explained = ""

    def tell_of(self, head: Head) -> None:
        """Ask for the reasons, and show them once they are known."""
        if head.revision != self._explained:
            self._explained = head.revision
            self.document.show(None, Content("Looking at the code and at what would change…"))
            self.memtui.explain(self, head)

    def answered(self, answer: object) -> None:
        """Show the reasons."""
        head = self.head
        if isinstance(answer, Explanation) and head is not None:
            # Without a key: having read the reasons is not having read the memory.
            self.document.show(None, explanation_document(head, answer, self.key_names))

    def unanswered(self) -> None:
        """Say that the reasons are not known."""
        hint = "‹reader.back› goes back, ‹memory.explain› there tries again."
        self.document.show(None, self.say(f"The reasons could not be found out.\n\n{hint}"))

    def action_explain(self) -> None:
        """Go back: the key that led here leads away, too."""
        self.dismiss()

    def about(self) -> Pieces:
        """Say what this is."""
        return [("why, and what would change ", "dim", "")]
