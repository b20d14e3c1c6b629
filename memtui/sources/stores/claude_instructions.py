"""CLAUDE.md: the user's, the project's, the local one, those in subdirectories, rules, and what they import.

Claude Code 2.1.332 follows ``@path`` up to four hops, relative to the file, outside code; an import that leaves the
project needs the user's consent there, so it is not followed from a project's file here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from memtui.memory import Level
from memtui.memory.errors import UnreadableFileError
from memtui.sources.stores.documents import is_inside, read_document
from memtui.sources.stores.filestore import FileStore
from memtui.sources.stores.surroundings import chosen_directory, files_below, in_repository, located, name_of, present
from memtui.sources.stores.values import Loading, Location, Notice, Surroundings

NAME = "claude-md"
HOPS = 4
_IMPORT = re.compile(r"(?:^|(?<=\s))@(?P<path>(?:~/|\.{0,2}/)?[\w.\-/]*[\w\-/](?:\\ [\w.\-/]+)*)")
_IMPORT_LINE = re.compile(r"[ \t]*(?:[-*+][ \t]+)?@[\w./~\\ -]+\.\w+[ \t]*$")
_CODE = re.compile(r"^(?P<fence>```|~~~).*?(?:^(?P=fence)|\Z)|(?P<ticks>`+).+?(?P=ticks)", re.MULTILINE | re.DOTALL)
_ROOT_NAMES = ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md")


@dataclass(frozen=True, slots=True)
class Import:
    """One ``@path`` in a file: where it leads, and why it is not followed, empty if it is."""

    written: str
    line: int
    target: Path
    trouble: str = ""


def find(here: Surroundings) -> Iterator[Location]:
    """Return the files in the order in which they are read, each once, imports after the file that names them."""
    seen: set[Path] = set()
    for location in _named(here):
        for found in [location, *_imported(location, here)]:
            if found.path not in seen:
                seen.add(found.path)
                yield found


def imports(location: Location, text: str, here: Surroundings, *, hops: int = HOPS) -> Iterator[Import]:
    """Return what a file imports."""
    # Code spans and fences hold decorators and addresses; blanks of the same length keep the line numbers.
    prose = _CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    for match in _IMPORT.finditer(prose):
        written = match["path"].replace("\\ ", " ").rstrip(".")
        if not _is_path(written):
            continue
        target = _target(written, location, here)
        yield Import(written, prose.count("\n", 0, match.start()) + 1, target, _trouble(target, location, here, hops))


def import_notices(location: Location, text: str, here: Surroundings) -> Iterator[Notice]:
    """Return the imports of a file that Claude Code would not follow, or only after asking."""
    for found in imports(location, text, here):
        if found.trouble:
            yield Notice(found.trouble, location.store, location.name, found.line, f"@{found.written}")


def _named(here: Surroundings) -> Iterator[Location]:
    config = chosen_directory(here, "CLAUDE_CONFIG_DIR", ".claude")
    for path in (config / "CLAUDE.md", *files_below(config / "rules", [".md"])):
        if present(path):
            yield located(NAME, path, config, here, level=Level.USER)
    if here.root is None:
        return
    below = (path for path in in_repository(here, "CLAUDE.md", "CLAUDE.local.md") if path.parent != here.root)
    rules = files_below(here.root / ".claude" / "rules", [".md"])
    for path in (*(here.root / name for name in _ROOT_NAMES), *rules, *below):
        if present(path):
            # In a subdirectory it is read when a file there is.
            at_root = path.parent in {here.root, here.root / ".claude"}
            loading = Loading.ALWAYS if at_root else Loading.ON_DEMAND
            yield located(NAME, path, here.root, here, level=Level.REPO, loading=loading)


def _imported(location: Location, here: Surroundings, hops: int = HOPS) -> Iterator[Location]:
    try:
        text = read_document(location.path, location.base).text
    except UnreadableFileError:
        return
    for found in imports(location, text, here, hops=hops):
        if not found.trouble:
            there = replace(location, path=found.target, name=name_of(found.target, here), imported=True)
            yield there
            yield from _imported(there, here, hops - 1)


def _is_path(written: str) -> bool:
    """Whether what follows an ``@`` is a file rather than a person's name or a package."""
    return "/" in written or written.endswith((".md", ".mdc", ".txt"))


def _target(written: str, location: Location, here: Surroundings) -> Path:
    if written.startswith("~/"):
        return here.home / written[2:]
    path = Path(written)
    target = path if path.is_absolute() else location.path.parent / path
    return Path(*target.parts).resolve() if ".." in target.parts else target


def _trouble(target: Path, location: Location, here: Surroundings, hops: int) -> str:
    if hops < 1:
        return "import_too_deep"
    if not target.is_file():
        return "broken_import"
    allowed = here.home if location.level == Level.USER else location.base
    return "" if is_inside(target, allowed) and target.suffix in {".md", ".mdc", ".txt"} else "import_outside"


def is_import(line: str) -> bool:
    """Whether a line does nothing but import a file, which has entries of its own."""
    return bool(_IMPORT_LINE.match(line))


STORE = FileStore(NAME, "CLAUDE.md", find, skip=is_import)
