"""What a commit that is about to be made changes, as git tells it: which files, and which of their lines."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence

_PATIENCE = 1.0  # seconds for git; a commit is not kept waiting for a reminder
_GIT = ("git", "--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false", "diff", "--cached")
_RAW = ("--raw", "-z", "--no-abbrev", "-M100%", "--no-ext-diff", "--ignore-submodules")
_PATCH = ("-U0", "--full-index", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules")
_INDEX = re.compile(rb"^index ([0-9a-f]+)\.\.([0-9a-f]+)")
_HUNK = re.compile(rb"^@@ -(\d+)(?:,(\d+))? \+")
# How a whole line of comment begins; a line that only might be one counts as code.
_REMARKS: Mapping[str, tuple[bytes, ...]] = {
    **dict.fromkeys("py pyi rb rake sh bash zsh yml yaml toml tf mk".split(), (b"#",)),
    **dict.fromkeys("js jsx mjs cjs ts tsx mts cts go rs java c h cc cpp cxx hpp cs".split(), (b"//", b"/*")),
    "php": (b"//", b"#", b"/*"),
}


class Staged:
    """A staged change: git's letter, the bytes of the path as it was, and the contents before and after."""

    __slots__ = ("after", "before", "letter", "raw")

    def __init__(self, letter: str, raw: bytes, before: str, after: str) -> None:
        self.letter, self.raw, self.before, self.after = letter, raw, before, after

    @property
    def path(self) -> str:
        """The path as anchors name it."""
        return self.raw.decode("utf-8", errors="backslashreplace")


class Hunk:
    """A changed run of lines, by the numbers that they had: ``count`` is 0 for what is put in after ``line``."""

    __slots__ = ("count", "line", "only_remarks")

    def __init__(self, line: int, count: int, *, only_remarks: bool) -> None:
        self.line, self.count, self.only_remarks = line, count, only_remarks

    def touches(self, start: int, end: int) -> bool:
        """Whether one of these lines was changed, or something was put between them."""
        if self.count == 0:
            return start <= self.line < end
        return self.line <= end and start < self.line + self.count


def staged_changes(environment: Mapping[str, str]) -> dict[str, Staged]:
    """Return what is staged against HEAD, by the path before; pure renames are no change of the code."""
    fields = iter(_ask(environment, *_GIT, *_RAW).split(b"\0"))
    staged = {}
    for field in fields:
        if not field.startswith(b":"):
            continue
        _, _, before, after, status = field.decode("ascii").split(" ")
        change = Staged(status[0], next(fields, b""), before, after)
        if status[0] in "RC":
            next(fields, b"")
        staged[change.path] = change
    return staged


def _ask(environment: Mapping[str, str], *command: str) -> bytes:
    import subprocess

    try:
        completed = subprocess.run(
            command,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            timeout=_PATIENCE,
        )
    except subprocess.SubprocessError as error:
        raise OSError from error
    return completed.stdout


def changed_lines(changes: Sequence[Staged], environment: Mapping[str, str]) -> dict[str, list[Hunk]]:
    """Return the changed lines of each file, by its path."""
    if not changes:
        return {}
    # By contents, since git quotes paths in patches; several files with the same ones are changed alike.
    paths: dict[tuple[str, str], list[str]] = {}
    for change in changes:
        paths.setdefault((change.before, change.after), []).append(change.path)
    return _parse(_ask(environment, *_GIT, *_PATCH, "--", *(os.fsdecode(change.raw) for change in changes)), paths)


def _parse(patch: bytes, paths: Mapping[tuple[str, str], Sequence[str]]) -> dict[str, list[Hunk]]:
    found: dict[str, list[Hunk]] = {}
    place: Sequence[str] = ()
    line = count = 0
    changed: list[bytes] = []

    def finish() -> None:
        for path in place if changed else ():
            found.setdefault(path, []).append(Hunk(line, count, only_remarks=_are_remarks(changed, path)))
        changed.clear()

    for text in patch.split(b"\n"):
        if text[:1] in {b"+", b"-"} and text[:4] not in {b"+++ ", b"--- "}:
            changed.append(text[1:])
        elif header := _HUNK.match(text):
            finish()
            line, count = int(header[1]), int(header[2] or 1)
        elif contents := _INDEX.match(text):
            finish()
            place = paths.get((contents[1].decode(), contents[2].decode()), ())
    finish()
    return found


def _are_remarks(lines: Iterable[bytes], path: str) -> bool:
    marks = _REMARKS.get(path.rpartition(".")[2].lower(), ())
    return all(not line.strip() or (marks and line.lstrip().startswith(marks)) for line in lines)
