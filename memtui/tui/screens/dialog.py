"""Dialogs: boxes over the page that take every key until they are answered."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from memtui.configuration import ACTIONS
from memtui.tui.keys import bound

if TYPE_CHECKING:
    from textual.widgets import Input

    from memtui.tui.app import MemtuiApp
    from memtui.tui.keys import KeyNames

# Keys repeat thirty times a second: what was held for the list must not answer a question.
GRACE = 0.15
# More names than anyone reads, and few enough to be laid out at once.
LISTED = 500
# Shared with the pages: an instance variable to Textual, hence no annotation.
BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]
Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer]):
    """A box that ignores the keys of the first moments, which were meant for what lay under it."""

    HORIZONTAL_BREAKPOINTS = BREAKPOINTS
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("app.help", "app.help"),
        bound("app.interrupt", "interrupt", system=True),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._opened = monotonic()

    @property
    def settled(self) -> bool:
        """Whether it has been open long enough for a key to be meant for it."""
        return monotonic() - self._opened >= GRACE

    def action_interrupt(self) -> None:
        """Copy what is selected with the mouse; else give no answer."""
        if self.get_selected_text():
            cast("MemtuiApp", self.app).action_interrupt()
        elif self.settled:
            self.dismiss(None)

    @property
    def key_names(self) -> KeyNames:
        """What the keys of this user are called."""
        return cast("MemtuiApp", self.app).library.keys

    def answers(self, *answers: tuple[str, str]) -> Static:
        """Return the line that names the keys: of actions by their ids, or those of a field as they are."""
        named = [(self.key_names.every(key) if key in ACTIONS else key, word) for key, word in answers]
        parts = [part for key, word in named for part in ((key, "bold $text-accent"), f" {word}   ")]
        return Static(Content.assemble(*parts).rstrip(), classes="answers")


class ConfirmScreen(Dialog[bool]):
    """Names what an act is about to change; only ``y`` goes on, everything else leaves things as they are."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # Another key than the one that asked, so that pressing that twice changes nothing.
        bound("confirm.yes", "answer(True)", show=True),
        bound("confirm.no", "answer(False)", show=True),
        bound("confirm.down", "scroll(1)"),
        bound("confirm.up", "scroll(-1)"),
        bound("confirm.page_down", "scroll(10)"),
        bound("confirm.page_up", "scroll(-10)"),
    ]

    def __init__(self, question: str, names: Sequence[str], note: str = "") -> None:
        super().__init__()
        self._question = question
        self._names = names
        self._note = note

    def compose(self) -> ComposeResult:
        """Lay out question, names and keys."""
        with Vertical(classes="dialog"):
            yield Static(Content.styled(self._question, "bold"), classes="question")
            with VerticalScroll(can_focus=False):
                yield Static(self._listing(), classes="names")
            if self._note:
                yield Static(Content.styled(self._note, "$text-warning"), classes="note")
            yield self.answers(("confirm.yes", "yes"), ("confirm.no", "no, leave as is"))

    def _listing(self) -> Content:
        lines: list[tuple[str, str] | str] = [f"• {name}\n" for name in self._names[:LISTED]]
        if len(self._names) > LISTED:
            lines.append(
                (f"… and {len(self._names) - LISTED:,} more; narrow the filter to see them all", "$text-warning")
            )
        return Content.assemble(*lines).rstrip()

    def action_answer(self, yes: bool) -> None:
        """Give the answer, unless the key came too soon to be one."""
        if self.settled:
            self.dismiss(yes)

    def action_scroll(self, lines: int) -> None:
        """Scroll the names."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class ChoiceScreen(Dialog[str]):
    """A question with a few answers, each with its own key; escape gives none of them."""

    BINDINGS: ClassVar[list[BindingType]] = [bound("choice.back", "answer('')", show=True)]

    def __init__(self, question: str, choices: Sequence[tuple[str, str, str]]) -> None:
        super().__init__()
        self._question = question
        self._choices = choices

    def compose(self) -> ComposeResult:
        """Lay out question and answers."""
        with Vertical(classes="dialog"):
            yield Static(Content.styled(self._question, "bold"), classes="question")
            for key, _, words in self._choices:
                yield Static(Content.assemble((key, "bold $text-accent"), f"  {words}"))
            yield self.answers(("choice.back", "back"))

    def key_answers(self) -> dict[str, str]:
        """Return the answers by key."""
        return {key: answer for key, answer, _ in self._choices}

    def on_key(self, event: events.Key) -> None:
        """Take a key for an answer."""
        answer = self.key_answers().get(event.key)
        if answer is not None and self.settled:
            event.stop()
            self.dismiss(answer)

    def action_answer(self, answer: str) -> None:
        """Give an answer."""
        if self.settled:
            self.dismiss(answer)


class InputScreen(Dialog[str | None]):
    """A question that is answered by typing; escape gives no answer."""

    BINDINGS: ClassVar[list[BindingType]] = [bound("input.back", "leave", show=True)]

    def __init__(self, question: str, note: str = "", text: str = "") -> None:
        super().__init__()
        self._question = question
        self._note = note
        self._text = text

    def compose(self) -> ComposeResult:
        """Lay out question and field."""
        from memtui.tui.widgets.inputs import SafeInput

        with Vertical(classes="dialog"):
            yield Static(Content.styled(self._question, "bold"), classes="question")
            yield SafeInput(self._text, compact=True)
            if self._note:
                yield Static(Content.styled(self._note, "dim"), classes="note")
            yield self.answers(("enter", "accept"), ("input.back", "back"))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with what was typed."""
        event.stop()
        if self.settled:
            self.dismiss(event.value.strip())

    def action_leave(self) -> None:
        """Give no answer."""
        self.dismiss(None)
