"""Sub-commands of Python programs that read their arguments with argparse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import literal, parse_arguments
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.python_names import Programs
from indexer.entrypoints.routing import Scopes
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "python"

_MAKING: Final = frozenset({"add_parser", "add_subparsers"})


@dataclass(slots=True)
class _Parser:
    """A parser or a set of sub-parsers: ``variable`` holds it from its line on, in the function at ``scope``."""

    item: Registration
    scope: int
    variable: str
    name: str
    above: _Parser | None
    has_commands: bool = False


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the argparse commands of ``tree``."""
    programs: Programs | None = None
    scopes = Scopes()
    for file in files_in(tree, "python"):
        if any(item.callee.endswith(".add_parser") for item in file.facts.registrations):
            programs = programs or Programs(PythonModules(tree))
            yield from _commands(file, programs, scopes)


def _commands(file: SourceFile, programs: Programs, scopes: Scopes) -> Iterator[EntryPoint]:
    program = _stated_program(file) or programs.program_of(file, "")
    parsers = _parsers(file, scopes)
    for parser in parsers:
        if parser.name and not parser.has_commands:
            yield make_entry_point(
                ecosystem,
                Kind.CLI_COMMAND,
                " ".join(part for part in (program, *_path(parser)) if part),
                file,
                parser.item.line,
                confidence=tiers.REGISTERED,
                evidence=parser.item.text,
            )


def _stated_program(file: SourceFile) -> str:
    """Return the ``prog`` of the file's only parser that states one."""
    made = (item for item in file.facts.registrations if item.callee.endswith("ArgumentParser"))
    stated = {literal(parse_arguments(item.arguments).keywords.get("prog", "")) for item in made} - {None, ""}
    return str(stated.pop()) if len(stated) == 1 else ""


def _parsers(file: SourceFile, scopes: Scopes) -> list[_Parser]:
    parsers: list[_Parser] = []
    for item in file.facts.registrations:
        owner, _, made = item.callee.rpartition(".")
        if made not in _MAKING or item.form not in {"assignment", "call"}:
            continue
        name = literal(parse_arguments(item.arguments).at(0, "name")) if made == "add_parser" else ""
        if name is None:
            continue
        around = (*scopes.around(file, item.line), 0)
        above = _holder(parsers, owner, around)
        if above is not None:
            above.has_commands = True
        scope = 0 if "." in item.target else around[0]
        parsers.append(_Parser(item, scope, item.target if item.form == "assignment" else "", name, above))
    return parsers


def _holder(parsers: list[_Parser], variable: str, scopes: tuple[int, ...]) -> _Parser | None:
    """Return the parser that a variable holds at this point: the last one put into it."""
    for scope in scopes:
        for parser in reversed(parsers):
            if variable and parser.variable == variable and parser.scope == scope:
                return parser
    return None


def _path(parser: _Parser | None) -> list[str]:
    """Return the names from the program down to the parser; sets of sub-parsers have none."""
    names: list[str] = []
    while parser is not None:
        names.insert(0, parser.name)
        parser = parser.above
    return [name for name in names if name]
