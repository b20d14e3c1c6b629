"""C#: commands of programs made with System.CommandLine, Spectre.Console, and by attributes of classes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import end_of_brackets, literal, parse_arguments
from indexer.entrypoints.base import Kind, files_in, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.csharp_projects import Projects, projects_of
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "csharp"

_LIBRARIES: Final = re.compile(
    r"System\.CommandLine|Spectre\.Console\.Cli|CommandLine|CliFx(?:\..*)?|(?:McMaster|Microsoft)\.Extensions\.CommandLineUtils|Cocona"
)
_BRANCH: Final = re.compile(r"\.(AddCommand|AddBranch)\s*(?:<[^()]*?>)?\s*(?=\()")
_NESTED: Final = re.compile(r"\.(Command)\s*(?:<[^()]*?>)?\s*(?=\()")
_UTILITIES: Final = re.compile(r"(?:McMaster|Microsoft)\.Extensions\.CommandLineUtils")
_APPLICATION: Final = re.compile(
    r"\bnew\s+CommandLineApplication(?:<[^>]*>)?\s*(?:\(\s*\))?\s*\{[^{}]*?\bName\s*=\s*\"([^\"]+)\""
)
_MADE: Final = re.compile(r"(?:\b(\w+)\s*=\s*)?new\s+Command\s*(?=\()")
_ADDED: Final = re.compile(r"\b(\w+)\s*\.\s*(?:AddCommand|Subcommands\.Add|Add)\(\s*(\w+)\s*\)")

_MOST: Final = 200
"""More commands than this no person names in one file."""
_LONGEST: Final = 4_000


class _Command(NamedTuple):
    file: SourceFile
    line: int
    name: str


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the commands of the C# programs in ``tree``."""
    files = [file for file in files_in(tree, "csharp") if _uses_library(file)]
    tree.preload(files)
    projects = projects_of(tree) if files else Projects({})
    for file in files:
        program = _program(tree, projects, file)
        for command in (*_attributed(file), *_branches(tree, file), *_made(tree, file)):
            yield make_entry_point(
                ecosystem,
                Kind.CLI_COMMAND,
                " ".join(part for part in (program, command.name) if part) if command.name != program else program,
                command.file,
                command.line,
                confidence=tiers.REGISTERED,
                evidence=line_at(tree.text(file), command.line),
            )


def _uses_library(file: SourceFile) -> bool:
    return any(_LIBRARIES.fullmatch(imported.module) for imported in file.facts.imports)


def _program(tree: SourceTree, projects: Projects, file: SourceFile) -> str:
    if named := _APPLICATION.search(tree.text(file)):
        return named[1]
    project = projects.around(file)
    return (project.tool or project.name) if project else ""


def _attributed(file: SourceFile) -> Iterator[_Command]:
    """Yield the commands of ``[Verb("add")]`` and ``[Command("add")]``; the program itself has no name of its own."""
    for item in file.facts.registrations:
        if item.form == "decorator" and item.callee in {"Verb", "Command"} and (name := _attribute_name(item)):
            yield _Command(file, item.line, name)


def _attribute_name(item: Registration) -> str:
    name = literal(parse_arguments(item.arguments).at(0, "Name")) or ""
    is_program = name.startswith("dotnet ") or re.fullmatch(r"[a-z][\w:-]*(?: [a-z][\w:-]*)*", name) is None
    return "" if is_program else name


def _branches(tree: SourceTree, file: SourceFile) -> Iterator[_Command]:
    """Yield the commands of calls like ``AddCommand<T>("x")``, each under the branches whose brackets hold it."""
    text = tree.text(file)
    nests = any(_UTILITIES.fullmatch(imported.module) for imported in file.facts.imports)
    spans: list[tuple[int, int, str, str]] = []
    for match in islice((_NESTED if nests else _BRANCH).finditer(text), _MOST):
        end = _closing(text, match.end())
        name = literal(parse_arguments(text[match.end() + 1 : end - 1]).at(0))
        spans += [(match.start(), end, match[1], name)] if name else []
    for start, _, kind, name in spans:
        if kind != "AddBranch":
            around = [outer for begin, end, _, outer in spans if begin < start < end]
            yield _Command(file, line_of_offset(text, start), " ".join([*around, name]))


def _closing(text: str, start: int) -> int:
    """Return the position behind the bracket that closes the one at ``start``, not further than a call is long."""
    return start + end_of_brackets(text[start : start + _LONGEST], 0)


def _made(tree: SourceTree, file: SourceFile) -> Iterator[_Command]:
    """Yield the commands of ``new Command("x")``, each under those that it was added to."""
    text = tree.text(file)
    parents = {child: parent for parent, child in _ADDED.findall(text)}
    found: dict[str, str] = {}
    made: list[tuple[int, str, str]] = []
    for match in islice(_MADE.finditer(text), _MOST):
        name = literal(parse_arguments(text[match.end() + 1 : _closing(text, match.end()) - 1]).at(0, "name"))
        made += [(match.start(), match[1] or "", name)] if name else []
        found |= {match[1]: name} if name and match[1] else {}
    for start, variable, name in made:
        yield _Command(file, line_of_offset(text, start), " ".join([*_around(parents, found, variable), name]))


def _around(parents: Mapping[str, str], names: Mapping[str, str], variable: str) -> list[str]:
    around: list[str] = []
    seen: set[str] = set()
    while (parent := parents.get(variable)) is not None and parent not in seen:
        seen.add(parent)
        around = [names[parent], *around] if parent in names else around
        variable = parent
    return around
