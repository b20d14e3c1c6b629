"""Copying: by the system's own tool where there is one, else through the terminal."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from typing import TYPE_CHECKING

from memtui.safety import clean

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp

# A tool whose display is gone may never answer.
_TIMEOUT = 2
_TOOLS = (
    # tmux first: inside of it, the variables of the display may be those of a session long closed.
    ("TMUX", ("tmux", "load-buffer", "-w", "-")),
    ("WAYLAND_DISPLAY", ("wl-copy",)),
    ("DISPLAY", ("xclip", "-selection", "clipboard")),
    ("", ("pbcopy",)),
)


def copy_command(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the command that takes text for the clipboard here; empty if there is none."""
    for variable, command in _TOOLS:
        if (not variable or environment.get(variable)) and shutil.which(command[0], path=environment.get("PATH")):
            return command
    return ()


def copy(text: str) -> str:
    """Copy with a tool and return its name, or an empty string if none took it."""
    command = copy_command(os.environ)
    if not command:
        return ""
    try:
        done = subprocess.run(command, input=text.encode(), check=False, timeout=_TIMEOUT, capture_output=True)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return command[0] if done.returncode == 0 else ""


def copy_memory(app: MemtuiApp, memory_id: str | None) -> None:
    """Copy a memory's text as it is shown, and say by which way."""
    head = app.library.head(memory_id) if memory_id else None
    if head is None:
        app.tell("Nothing to copy: no memory is selected.", "warning")
        return
    # Cleaned as on the screen: a paste into a shell must not run what nobody saw.
    text = f"{clean(head.memory.title)}\n\n{clean(head.memory.body, multiline=True)}"

    def copy_it() -> None:
        way = copy(text)
        if not way:
            app.call_from_thread(app.copy_to_clipboard, text)
        app.call_from_thread(app.tell, f"Copied by {way or 'the terminal'}.")

    # In a thread, since a clipboard tool of a remote display may take seconds.
    app.run_worker(copy_it, thread=True, group="copy", exit_on_error=False)
