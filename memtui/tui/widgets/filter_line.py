"""The line above a list in which words are typed that narrow it; not there until it is opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.message import Message

if TYPE_CHECKING:
    from textual.widgets import Input


class FilterLine(Vertical):
    """Holds what is typed, and says so at each letter."""

    @dataclass
    class Typed(Message):
        """The text is another one."""

        text: str

    class Left(Message):
        """The person is done typing, and wants what was found."""

    def __init__(self, hint: str, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._hint = hint
        self.text = ""

    @property
    def is_open(self) -> bool:
        """Whether there is a field to type in."""
        return bool(self.query("Input"))

    async def open(self) -> None:
        """Show the field, and go there."""
        from memtui.tui.widgets.inputs import SafeInput

        if not self.is_open:
            self.add_class("-open")
            await self.mount(SafeInput(self.text, placeholder=self._hint, compact=True))
        self.query_one("Input").focus()

    def close(self) -> None:
        """Take the field and its text away."""
        self.text = ""
        self.query("Input").remove()
        self.remove_class("-open")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what is typed now."""
        event.stop()
        # What the field of a line that was closed still had to say comes too late.
        if self.is_open and event.value != self.text:
            self.text = event.value
            self.post_message(self.Typed(self.text))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to what was found."""
        event.stop()
        self.post_message(self.Left())
