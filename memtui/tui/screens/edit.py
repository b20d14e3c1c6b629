"""Editor: title, kind and body of a memory in place; imported when the first memory is edited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Label

from memtui.memory import Head, Kind, Status
from memtui.safety import clean
from memtui.tui import acts
from memtui.tui.editor import as_text
from memtui.tui.screens.dialog import ChoiceScreen
from memtui.tui.screens.page import Page, Pieces
from memtui.tui.widgets.inputs import SafeInput, SafeTextArea

if TYPE_CHECKING:
    from memtui.review import Changes


def changed_fields(head: Head, title: str, kind: str, body: str) -> dict[str, str]:
    """Return the fields that a person changed, judged by what they were shown.

    A field that is as it was shown is left as it is; one that is not is saved as it now shows, marks included.
    """
    memory = head.memory
    shown = {
        "title": (clean(memory.title), title.strip()),
        "kind": (clean(memory.kind), kind.strip()),
        "body": (clean(memory.body, multiline=True).rstrip(), body.rstrip()),
    }
    return {name: after for name, (before, after) in shown.items() if before != after}


def changes_of(fields: dict[str, str]) -> Changes:
    """Return the fields as what the review rules take."""
    from memtui.review import Changes

    return Changes(title=fields.get("title"), body=fields.get("body"), kind=fields.get("kind"))


class EditScreen(Page):
    """A form for one memory; leaving it with changes asks first, and it stays open until the store has them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save(False)", "Save", id="edit.save", priority=True),
        Binding("ctrl+r", "save(True)", "Save and approve", id="edit.save_and_approve", priority=True),
        Binding("escape", "leave", "Leave", id="edit.leave"),
    ]

    def __init__(self, head: Head) -> None:
        super().__init__()
        self.edited = head
        self._submitted: acts.Act | None = None
        self._approving = False

    @property
    def saving(self) -> bool:
        """Whether the store has not answered yet."""
        return self._submitted is not None

    def content(self) -> Iterator[Widget]:
        """Return the form."""
        memory = self.edited.memory
        kinds = SuggestFromList([str(kind) for kind in Kind], case_sensitive=False)
        with Vertical(id="form"):
            yield Label("Title", markup=False)
            yield SafeInput(clean(memory.title), id="edit-title", compact=True)
            yield Label("Kind", markup=False)
            yield SafeInput(clean(memory.kind), id="edit-kind", suggester=kinds, compact=True)
            yield Label("Body", markup=False)
            yield SafeTextArea(clean(memory.body, multiline=True), id="edit-body", compact=True, tab_behavior="indent")

    def on_mount(self) -> None:
        """Begin in the title, which every edit has to get right."""
        self.query_one("#edit-title").focus()

    def fields(self) -> dict[str, str]:
        """Return what has been changed so far."""
        return changed_fields(
            self.edited,
            self.query_one("#edit-title", SafeInput).value,
            self.query_one("#edit-kind", SafeInput).value,
            self.query_one("#edit-body", SafeTextArea).text,
        )

    def about(self) -> Pieces:
        """Return what is being edited."""
        state = "saving… " if self.saving else f"editing, {clean(self.edited.memory.status)} "
        return [(state, "dim", "")]

    def why_not(self, action: str, /) -> str:
        """Return why it cannot be approved from here."""
        if action == "save(True)" and self.edited.memory.status != Status.PENDING:
            return "only a pending memory can be approved"
        if action == "save(True)" and not self.library.is_read(self.edited):
            return "it has not been read to its end; ctrl+s saves it"
        return ""

    def action_save(self, approve: bool = False) -> None:
        """Hand the changes to the store; the screen closes when it has taken them."""
        if reason := self.why_not(f"save({approve})"):
            self.memtui.tell(f"Not approved: {reason}.", "warning")
            return
        fields = self.fields()
        if self.saving:
            return
        # Saving what was not changed is no act, and would stand in the way of undo.
        if not fields and not approve:
            self.dismiss()
        elif not fields:
            self._approve_and_close(self.edited)
        else:
            self._submitted = acts.edit(self.edited, lambda: changes_of(fields), self._typed())
            self._approving = approve
            self.memtui.submit(self._submitted)
            self.show_bars()

    def _typed(self) -> str:
        title, body = self.query_one("#edit-title", SafeInput).value, self.query_one("#edit-body", SafeTextArea).text
        return as_text(title, body)

    def saved(self, act: acts.Act, changed: Sequence[Head]) -> None:
        """Close, now that the store has what was typed here; the answer to another act says nothing of that."""
        if act is not self._submitted:
            return
        if self._approving:
            self._approve_and_close(changed[0] if changed else self.edited)
        else:
            self.dismiss()

    def _approve_and_close(self, head: Head) -> None:
        self.memtui.perform(acts.act("approve", (head.memory.id,), {head.memory.id: head.revision}))
        self.dismiss()

    def refused(self, act: acts.Act) -> bool:
        """Stay open with everything that was typed; return whether the act was of this form."""
        if act is not self._submitted:
            return False
        self._submitted = None
        self.show_bars()
        return True

    def action_leave(self) -> None:
        """Leave, asking first if something would be lost."""
        if not self.fields():
            self.dismiss()
            return
        choices = [
            ("k", "keep", "keep editing"),
            ("s", "save", "save and leave"),
            ("D", "discard", "discard the changes"),
        ]
        self.app.push_screen(ChoiceScreen("There are unsaved changes.", choices), self._answered)

    def _answered(self, answer: str | None) -> None:
        if answer == "save":
            self.action_save(approve=False)
        elif answer == "discard":
            self.dismiss()
