"""Commands of Ruby programs made with Thor: what each ``desc`` describes, with the classes it is a sub-command of."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.entrypoints.ruby_blocks import Statement, statements
from indexer.entrypoints.ruby_classes import descendants
from indexer.entrypoints.ruby_programs import executables
from indexer.facts import EntryPoint, Role
from indexer.tree import SourceFile, SourceTree

ecosystem = "ruby"

_CLASS: Final = re.compile(r"class\s+([\w:]+)")
_GROUPS: Final = frozenset({"Thor", "SubCommandBase"})
_STARTS: Final = re.compile(r"\b[A-Z]\w*\.start\b")
_DESCRIBED: Final = re.compile(r"desc[\s(]+[\"']([\w\-]+)")
_SUBCOMMAND: Final = re.compile(r"subcommand[\s(]+[\"':]([\w\-]+)[\"']?\s*,\s*([\w:]+)")


@dataclass(slots=True)
class _Class:
    """A class of commands: what they are called and where, and the classes that its sub-commands lead to."""

    file: SourceFile
    name: str
    commands: list[tuple[str, Statement]] = field(default_factory=list)
    groups: list[tuple[str, str]] = field(default_factory=list)


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the Thor commands of ``tree``."""
    files = [file for file in files_in(tree, "ruby") if "subcommand" in _words(file) or "desc" in _words(file)]
    tree.preload(files)
    classes = [found for file in files for found in _classes(tree, file)]
    known = descendants(tree, _GROUPS)
    program = _program(tree)
    for found in classes:
        if found.name in known and (found.commands or found.groups):
            yield from _commands(found, classes, program)


def _program(tree: SourceTree) -> str:
    """Return the gem's executable; of several, the one that itself starts a class of commands."""
    gems = [file for file in tree if file.name.endswith(".gemspec") and file.role is Role.PRODUCT]
    paths = sorted({path for file in gems for path in executables(tree, file)})
    files = [file for path in paths if (file := tree.get(path)) is not None]
    starting = [file.path for file in files if _STARTS.search(tree.text(file))]
    programs = {posixpath.basename(path) for path in (paths if len(paths) == 1 else starting)}
    return programs.pop() if len(programs) == 1 else ""


def _words(file: SourceFile) -> set[str]:
    return {item.callee for item in file.facts.registrations if item.form == "call"}


def _classes(tree: SourceTree, file: SourceFile) -> Iterator[_Class]:
    open_classes: dict[str, _Class] = {}
    for statement in statements(tree.text(file)):
        around = [opening for opening in statement.around if opening.startswith("class ")]
        if declared := _CLASS.match(statement.text):
            open_classes[statement.text] = _Class(file, declared[1].rpartition("::")[2])
            yield open_classes[statement.text]
        elif around and around[-1] in open_classes and statement.around[-1] == around[-1]:
            _note(open_classes[around[-1]], statement)


def _note(found: _Class, statement: Statement) -> None:
    if group := _SUBCOMMAND.match(statement.text):
        found.groups.append((group[1], group[2].rpartition("::")[2]))
    elif described := _DESCRIBED.match(statement.text):
        found.commands.append((described[1], statement))


def _commands(found: _Class, classes: list[_Class], program: str) -> Iterator[EntryPoint]:
    groups = {name for name, _ in found.groups}
    for path in _paths(found, classes, frozenset()):
        for name, statement in found.commands:
            if name not in groups:
                yield make_entry_point(
                    ecosystem,
                    Kind.CLI_COMMAND,
                    " ".join(part for part in (program, *path, name) if part),
                    found.file,
                    statement.line,
                    confidence=tiers.REGISTERED,
                    evidence=statement.text,
                    symbol=f"{found.name}.{name.replace('-', '_')}",
                )


def _paths(found: _Class, classes: list[_Class], seen: frozenset[str]) -> list[tuple[str, ...]]:
    """Return the names of the sub-commands that lead to a class, one tuple for each way; one empty at the top."""
    above = [
        (outer, name)
        for outer in classes
        for name, target in outer.groups
        if target == found.name and outer.name not in seen
    ]
    ways = [(*path, name) for outer, name in above for path in _paths(outer, classes, seen | {found.name})]
    return ways or [()]
