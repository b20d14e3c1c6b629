"""What a commit that is about to be made means for memories, in at most three lines; one file and two looks at git."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence

ANCHORS_FILE = "anchors.json"
FORMAT = 1
# How a line of the file is laid out; within a text, a quote has a backslash before it.
_HEAD = b'{"format": 1, "anchors": ['
_AFTER_MEMORY = b'", "title": "'
_BEFORE_PATH = b'", "path": "'
_AFTER_PATH = b'", "symbol": "'

# What a person wants to be reminded of wherever the file is touched; other kinds only where their own lines are.
_SPEAKING = frozenset({"pitfall", "decision", "convention", "lesson"})
_RELATED = "related_files"
_MOST_BYTES = 8 << 20
_MOST_FILES = 50
_PATIENCE = 1.0  # seconds for git; a commit is not kept waiting for a reminder
_NAMED = 3
_TITLE = 60
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


class Entry:
    """What the file says of one anchor: ``start`` and ``end`` are 0 for the whole file, ``blob`` is what had them."""

    __slots__ = ("blob", "end", "kind", "memory", "path", "start", "symbol", "title")

    def __init__(
        self, memory: str, title: str, kind: str, path: str, symbol: str, blob: str, start: int, end: int
    ) -> None:
        self.memory, self.title, self.kind = memory, title, kind
        self.path, self.symbol, self.blob = path, symbol, blob
        self.start, self.end = start, end


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


def notice(common_directory: str | os.PathLike[str], environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return what to print before a commit, nothing as a rule.

    ``common_directory`` is git's, where memtui's own directory lies; ``environment`` is what git gave its hook.
    Whatever is wrong with the file or with git, the answer is nothing.
    """
    path = os.path.join(common_directory, "memtui", ANCHORS_FILE)
    try:
        if not os.path.exists(path):
            return ()
        staged = _staged(environment)
        entries = read_entries(path, staged) if staged else []
        return _lines(*_concerned(entries, staged, environment)) if entries else ()
    except (OSError, ValueError, MemoryError):
        return ()


def read_entries(path: str | os.PathLike[str], about: Collection[str] | None = None) -> list[Entry]:
    """Return the entries of an anchors file; what is not as it should be is left out, were it all of it.

    With ``about``, those of the memories that have an anchor at one of these paths.
    """
    try:
        with open(path, "rb") as file:
            content = file.read(_MOST_BYTES + 1)
        if len(content) > _MOST_BYTES:
            return []
        document = json.loads(content if about is None else _narrowed(content, about))
    # A deeply nested file ends the reader of JSON by a RecursionError.
    except (OSError, ValueError, RecursionError, MemoryError):
        return []
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return []
    records = document.get("anchors")
    return [entry for record in records if (entry := _entry(record))] if isinstance(records, list) else []


def _narrowed(content: bytes, paths: Collection[str]) -> bytes:
    """Leave only the memories that are about some paths, if the file is laid out as it is written, an anchor a line.

    Reading ten thousand anchors as JSON takes a tenth of a second, which a commit would wait for.
    """
    head, *lines = content.split(b"\n")
    if head != _HEAD:
        return content
    wanted = {json.dumps(path)[1:-1].encode() for path in paths}
    split = [(line.partition(_AFTER_MEMORY)[0], line.partition(_BEFORE_PATH)[2]) for line in lines]
    memories = {memory for memory, rest in split if rest.partition(_AFTER_PATH)[0] in wanted}
    kept = [line.rstrip(b",") for line, (memory, rest) in zip(lines, split, strict=True) if rest and memory in memories]
    return head + b",".join(kept) + b"]}"


def _entry(record: object) -> Entry | None:
    if not isinstance(record, dict):
        return None
    texts = [record.get(name, "") for name in ("memory", "title", "kind", "path", "symbol", "blob")]
    lines = [record.get(name, 0) for name in ("start", "end")]
    # A number that is a truth value would pass for a line.
    if not all(isinstance(text, str) for text in texts) or not all(type(line) is int for line in lines):
        return None
    memory, title, kind, path, symbol, blob = texts
    return Entry(memory, title, kind, path, symbol, blob, *lines) if memory and path else None


def _staged(environment: Mapping[str, str]) -> dict[str, Staged]:
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


def _concerned(
    entries: Sequence[Entry], staged: Mapping[str, Staged], environment: Mapping[str, str]
) -> tuple[list[Entry], list[Entry]]:
    """Return the anchors whose code the commit removes, and those whose code it changes."""
    gone = [entry for entry in entries if entry.path in staged and staged[entry.path].letter == "D"]
    edited = [entry for entry in entries if entry.path in staged and staged[entry.path].letter in "MT"]
    looked_at = sorted({entry.path for entry in edited})[:_MOST_FILES]
    hunks = _hunks([staged[path] for path in looked_at], environment)
    companions: dict[str, set[str]] = {}
    for entry in entries:
        companions.setdefault(entry.memory, set()).add(entry.path)

    def counts(entry: Entry) -> bool:
        # Files that belong together and are changed together are as they should be.
        if entry.kind == _RELATED and companions[entry.memory] <= staged.keys():
            return False
        return _is_touched(entry, staged[entry.path], hunks.get(entry.path, ()))

    return gone, [entry for entry in edited if counts(entry)]


def _is_touched(entry: Entry, change: Staged, hunks: Sequence[Hunk]) -> bool:
    told = [hunk for hunk in hunks if not hunk.only_remarks]
    # Lines that were numbered in another content say nothing about this one.
    if entry.start and entry.blob in {"", change.before}:
        return any(hunk.touches(entry.start, entry.end) for hunk in told)
    return bool(told) and entry.kind in {*_SPEAKING, _RELATED}


def _hunks(changes: Sequence[Staged], environment: Mapping[str, str]) -> dict[str, list[Hunk]]:
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


def _lines(gone: Sequence[Entry], changed: Sequence[Entry]) -> tuple[str, ...]:
    lines = []
    gone_ids = {entry.memory for entry in gone}
    changed = [entry for entry in changed if entry.memory not in gone_ids]
    if gone:
        lines.append(f"memtui: this commit removes what {_memories(gone)}")
    if changed:
        lines.append(f"memtui: this commit changes what {_memories(changed)}")
    return (*lines, "memtui: see 'memtui status --stale' once it is made") if lines else ()


def _memories(entries: Sequence[Entry]) -> str:
    # What is about the very lines comes first, and of one memory that anchor is shown.
    ordered = sorted(entries, key=lambda entry: not entry.symbol)
    one_each = list({entry.memory: entry for entry in reversed(ordered)}.values())[::-1]
    shown = ", ".join(f'"{_cut(entry.title)}" ({_where(entry)})' for entry in one_each[:_NAMED])
    more = f" and {len(one_each) - _NAMED} more" if len(one_each) > _NAMED else ""
    count = "1 memory is" if len(one_each) == 1 else f"{len(one_each)} memories are"
    return f"{count} about: {shown}{more}"


def _where(entry: Entry) -> str:
    parts = [entry.kind, entry.memory[:8], f"{entry.symbol} in {entry.path}" if entry.symbol else entry.path]
    return ", ".join(_cut(part) for part in parts if part)


def _cut(text: str) -> str:
    # The file was written clean; whoever changed it since may have had other intentions.
    seen = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text[:400])
    return seen if len(seen) <= _TITLE else f"{seen[: _TITLE - 1]}…"
