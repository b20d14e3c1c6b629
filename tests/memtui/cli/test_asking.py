"""Questions on a real terminal: a typed word answers, what was typed ahead does not."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.support.commands import ROOT, Add, Propose, Run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo terminals")


class Terminal:
    """A command that is run in a pseudo terminal of its own."""

    def __init__(self, *arguments: str, cwd: Path) -> None:
        self._master, slave = pty.openpty()
        settings = termios.tcgetattr(slave)
        settings[3] &= ~termios.ECHO
        termios.tcsetattr(slave, termios.TCSANOW, settings)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "memtui", *arguments],
            cwd=cwd,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"},
        )
        os.close(slave)
        self.shown = ""

    def type(self, text: str) -> None:
        """Type at the terminal."""
        os.write(self._master, text.encode())

    def wait_for(self, text: str) -> None:
        """Read until a text is shown."""
        while text not in self.shown:
            part = self._read()
            assert part, self.shown
            self.shown += part

    def end(self) -> int:
        """Read to the end and return the exit code."""
        while part := self._read():
            self.shown += part
        os.close(self._master)
        return self._process.wait()

    def _read(self) -> str:
        try:
            return os.read(self._master, 65536).decode()
        except OSError:  # what Linux says at the end of a terminal
            return ""


def status_of(memtui: Run, memory: str) -> str:
    """Return the status of a memory."""
    status: str = memtui("show", memory, "--json").json["status"]
    return status


def test_an_answer_is_typed_after_the_question(memtui: Run, add: Add, tmp_path: Path) -> None:
    """The word of the question does it, another one does not."""
    memory = add("one", "b", "--kind", "pitfall")
    for answer, code, status in (("y", 1, "approved"), ("", 1, "approved"), ("yes", 0, "deleted")):
        terminal = Terminal("rm", "--kind", "pitfall", cwd=tmp_path)
        terminal.wait_for("Type 'yes' to go on:")
        terminal.type(f"{answer}\n")
        assert terminal.end() == code
        assert status_of(memtui, memory) == status


def test_what_was_typed_ahead_answers_nothing(memtui: Run, propose: Propose, tmp_path: Path) -> None:
    """Keys that lay in the buffer when the question was drawn are dropped, also the right ones."""
    (memory,) = propose("one")
    terminal = Terminal("approve", "--kind", "decision", cwd=tmp_path)
    terminal.type("yes\nyes\nyes\n")
    terminal.wait_for("Type 'yes' to go on:")
    # Long enough for a buffered answer to have been read, had it not been dropped.
    deadline = time.monotonic() + 1
    while time.monotonic() < deadline and status_of(memtui, memory) == "pending":
        continue
    assert status_of(memtui, memory) == "pending"
    terminal.type("no\n")
    assert terminal.end() == 1
    assert status_of(memtui, memory) == "pending"


def test_purging_asks_for_the_id(memtui: Run, add: Add, tmp_path: Path) -> None:
    """Neither a yes nor the beginning of the id is enough."""
    memory = add("one", "words")
    for answer, code in (("yes", 1), (memory[:8], 1), (memory, 0)):
        terminal = Terminal("purge", memory[:8], cwd=tmp_path)
        terminal.wait_for(f"Type '{memory}' to go on:")
        terminal.type(f"{answer}\n")
        assert terminal.end() == code
