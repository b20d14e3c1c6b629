"""Text fields whose pasted text is safe to show; imported when the first one is needed."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.widgets import Input, TextArea

from memtui.safety import clean


class SafeInput(Input):
    """An ``Input`` that shows pasted control characters as marks, and never selects what it holds unasked."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        # Selecting all on focus would let the first key typed replace a whole title.
        super().__init__(*arguments, select_on_focus=False, **options)

    def on_paste(self, event: events.Paste) -> None:
        """Clean what is pasted, before the class above inserts it."""
        # In one line, as what was copied from several of them is meant.
        event.text = clean(" ".join(line.strip() for line in event.text.splitlines()))


class SafeTextArea(TextArea):
    """A plain ``TextArea`` that shows pasted control characters as marks."""

    def on_paste(self, event: events.Paste) -> None:
        """Clean what is pasted, before the class above inserts it."""
        event.text = clean(event.text, multiline=True)
