"""Forms: title, kind and body of a memory in place; imported when the first memory is edited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.containers import Vertical
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Label

from memtui.memory import Draft, Head, Kind, Status
from memtui.safety import clean
from memtui.tui import acts
from memtui.tui.editor import as_text
from memtui.tui.keys import bound
from memtui.tui.screens.dialog import ChoiceScreen
from memtui.tui.screens.page import Page, Pieces
from memtui.tui.widgets.inputs import SafeInput, SafeTextArea

if TYPE_CHECKING:
    from memtui.review import Changes


@dataclass(frozen=True, slots=True)
class Form:
    """What a person is shown in a form, and types there."""

    title: str
    kind: str
    body: str

    def changed(self, typed: Form) -> dict[str, str]:
        """Return the fields that are typed otherwise than they were shown.

        A field that is as it was shown is left as it is; one that is not is saved as it now shows, marks included.
        """
        pairs = {
            "title": (self.title, typed.title.strip()),
            "kind": (self.kind, typed.kind.strip()),
            "body": (self.body.rstrip(), typed.body.rstrip()),
        }
        return {name: after for name, (before, after) in pairs.items() if before != after}

    def as_text(self) -> str:
        """Return title and body as a file has them."""
        return as_text(self.title, self.body)


def form_of(content: Head | Draft) -> Form:
    """Return a memory or a draft as it is shown in a form."""
    shown = content.memory if isinstance(content, Head) else content
    return Form(clean(shown.title), clean(shown.kind), clean(shown.body, multiline=True))


def changes_of(fields: dict[str, str]) -> Changes:
    """Return the fields as what the review rules take."""
    from memtui.review import Changes

    return Changes(title=fields.get("title"), body=fields.get("body"), kind=fields.get("kind"))


class FormScreen(Page):
    """Title, kind and body to be typed; leaving with changes asks first, and it stays until the store has them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("edit.save", "save(False)", show=True, priority=True),
        bound("edit.leave", "leave", show=True),
    ]

    def __init__(self, form: Form) -> None:
        super().__init__()
        self.form = form
        self._submitted: acts.Act | None = None

    @property
    def saving(self) -> bool:
        """Whether the store has not answered yet."""
        return self._submitted is not None

    def content(self) -> Iterator[Widget]:
        """Return the form."""
        kinds = SuggestFromList([str(kind) for kind in Kind], case_sensitive=False)
        with Vertical(id="form"):
            yield from self.above()
            yield Label("Title", markup=False)
            yield SafeInput(self.form.title, id="edit-title", compact=True)
            yield Label("Kind", markup=False)
            yield SafeInput(self.form.kind, id="edit-kind", suggester=kinds, compact=True)
            yield Label("Body", markup=False)
            yield SafeTextArea(self.form.body, id="edit-body", compact=True, tab_behavior="indent")

    def above(self) -> Iterator[Widget]:
        """Return what stands above the form."""
        return iter(())

    def on_mount(self) -> None:
        """Begin in the title, which every edit has to get right."""
        self.query_one("#edit-title").focus()

    def typed(self) -> Form:
        """Return what the form holds."""
        return Form(
            self.query_one("#edit-title", SafeInput).value,
            self.query_one("#edit-kind", SafeInput).value,
            self.query_one("#edit-body", SafeTextArea).text,
        )

    def fields(self) -> dict[str, str]:
        """Return what has been changed so far."""
        return self.form.changed(self.typed())

    def submit(self, act: acts.Act) -> None:
        """Hand an act to the store, and wait for its answer."""
        self._submitted = act
        self.memtui.desk.submit(act)
        self.show_bars()

    def saved(self, act: acts.Act, changed: Sequence[Head]) -> None:
        """Close, now that the store has what was typed here; the answer to another act says nothing of that."""
        if act is self._submitted:
            self.closed(changed)
            self.dismiss()

    def closed(self, changed: Sequence[Head]) -> None:
        """Go on from what the store made of it."""

    def refused(self, act: acts.Act) -> bool:
        """Stay open with everything that was typed; return whether the act was of this form."""
        if act is not self._submitted:
            return False
        self._submitted = None
        self.show_bars()
        return True

    def action_save(self, approve: bool = False) -> None:
        """Hand what was typed to the store; the screen closes when it has taken it."""
        raise NotImplementedError

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


class EditScreen(FormScreen):
    """A form for one memory."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("edit.save_and_approve", "save(True)", show=True, priority=True),
    ]

    def __init__(self, head: Head) -> None:
        super().__init__(form_of(head))
        self.edited = head
        self._approving = False

    def about(self) -> Pieces:
        """Return what is being edited."""
        state = "saving… " if self.saving else f"editing, {clean(self.edited.memory.status)} "
        return [(state, "dim", "")]

    def why_not(self, action: str, /) -> str:
        """Return why it cannot be approved from here."""
        if action == "save(True)" and self.edited.memory.status != Status.PENDING:
            return "only a pending memory can be approved"
        if action == "save(True)" and not self.library.is_read(self.edited):
            return "it has not been read to its end; ‹edit.save› saves it"
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
            self._approve(self.edited)
            self.dismiss()
        else:
            self._approving = approve
            self.submit(
                acts.edit(self.edited, lambda: changes_of(fields), self.typed().as_text(), self.library.workspace)
            )

    def closed(self, changed: Sequence[Head]) -> None:
        """Approve what was saved, if that was asked for."""
        if self._approving:
            self._approve(changed[0] if changed else self.edited)

    def _approve(self, head: Head) -> None:
        self.memtui.desk.perform(
            acts.act("approve", (head.memory.id,), {head.memory.id: head.revision}, self.library.workspace)
        )
