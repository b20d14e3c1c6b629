"""Commands of Ruby programs made with CLAide, each of which is a class under the class of the command above it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "ruby"

_CLASS: Final = re.compile(r"^([ \t]*)class[ \t]+([\w:]+)[ \t]*<[ \t]*([\w:]+)", re.MULTILINE)
_ROOT: Final = "CLAide::Command"
_NAMED: Final = re.compile(r"^\s*self\.command\s*=\s*['\"]([\w-]+)['\"]", re.MULTILINE)
_ABSTRACT: Final = re.compile(r"^\s*self\.abstract_command\s*=\s*true", re.MULTILINE)
_WORDS: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@dataclass(frozen=True, slots=True)
class _Class:
    """A class of a command: its name and that of its superclass, both without the modules around them."""

    file: SourceFile
    line: int
    text: str
    name: str
    above: str
    body: str

    @property
    def command(self) -> str:
        """What a person types for it."""
        stated = _NAMED.search(self.body)
        return stated[1] if stated else "-".join(_WORDS.split(self.name)).lower()


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the CLAide commands of ``tree``."""
    files = list(files_in(tree, "ruby"))
    roots = [file for file in files if _ROOT in tree.text(file)]
    if roots:
        classes = [found for file in files for found in _classes(tree, file)]
        yield from _commands(classes)


def _classes(tree: SourceTree, file: SourceFile) -> Iterator[_Class]:
    text = tree.text(file)
    found = list(_CLASS.finditer(text))
    for position, match in enumerate(found):
        end = found[position + 1].start() if position + 1 < len(found) else len(text)
        line = text.count("\n", 0, match.start()) + 1
        above = match[3] if match[3].endswith(_ROOT) else match[3].rpartition("::")[2]
        yield _Class(file, line, match[0].strip(), match[2].rpartition("::")[2], above, text[match.end() : end])


def _commands(classes: list[_Class]) -> Iterator[EntryPoint]:
    """Yield the commands with a body of their own; a class that is opened again to hold another has none."""
    groups = {found.name: found for found in classes if _ABSTRACT.search(found.body) or found.above.endswith(_ROOT)}
    for found in classes:
        way = _way(found, groups)
        if way and "def run" in found.body and not _ABSTRACT.search(found.body):
            yield make_entry_point(
                ecosystem,
                Kind.CLI_COMMAND,
                " ".join(part.command for part in way),
                found.file,
                found.line,
                confidence=tiers.REGISTERED,
                evidence=found.text,
                symbol=found.name,
            )


def _way(found: _Class, groups: Mapping[str, _Class]) -> list[_Class]:
    """Return the classes from the program's own down to this one, none when they do not lead there."""
    way = [found]
    while not way[0].above.endswith(_ROOT):
        above = groups.get(way[0].above)
        if above is None or above in way:
            return []
        way.insert(0, above)
    return way if len(way) > 1 else []
