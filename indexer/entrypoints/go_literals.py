"""The literals of Go that describe commands, apps and lists of them, with what lies in them and what they refer to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints.arguments import end_of_brackets, literal, split_top_level
from indexer.entrypoints.base import line_of_offset
from indexer.entrypoints.go_command_types import CommandType
from indexer.entrypoints.go_texts import local_names, package_name, without_comments
from indexer.tree import SourceFile, SourceTree

_PACKAGES: Final = frozenset({"cli", "ffcli"})
_ROOTED: Final = re.compile(r".*(?:/cli/v[3-9]|/ffcli)")
_FIELD: Final = re.compile(r"(\w+)\s*:\s*(.*)", re.DOTALL)
_RUNS: Final = frozenset({"Action", "Exec"})
_TYPED_RUNS: Final = frozenset({"run", "Run", "RunE", "Func", "CobraFunc", *_RUNS})
_BELOW: Final = frozenset({"Commands", "Subcommands"})
_TYPED_BELOW: Final = frozenset({"commands", "subcommands", *_BELOW})
_REFERENCE: Final = re.compile(r"&?((?:\w+\.)*\w+)\s*(?:\(|\.\.\.|$)")
_ASSIGNED: Final = re.compile(r"(?:\bvar[ \t]+)?(\w+)(?:[ \t]+[*\[\]\w.]+)?[ \t]*:?=\s*$")
_CLOSURE: Final = re.compile(r"\b(\w+)\s*:?=\s*func\(\)[ \t]*[*\w.]*[ \t]*(\{)")
_NAMED: Final = re.compile(r"\b\w+\.Name\s*=\s*(\"[^\"]*\")")
_ELEMENT: Final = re.compile(r"(?:&?[\w.]+\s*)?\{")


@dataclass(eq=False, slots=True)
class Literal:
    """A command, an app, or a list of commands, which has no name.

    ``aliases`` are the variable and the function that mean it, ``refers`` the names that stand among what is below it.
    """

    file: SourceFile
    line: int
    name: str = ""
    runs: bool = False
    is_app: bool = False
    is_root: bool = False
    aliases: frozenset[str] = frozenset()
    below: list[Literal] = field(default_factory=list)
    refers: list[str] = field(default_factory=list)
    parents: list[Literal] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Source:
    """A file's text without comments, and what the literals in it begin with."""

    file: SourceFile
    text: str
    opening: re.Pattern[str]
    rooted: bool
    types: Mapping[str, CommandType]


def imported_packages(file: SourceFile) -> list[str]:
    """Return the import paths of the packages whose literals are commands."""
    return [item.module for item in file.facts.imports if package_name(item.module) in _PACKAGES]


def read_literals(tree: SourceTree, file: SourceFile, types: Mapping[str, CommandType]) -> list[Literal]:
    """Return the literals of a file, outer ones before those in them; ``types`` are its own that stand for commands."""
    modules = imported_packages(file)
    text = without_comments(tree.text(file))
    packages = "|".join(map(re.escape, sorted(local_names(text, modules)))) or r"(?!)"
    own = "|".join(map(re.escape, sorted(types))) or r"(?!)"
    opening = re.compile(
        rf"(\[\]\s*[*]?)?&?(?:\b(?:{packages})\.(Commands?|App)|(?<![\w.])(?:{own}))(\{{)|\b(?:{packages})\.NewApp(\()\)"
    )
    rooted = bool(types) or any(_ROOTED.fullmatch(module) for module in modules)
    source = _Source(file, text, opening, rooted, types)
    found: list[Literal] = []
    position = 0
    while match := opening.search(text, position):
        position = max(match.end(), _outer(source, match, found))
    return found


def _outer(source: _Source, match: re.Match[str], found: list[Literal]) -> int:
    """Read a literal that lies in no other, and return the position behind it."""
    aliases = _aliases(source, match.start())
    if match[4]:
        name = literal(named[1]) if (named := _NAMED.search(source.text)) else None
        app = Literal(source.file, line_of_offset(source.text, match.start()), name or "", is_app=True, aliases=aliases)
        found.append(app)
        return match.end()
    start = match.start(3)
    if match[1] or match[2] == "Commands":
        read = _list(source, start, aliases, found)
    else:
        read = _command(source, start, found, is_app=match[2] == "App")
        read.is_root = source.rooted and bool(read.below or read.refers)
    read.aliases = aliases
    return end_of_brackets(source.text, start)


def _aliases(source: _Source, position: int) -> frozenset[str]:
    """Return the variable that a literal is assigned to, and the function around it."""
    line = line_of_offset(source.text, position)
    around = {
        symbol.name
        for symbol in source.file.facts.symbols
        if symbol.kind in {"function", "method"} and symbol.line <= line <= symbol.end_line
    }
    before = source.text[max(position - 200, 0) : position]
    assigned = _ASSIGNED.search(before)
    variable = assigned[1] if assigned else ""
    if source.types:
        around = _handing_out(source, position, variable, around)
    return frozenset({*around, variable} - {"", "main", "init"})


def _handing_out(source: _Source, position: int, variable: str, around: set[str]) -> set[str]:
    """Return the closure or the functions around a literal if they return it, by itself or by its variable."""
    returned = re.search(r"\breturn\s*$", source.text[:position][-40:]) is not None
    if not returned and not (variable and re.search(rf"\breturn {re.escape(variable)}\b", source.text[position:])):
        return set()
    closures = [
        match
        for match in _CLOSURE.finditer(source.text, 0, position)
        if end_of_brackets(source.text, match.start(2)) > position
    ]
    return {closures[-1][1]} if closures else around


def _command(source: _Source, start: int, found: list[Literal], *, is_app: bool = False) -> Literal:
    """Read the fields between the brackets that open at ``start``."""
    read = Literal(source.file, line_of_offset(source.text, start), is_app=is_app)
    found.append(read)
    own = _own_type(source, start)
    read.name, read.runs = (own.fixed, bool(own.fixed)) if own else ("", False)
    for offset, part in _parts(source.text, start):
        match = _FIELD.fullmatch(part)
        if match is None:
            continue
        if match[1] == (own.field if own else "Name"):
            read.name = (literal(match[2]) or "").split(" ")[0]
            read.line = read.line if is_app else line_of_offset(source.text, offset)
        elif match[1] in (_TYPED_RUNS if own else _RUNS):
            read.runs = True
        elif match[1] in (_TYPED_BELOW if own else _BELOW):
            _note_below(source, offset + match.start(2), match[2], read, found)
    return read


def _own_type(source: _Source, start: int) -> CommandType | None:
    """Return the type of the repository that the brackets at ``start`` make one of."""
    spelled = re.search(r"[\w.]+$", source.text[max(start - 100, 0) : start]) if source.types else None
    return source.types.get(spelled[0]) if spelled else None


def _note_below(source: _Source, offset: int, value: str, read: Literal, found: list[Literal]) -> None:
    """Note the commands of a list, or the names that stand for them."""
    opening = _ELEMENT.search(value.partition("(")[0]) if not value.startswith("append(") else None
    if value.startswith("[]") or opening:
        listed = _list(source, offset + value.index("{"), frozenset(), found)
        read.below += listed.below
        read.refers += listed.refers
        found.remove(listed)
    else:
        arguments = (
            split_top_level(value.partition("(")[2].rpartition(")")[0]) if value.startswith("append(") else [value]
        )
        read.refers += [match[1] for argument in arguments if (match := _REFERENCE.match(argument))]


def _list(source: _Source, start: int, aliases: frozenset[str], found: list[Literal]) -> Literal:
    read = Literal(source.file, line_of_offset(source.text, start), aliases=aliases)
    found.append(read)
    for offset, part in _parts(source.text, start):
        if element := _ELEMENT.match(part):
            read.below.append(_command(source, offset + element.end() - 1, found))
        elif reference := _REFERENCE.match(part):
            read.refers.append(reference[1])
    return read


def _parts(text: str, start: int) -> Iterator[tuple[int, str]]:
    """Yield what commas separate between the brackets that open at ``start``, with its position."""
    position, end = start + 1, end_of_brackets(text, start) - 1
    for part in split_top_level(text[position:end]):
        position = text.find(part, position)
        yield position, part
        position += len(part)
