"""The only place where text leaves memtui's commands: data to stdout, narration to stderr, all of it clean."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Mapping, Sequence
from typing import TextIO

from memtui.cli.layout import align, fit
from memtui.safety.visible import clean

_STYLES: Mapping[str, str] = {"": "", "added": "32", "bold": "1", "dim": "2", "removed": "31", "warning": "33"}
# Twenty times a second looks continuous, and costs nothing beside the work it tells of.
_PROGRESS_INTERVAL = 0.05


class Console:
    """Where a command reads and writes; whatever it is given to show is made safe to show."""

    def __init__(self, stdin: TextIO, stdout: TextIO, stderr: TextIO) -> None:
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr
        # A person may have any locale, a script relies on UTF-8: what cannot be written is replaced, never raised.
        for stream in (stdout, stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="replace")
        if isinstance(stdin, io.TextIOWrapper):
            stdin.reconfigure(encoding="utf-8", errors="replace")
        self._progress_shown_at = 0.0
        self._progress_phase = ""

    def aside(self) -> Console:
        """Return a console whose data is narration: for what a person should read beside what was asked for."""
        return Console(self.stdin, self.stderr, self.stderr)

    @property
    def on_terminal(self) -> bool:
        """Whether a person reads stdout."""
        return self.stdout.isatty()

    @property
    def can_edit(self) -> bool:
        """Whether an editor may be opened: a person sits at the terminal, or one that needs none is set."""
        return self.stdin.isatty() or any(os.environ.get(name) for name in ("VISUAL", "EDITOR"))

    def data(self, text: str = "", *, style: str = "") -> None:
        """Print one line of data, whole."""
        self._print(self._styled(clean(text), style))

    def block(self, text: str, *, indent: str = "") -> None:
        """Print a text of several lines, whole."""
        lines = clean(text, multiline=True).split("\n")
        self._print("\n".join(f"{indent}{line}".rstrip() for line in lines))

    def pieces(self, pieces: Sequence[tuple[str, str]]) -> None:
        """Print a text of several lines in pieces that have a style each."""
        # Cleaned one by one, since a style must not be cleaned away; no piece ends within a character.
        self._print("".join(self._styled(clean(text, multiline=True), style) for text, style in pieces))

    def table(self, rows: Sequence[Sequence[str]], *, styles: Sequence[str] = ()) -> None:
        """Print rows in aligned columns; on a terminal, the last column is cut to the width."""
        if not rows:
            return
        aligned = align([[clean(cell) for cell in row] for row in rows], self._columns() if self.on_terminal else None)
        if self._coloured:
            styles = [*styles, *[""] * max(map(len, rows))]
            aligned = ([*map(self._styled, cells, styles)] for cells in aligned)
        # In one piece: a stream without a buffer would make a system call of every line.
        self._print("\n".join("  ".join(cells).rstrip() for cells in aligned))

    def json(self, value: object) -> None:
        """Print a value as JSON in ASCII: an object over several lines, a list with one item a line."""
        import json

        # One item a line can be read while it is written, compared by lines, and searched by grep.
        if isinstance(value, list):
            # ASCII is the default of json, and what hides in a title arrives as a visible escape.
            lines = ",\n".join(json.dumps(item) for item in value)
            self._print(f"[\n{lines}\n]" if value else "[]")
        else:
            self._print(json.dumps(value, indent=2))

    def narrate(self, text: str) -> None:
        """Tell the person a sentence on stderr."""
        self.end_progress()
        print(clean(text, multiline=True), file=self.stderr, flush=True)

    def progress(self, phase: str, done: int, total: int) -> None:
        """Show how far a long act is, in one line that is written anew; without a terminal, nothing."""
        if not self.stderr.isatty():
            return
        # A callback for each file would otherwise spend more time on the terminal than on the files.
        elapsed = time.monotonic() - self._progress_shown_at
        if phase == self._progress_phase and elapsed < _PROGRESS_INTERVAL and done != total:
            return
        self._progress_shown_at, self._progress_phase = time.monotonic(), phase
        count = f"{done:,}/{total:,}" if total else f"{done:,}" if done else ""
        line = fit(clean(f"{phase.replace('_', ' ')}  {count}"), self._columns() - 1)
        # The rest of the line is cleared, since the last one may have been longer.
        print(f"\r{line}\x1b[K", end="", file=self.stderr, flush=True)

    def end_progress(self) -> None:
        """Remove the line of progress, if there is one."""
        if self._progress_phase:
            print("\r\x1b[K", end="", file=self.stderr, flush=True)
            self._progress_phase = ""

    def flush(self) -> None:
        """Hand everything to whoever reads it; raises BrokenPipeError when no one does."""
        self.stdout.flush()
        self.stderr.flush()

    def _print(self, text: str) -> None:
        print(text, file=self.stdout)

    @staticmethod
    def _columns() -> int:
        from shutil import get_terminal_size

        return get_terminal_size().columns

    def _styled(self, text: str, style: str) -> str:
        code = _STYLES[style]
        if not code or not text or not self._coloured:
            return text
        return f"\x1b[{code}m{text}\x1b[0m"

    @property
    def _coloured(self) -> bool:
        # NO_COLOR counts with any value but an empty one, see no-color.org.
        return self.on_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
