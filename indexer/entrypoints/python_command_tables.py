"""Commands that Python programs look up by name: in a table of command classes, or among the modules of a package."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import end_of_brackets, literal, split_top_level
from indexer.entrypoints.base import Kind, files_in, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.comments import without_python_comments
from indexer.entrypoints.python_classes import is_made_of
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.python_names import Programs
from indexer.facts import EntryPoint, Role
from indexer.tree import SourceFile, SourceTree

ecosystem = "python"

_TABLE: Final = re.compile(r"(?im)^\w{0,40}commands?(?:_\w{1,40})?[ \t]*(?::[^=\n]+)?=[ \t]*(?=(\{))")
_ENTRY: Final = re.compile(r"((['\"])[^'\"\n]+\2)\s*:\s*(.+)", re.DOTALL)
_NAME: Final = re.compile(r"[a-z][\w.:-]*")
_CLASS: Final = re.compile(r"[A-Z]\w*Command\b|\bCommand\b")
_BASE: Final = re.compile(r"[A-Z]\w*Command")
_WALKS: Final = re.compile(r"\b(?:iter_modules|walk_\w*modules\w*|walk_packages|import_module|listdir|glob)\b")
_FEWEST: Final = 3


class _Command(NamedTuple):
    """A command by its name, and where the program finds it."""

    name: str
    file: SourceFile
    line: int


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the commands of ``tree`` that are looked up."""
    modules = PythonModules(tree)
    found = [*_in_tables(tree), *_in_packages(modules)]
    programs = Programs(modules) if found else None
    for command in found:
        program = programs.program_of(command.file, "") if programs else ""
        if program:
            yield _entry(tree, command, program)


def _in_tables(tree: SourceTree) -> Iterator[_Command]:
    """Yield the commands of the dictionaries of a module that hold nothing but classes of commands."""
    files = [file for file in files_in(tree, "python") if file.role is Role.PRODUCT and _speaks_of_commands(file)]
    tree.preload(files)
    for file in files:
        if _TABLE.search(tree.text(file)):
            text = without_python_comments(tree.text(file))
            for match in _TABLE.finditer(text):
                yield from _rows(file, text, match.start(1))


def _speaks_of_commands(file: SourceFile) -> bool:
    """Tell from its facts whether a file may name classes of commands, since reading all files costs much more."""
    imported = (name for one in file.facts.imports for name in (one.module, *one.names))
    return any("ommand" in name for name in (*imported, *(symbol.name for symbol in file.facts.symbols)))


def _rows(file: SourceFile, text: str, start: int) -> Iterator[_Command]:
    parts = split_top_level(text[start + 1 : end_of_brackets(text, start) - 1])
    rows = [row for part in parts if (row := _ENTRY.fullmatch(part)) and _CLASS.search(row[3])]
    if len(rows) == len(parts) >= _FEWEST:
        for row in rows:
            name = literal(row[1]) or ""
            if _NAME.fullmatch(name):
                yield _Command(name, file, line_of_offset(text, text.index(row[0], start)))


def _in_packages(modules: PythonModules) -> Iterator[_Command]:
    """Yield the commands that are the modules of a package ``commands`` which the program walks through."""
    for package in modules.tree.by_name.get("__init__.py", ()):
        if posixpath.basename(package.directory) == "commands" and package.role is Role.PRODUCT:
            commands = [command for file in _modules_of(modules, package) if (command := _of_module(modules, file))]
            if len(commands) >= _FEWEST and _is_walked(modules, package):
                yield from commands


def _modules_of(modules: PythonModules, package: SourceFile) -> list[SourceFile]:
    files = files_in(modules.tree, "python")
    return [file for file in files if file.directory == package.directory and not file.name.startswith("_")]


def _of_module(modules: PythonModules, file: SourceFile) -> _Command | None:
    """Return the command of a module, which is its class ``Command`` made of a base of the repository's own."""
    for symbol in file.facts.symbols:
        if (symbol.kind, symbol.name, symbol.container) == ("class", "Command", ""):
            made = is_made_of(modules, file, "Command", _BASE)
            return _Command(file.name.removesuffix(".py"), file, symbol.line) if made else None
    return None


def _is_walked(modules: PythonModules, package: SourceFile) -> bool:
    """Tell whether a file that names the package goes through the modules of packages."""
    named = re.compile(rf"['\"]{re.escape(modules.name_of(package.path))}\.?['\"]")
    texts = (modules.tree.text(file) for file in files_in(modules.tree, "python") if file.role is Role.PRODUCT)
    return any(named.search(text) and _WALKS.search(text) for text in texts)


def _entry(tree: SourceTree, command: _Command, program: str) -> EntryPoint:
    return make_entry_point(
        ecosystem,
        Kind.CLI_COMMAND,
        f"{program} {command.name}",
        command.file,
        command.line,
        confidence=tiers.REGISTERED,
        evidence=line_at(tree.text(command.file), command.line),
    )
