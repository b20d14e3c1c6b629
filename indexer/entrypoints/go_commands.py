"""Commands of Go programs made with cobra, with the names of the commands above them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.entrypoints.go_command_types import CommandType, CommandTypes, command_around, command_types
from indexer.entrypoints.go_texts import GoPrograms, go_programs, local_names
from indexer.entrypoints.routing import Scopes
from indexer.entrypoints.spans import inside_of
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "go"

_USE: Final = re.compile(r"\bUse:\s*[\"`]([^\s\"`]+)")
_COMPUTED_USE: Final = re.compile(r"\bUse:\s*[A-Za-z_]")
_COBRA: Final = "github.com/spf13/cobra"
_RUNS: Final = re.compile(r"\bRunE?:\s*")
_ADD: Final = re.compile(r"\b([\w.]{1,200})(?:\(\))?\.AddCommand\(([^;]*?)\)\s*(?:\n|;|\}|$)")
_NAME: Final = re.compile(r"(?:[\w]+\.)*(\w+)")


@dataclass(slots=True)
class _Command:
    """A ``cobra.Command``: the names that mean it are its variable and the function that makes it."""

    file: SourceFile
    item: Registration
    name: str
    runs: bool
    aliases: frozenset[str]
    parents: list[_Command] = field(default_factory=list)
    has_children: bool = False


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the cobra commands in ``tree``."""
    files = [file for file in files_in(tree, "go") if _imports_cobra(file)]
    tree.preload(files)
    scopes = Scopes()
    commands = [command for file in files for command in _commands(tree, file, scopes)]
    types = command_types(tree) if commands else CommandTypes(())
    for file in files:
        _put_together(commands, file, tree.text(file), types.spelled_in(tree, file) if types.found else {})
    programs = go_programs(tree) if commands else GoPrograms({}, {})
    for command in commands:
        if command.name and command.parents and (command.runs or not command.has_children):
            for name in sorted(_full_names(command, programs, ())):
                yield make_entry_point(
                    ecosystem,
                    Kind.CLI_COMMAND,
                    name,
                    command.file,
                    command.item.line,
                    confidence=tiers.REGISTERED,
                    evidence=f"{command.item.text} {_use_of(command)}",
                    symbol=command.item.target,
                )


def _imports_cobra(file: SourceFile) -> bool:
    return any(imported.module == _COBRA for imported in file.facts.imports)


def _commands(tree: SourceTree, file: SourceFile, scopes: Scopes) -> Iterator[_Command]:
    names = {symbol.line: symbol.name for symbol in file.facts.symbols if symbol.kind in {"function", "method"}}
    text = tree.text(file)
    callees = {f"{name}.Command" for name in local_names(text, [_COBRA])}
    for item in file.facts.registrations:
        if item.callee not in callees:
            continue
        inside = inside_of(text, item)
        use = _USE.search(inside)
        if use or _COMPUTED_USE.search(inside):
            makers = {names[line] for line in scopes.around(file, item.line)[-1:] if line in names}
            aliases = frozenset({item.target, *makers} - {"", "init", "main"})
            yield _Command(file, item, use[1] if use else "", _RUNS.search(inside) is not None, aliases)


def _put_together(commands: list[_Command], file: SourceFile, text: str, types: Mapping[str, CommandType]) -> None:
    for match in _ADD.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        own = command_around(text, match.start(), types) if types and _is_handed(text, match) else ""
        parents = [_typed(file, own)] if own else _meant(commands, file, match[1], line)
        written = _written_inside(commands, file, line, text.count("\n", 0, match.end()) + 1)
        for child in written if match[2].startswith("&") else ():
            _add(child, parents)
        for argument in re.split(r",(?![^(]*\))", match[2]):
            for child in _meant(commands, file, argument.strip(), line):
                _add(child, parents)


def _is_handed(text: str, added: re.Match[str]) -> bool:
    """Tell whether the command that others are added to is the parameter of a closure."""
    return re.search(rf"func\(\s*{re.escape(added[1])} \*cobra\.Command\b", text[: added.start()]) is not None


def _typed(file: SourceFile, name: str) -> _Command:
    """Return a command below the program that a literal of the repository's own type describes."""
    nothing = Registration("call", "", "", "", 0, "")
    return _Command(file, nothing, name, runs=True, aliases=frozenset(), parents=[_program(file, nothing)])


def _program(file: SourceFile, nothing: Registration) -> _Command:
    return _Command(file, nothing, "", runs=True, aliases=frozenset())


def _add(child: _Command, parents: list[_Command]) -> None:
    for parent in parents:
        if parent is not child:
            child.parents.append(parent)
            parent.has_children = True


def _written_inside(commands: list[_Command], file: SourceFile, first: int, last: int) -> list[_Command]:
    """Return the commands whose literals stand between two lines: those that are written where they are added."""
    return [command for command in commands if command.file is file and first <= command.item.line <= last]


def _meant(commands: list[_Command], file: SourceFile, text: str, line: int) -> list[_Command]:
    """Return the command that a name or a call means: of the same function first, then package, then repository."""
    match = _NAME.match(text)
    named = [command for command in commands if match and match[1] in command.aliases]
    enclosing = [
        symbol
        for symbol in file.facts.symbols
        if symbol.kind in {"function", "method"} and symbol.line <= line <= symbol.end_line
    ]
    function = [
        command
        for command in named
        if command.file is file
        and any(symbol.line <= command.item.line <= symbol.end_line for symbol in enclosing)
        and command.item.target == (match[1] if match else "")
    ]
    package = [command for command in named if command.file.directory == file.directory]
    if "." in text.partition("(")[0]:
        qualifier = text.partition(".")[0]
        package = [command for command in named if command.file.directory.rpartition("/")[2] == qualifier]
    for found in (function, package, named):
        if found:
            return found[:1] if len({command.name for command in found}) > 1 else found
    return []


def _full_names(command: _Command, programs: GoPrograms, below: tuple[_Command, ...]) -> set[str]:
    above = [parent for parent in command.parents if parent not in below]
    if not above:
        return {command.name or programs.name_for(command.file)}
    names = {name for parent in above for name in _full_names(parent, programs, (*below, command))}
    return {f"{name} {command.name}".strip() for name in names}


def _use_of(command: _Command) -> str:
    return "" if "Use:" in command.item.text else f'Use: "{command.name}"'
