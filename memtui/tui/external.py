"""Handing the terminal to the person's own editor, and coming back to the same place."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from memtui.safety import clean
from memtui.tui import acts, editor, words

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp

_NO_EDITOR = "Set $VISUAL or $EDITOR to use your own editor; e edits here."


def edit_memory(app: MemtuiApp, memory_id: str | None) -> None:
    """Edit a memory as a file: its title, an empty line, its body."""
    head = app.library.head(memory_id) if memory_id else None
    if head is None:
        app.tell("Nothing to edit: no memory is selected.", "warning")
        return
    if reason := acts.pointless("edit", head.memory.attention, app.library.status_of(head)):
        app.tell(f"Not edited: {words.refusal(reason)}.", "warning")
        return
    # As shown: the person's editor is a terminal program, too, and may pass on what it reads.
    text = editor.as_text(clean(head.memory.title), clean(head.memory.body, multiline=True))
    edited = _with_terminal(app, lambda command: editor.edit_text(command, text))
    if edited is None:
        return
    from memtui.tui.screens.edit import Form, changes_of, form_of

    title, body = editor.from_text(edited)
    if fields := form_of(head).changed(Form(title, clean(head.memory.kind), body)):
        app.desk.perform(acts.edit(head, lambda: changes_of(fields), edited, app.library.workspace))
    else:
        app.tell("Nothing was changed.")


def open_place(app: MemtuiApp, path: str, line: int) -> None:
    """Open a file of the repository's work tree at a line, or one that is named by its whole path."""
    work_tree = app.library.index.work_tree if app.library.index else None
    target = work_tree / path if work_tree else Path(path) if Path(path).is_absolute() else None
    if target is None or not target.is_file():
        app.tell(f"{clean(path)} is not in the work tree here.", "warning")
        return
    place: Path = target

    def open_it(command: list[str]) -> str:
        editor.run(editor.at_line(command, place, line))
        return ""

    _with_terminal(app, open_it)


def _with_terminal(app: MemtuiApp, run: Callable[[list[str]], str]) -> str | None:
    """Run an editor while the app is suspended; return None, having said why, if that cannot be."""
    try:
        command = editor.editor_command(os.environ)
        if not command:
            app.tell(_NO_EDITOR, "warning")
            return None
        with app.suspend():
            return run(command)
    except SuspendNotSupported:
        app.tell("This terminal cannot be handed to another program; e edits here.", "warning")
    except (OSError, ValueError) as error:
        app.tell(f"The editor could not be used: {clean(str(error))}", "error")
    return None
