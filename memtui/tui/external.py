"""Handing the terminal to the person's own editor, and coming back to the same place."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from memtui.safety import clean
from memtui.tui import editor

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp

_NO_EDITOR = "Set $VISUAL or $EDITOR to use your own editor; ‹memory.edit› edits here."


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

    with_terminal(app, open_it)


def with_terminal(app: MemtuiApp, run: Callable[[list[str]], str]) -> str | None:
    """Run an editor while the app is suspended; return None, having said why, if that cannot be."""
    try:
        command = editor.editor_command(os.environ)
        if not command:
            app.tell(_NO_EDITOR, "warning")
            return None
        with app.suspend():
            return run(command)
    except SuspendNotSupported:
        app.tell("This terminal cannot be handed to another program; ‹memory.edit› edits here.", "warning")
    except (OSError, ValueError) as error:
        app.tell(f"The editor could not be used: {clean(str(error))}", "error")
    return None
