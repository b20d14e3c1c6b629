"""Texts written in the user's editor, so that no keystroke is lost whatever happens to the save."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.cli.codes import UsageError

if TYPE_CHECKING:
    from memtui.cli.console import Console


class EditorFailedError(Exception):
    """The editor ``command`` could not be started or ended with ``status``."""

    def __init__(self, command: str, status: int) -> None:
        super().__init__(command, status)
        self.command = command
        self.status = status


def chosen_editor() -> str:
    """Return the command of the user's editor; empty if none is set."""
    return os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""


def default_editor() -> str:
    """Return the editor that this system has for sure, or nearly so."""
    return "notepad" if sys.platform == "win32" else "vi"


@contextmanager
def edited(text: str, console: Console) -> Iterator[str | None]:
    """Give the text as the user saved it, None if it is unchanged or empty.

    The file is removed when the block ends well. When it raises, the user's text stays in it and is told of.
    """
    with saved(text, console) as found:
        yield None if found.strip() in {"", text.strip()} else found


@contextmanager
def saved(text: str, console: Console, *, name: str = "memory.md") -> Iterator[str]:
    """Give the text as the user saved it, whatever it is; the file is kept as by ``edited``."""
    if not console.can_edit:
        raise UsageError("There is no terminal to edit in. Give the text as an argument, or set EDITOR.")
    # A directory of its own, readable by the user alone; the name lets the editor recognise Markdown.
    path = Path(tempfile.mkdtemp(prefix="memtui-")) / name
    path.write_text(text, encoding="utf-8", errors="surrogateescape", newline="\n")
    try:
        _run_editor(path)
        # Read anew by name: many editors save by writing another file and moving it here.
        # Some editors put a mark before the first letter, which is no part of what was typed.
        yield path.read_text(encoding="utf-8-sig", errors="surrogateescape")
    # Ctrl-C, too: what was typed for ten minutes must outlive the key that was meant for something else.
    except BaseException:
        if _holds_more_than(path, text):
            console.narrate(f"Your text is kept in {path}.")
        else:
            shutil.rmtree(path.parent, ignore_errors=True)
        raise
    shutil.rmtree(path.parent, ignore_errors=True)


def join(title: str, body: str) -> str:
    """Return a memory as a file to edit: the title on the first line, then the body."""
    return f"{title}\n\n{body}\n"


def split(text: str) -> tuple[str, str]:
    """Return the title and the body that a saved file holds."""
    title, _, body = text.lstrip("\n").partition("\n")
    return title.strip(), body.strip("\n")


def _run_editor(path: Path) -> None:
    command = chosen_editor() or default_editor()
    try:
        # Split as a shell would, since EDITOR holds options as often as not: "code --wait".
        status = subprocess.run([*shlex.split(command), str(path)], check=False).returncode
    except (OSError, ValueError) as error:
        raise EditorFailedError(command, -1) from error
    if status != 0:
        raise EditorFailedError(command, status)


def _holds_more_than(path: Path, text: str) -> bool:
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape").strip() not in {"", text.strip()}
    except OSError:
        return False
