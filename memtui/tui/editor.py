"""The person's own editor: which one it is, how it is told a line, and a memory as a file for it."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

_GO_TO = {"code", "codium", "code-insiders", "cursor", "windsurf"}
_COLON = {"hx", "helix", "subl", "zed"}


def editor_command(environment: Mapping[str, str]) -> list[str]:
    """Return the command of ``$VISUAL`` or ``$EDITOR``; empty if neither is set."""
    return shlex.split(environment.get("VISUAL") or environment.get("EDITOR") or "")


def at_line(command: Sequence[str], path: Path, line: int) -> list[str]:
    """Return the command that opens a file at a line, in the way this editor takes it."""
    program = Path(command[0]).name.removesuffix(".exe")
    if line < 1:
        return [*command, str(path)]
    # The line is told in three ways, and an editor takes one it does not know for a file name.
    if program in _GO_TO:
        return [*command, "--goto", f"{path}:{line}"]
    if program in _COLON:
        return [*command, f"{path}:{line}"]
    return [*command, f"+{line}", str(path)]


def as_text(title: str, body: str) -> str:
    """Return a memory as a file: the title, an empty line, the body."""
    return f"{title}\n\n{body.rstrip()}\n"


def from_text(text: str) -> tuple[str, str]:
    """Return title and body of an edited file."""
    title, _, body = text.lstrip().partition("\n")
    return title.strip(), body.strip("\n").rstrip()


def edit_text(command: Sequence[str], text: str) -> str:
    """Let the person edit ``text`` in a private file and return what they left in it."""
    path = keep(text)
    try:
        run(at_line(command, path, 0))
        return path.read_text(encoding="utf-8", errors="replace")
    finally:
        path.unlink(missing_ok=True)


def keep(text: str) -> Path:
    """Write a text that could not be saved to a private file and return where it lies."""
    descriptor, name = tempfile.mkstemp(prefix="memtui-", suffix=".md")
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)
    return Path(name)


def run(command: Sequence[str]) -> None:
    """Run the editor and wait for it; raise ``OSError`` if it cannot be started or fails."""
    code = subprocess.run(command, check=False).returncode
    if code:
        raise OSError(code, f"{command[0]} ended with exit code {code}")
