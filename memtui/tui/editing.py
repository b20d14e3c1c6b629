"""Editing a memory: whether it can be edited at all, and in place or as a file for the person's own editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memtui.safety import clean
from memtui.tui import acts, editor, external, words

if TYPE_CHECKING:
    from memtui.memory import Head
    from memtui.tui.app import MemtuiApp


def edit_here(app: MemtuiApp, memory_id: str | None) -> None:
    """Edit a memory in place."""
    from memtui.tui.screens.edit import EditScreen

    if (head := _editable(app, memory_id)) is not None:
        app.push_screen(EditScreen(head))


def edit_as_file(app: MemtuiApp, memory_id: str | None) -> None:
    """Edit a memory as a file: its title, an empty line, its body."""
    if (head := _editable(app, memory_id)) is None:
        return
    # As shown: the person's editor is a terminal program, too, and may pass on what it reads.
    text = editor.as_text(clean(head.memory.title), clean(head.memory.body, multiline=True))
    edited = external.with_terminal(app, lambda command: editor.edit_text(command, text))
    if edited is None:
        return
    from memtui.tui.screens.edit import Form, changes_of, form_of

    title, body = editor.from_text(edited)
    if fields := form_of(head).changed(Form(title, clean(head.memory.kind), body)):
        app.desk.perform(acts.edit(head, lambda: changes_of(fields), edited, app.library.workspace))
    else:
        app.tell("Nothing was changed.")


def _editable(app: MemtuiApp, memory_id: str | None) -> Head | None:
    """Return a memory that can be edited, or None, having said why it cannot."""
    head = app.library.head(memory_id) if memory_id else None
    if head is None:
        app.tell("Nothing to edit: no memory is selected.", "warning")
        return None
    if reason := acts.pointless("edit", head.memory.attention, app.library.status_of(head)):
        app.tell(f"Not edited: {words.refusal(reason)}.", "warning")
        return None
    return head
