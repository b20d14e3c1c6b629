"""Claude Code's auto-memory: an index, ``MEMORY.md``, and one file for each topic.

Formats and limits: Claude Code 2.1.332. It loads the first 200 lines or 25 KB of the index in every session, and topic
files when it wants them; the directory belongs to the root of the git repository, so that worktrees share it.
"""

from __future__ import annotations

import json
import re
import string
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from memtui.memory import Level
from memtui.memory.errors import UnreadableFileError
from memtui.sources.stores.changing import changed
from memtui.sources.stores.documents import Document, read_document
from memtui.sources.stores.entries import entries_of
from memtui.sources.stores.filestore import document_of, read_entries
from memtui.sources.stores.surroundings import chosen_directory, files_below, located, present
from memtui.sources.stores.values import (
    Change,
    Entry,
    FileEdit,
    Form,
    Grain,
    Loading,
    Location,
    Notice,
    Reading,
    Surroundings,
    Wording,
)

NAME = "claude-memory"
INDEX = "MEMORY.md"
_INDEX_LINE = re.compile(r"^[ \t]*[-*+][ \t]+\[(?P<title>[^\]\n]*)\]\((?P<file>[^)\s]+\.md)\)(?P<hook>.*)$")
_SLUG_LENGTH = 200
_KEPT = frozenset(string.ascii_letters + string.digits)
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class ClaudeMemory:
    """The index's lines about topic files are no entries: the topic file is, and its line follows it."""

    name: str = NAME
    title: str = "Claude Code auto-memory"
    writable: bool = True

    def discover(self, here: Surroundings) -> Iterable[Location]:
        """Return the index and the topic files for this repository, and those of its sub-agents."""
        directory = memory_directory(here)
        if directory is not None:
            yield from self._of(directory, directory, Level.REPO, here)
        home = chosen_directory(here, "CLAUDE_CONFIG_DIR", ".claude") / "agent-memory"
        yield from self._of(home, home, Level.USER, here)
        if here.root is not None:
            for name in ("agent-memory", "agent-memory-local"):
                yield from self._of(here.root / ".claude" / name, here.root, Level.REPO, here)

    def read(self, location: Location) -> Reading:
        """Return what a file holds; lines of the index that lead nowhere become notices."""
        reading = read_entries(location, self._entries)
        if reading.document is None or location.path.name != INDEX:
            return reading
        return replace(reading, notices=tuple(_broken_lines(reading.document, location)))

    def write_back(self, entry: Entry, wording: Wording | None) -> Change:
        """Return the change of an entry; for a topic file, the line of the index that follows it, too."""
        document = document_of(entry)
        change = changed(document, entry, wording, lambda text: self._entries(text, entry.location))
        if entry.form != Form.FILE or not change.edits:
            return change
        edit = _index_edit(entry, wording)
        return replace(change, edits=(*change.edits, edit)) if edit else change

    def _of(self, directory: Path, base: Path, level: Level, here: Surroundings) -> Iterator[Location]:
        for path in files_below(directory, [".md"]):
            if present(path):
                index = path.name == INDEX
                yield located(
                    NAME,
                    path,
                    base,
                    here,
                    level=level,
                    grain=Grain.SECTIONS if index else Grain.FILE,
                    loading=Loading.ALWAYS if index and level == Level.REPO else Loading.ON_DEMAND,
                    title_key="" if index else "description",
                )

    def _entries(self, document: Document, location: Location) -> tuple[Entry, ...]:
        return entries_of(document, location, skip=lambda line: bool(_INDEX_LINE.match(line)))


def memory_directory(here: Surroundings) -> Path | None:
    """Return where Claude Code keeps what it remembers about this repository, None outside one."""
    config = chosen_directory(here, "CLAUDE_CONFIG_DIR", ".claude")
    if here.main is None:
        return None
    chosen = _setting(config)
    if chosen is not None:
        return chosen
    name = here.environment.get("CLAUDE_CODE_PROJECT_DIR_NAME") or slug(str(here.main))
    return config / "projects" / name / "memory"


def slug(path: str) -> str:
    """Return the name of a project's directory: every character but ASCII letters and digits is a dash."""
    # The rule is JavaScript's, which counts characters beyond the basic plane twice.
    encoded = path.encode("utf-16-le", "surrogatepass")
    units = struct.unpack(f"<{len(encoded) // 2}H", encoded)
    name = "".join(chr(unit) if chr(unit) in _KEPT else "-" for unit in units)
    if len(name) <= _SLUG_LENGTH:
        return name
    number = 0
    for unit in units:
        number = ((number << 5) - number + unit) & 0xFFFFFFFF
    signed = number - (1 << 32) if number & 0x80000000 else number
    return f"{name[:_SLUG_LENGTH]}-{_base36(abs(signed))}"


def indexed_files(text: str) -> Iterator[tuple[int, str]]:
    """Return the topic files that an index names, with the line of each."""
    for number, line in enumerate(text.split("\n"), start=1):
        match = _INDEX_LINE.match(line.rstrip("\r"))
        if match:
            yield number, match["file"].removeprefix("./")


def _setting(config: Path) -> Path | None:
    """Return the directory that the user's own settings choose; those of a repository are not asked."""
    try:
        chosen = json.loads((config / "settings.json").read_text(encoding="utf-8")).get("autoMemoryDirectory")
    except (OSError, ValueError, AttributeError):
        return None
    return Path(chosen).expanduser() if isinstance(chosen, str) and chosen.startswith(("/", "~")) else None


def _broken_lines(document: Document, location: Location) -> Iterator[Notice]:
    for number, name in indexed_files(document.text):
        if not (location.path.parent / name).exists():
            yield Notice("broken_index", location.store, location.name, number, name)


def _index_edit(entry: Entry, wording: Wording | None) -> FileEdit | None:
    """Return the index with the line of a topic file as it then is, None if it says nothing of it."""
    path = entry.location.path.with_name(INDEX)
    try:
        document = read_document(path, entry.location.base)
    except UnreadableFileError:
        return None
    lines = re.split(r"(?<=\n)", document.text)
    after = document.encode("".join(_followed(line, entry, wording) for line in lines))
    location = replace(
        entry.location,
        path=path,
        name=entry.location.name.rpartition("/")[0] + f"/{INDEX}",
        grain=Grain.SECTIONS,
    )
    return FileEdit(location, document.data, after) if after != document.data else None


def _followed(line: str, entry: Entry, wording: Wording | None) -> str:
    match = _INDEX_LINE.match(line.rstrip("\r\n"))
    if match is None or match["file"].removeprefix("./") != entry.location.path.name:
        return line
    if wording is None:
        return ""
    # The words of the line are Claude's own; only what repeats the old title is set anew.
    old, new = entry.wording.title, wording.title
    before, file = line[: match.start("file")], line[match.start("file") : match.end("file")]
    return before.replace(old, new) + file + line[match.end("file") :].replace(old, new)


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, rest = divmod(number, 36)
        digits = _DIGITS[rest] + digits
    return digits or "0"
