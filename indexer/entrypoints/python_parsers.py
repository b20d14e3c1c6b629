"""The parsers that argparse programs make: what each is called, what holds it, and which parser it stands under."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints.arguments import dotted, literal, parse_arguments
from indexer.entrypoints.base import line_at
from indexer.entrypoints.python_callers import calls_of, function_at, methods_called, parameters, scopes_at
from indexer.entrypoints.python_modules import PythonModules
from indexer.facts import Registration, Symbol
from indexer.tree import SourceFile

_MAKING: Final = frozenset({"add_parser", "add_subparsers"})


@dataclass(slots=True)
class Parser:
    """A parser, or a set of sub-parsers, which has no name of its own: made by ``owner`` and put into ``variable``."""

    file: SourceFile
    line: int
    evidence: str
    name: str
    owner: str
    scopes: tuple[int, ...]
    variable: str
    above: Parser | None = None
    has_commands: bool = False


@dataclass(frozen=True, slots=True)
class _Helper:
    """A function that makes a parser of the name it is given as parameter ``position``."""

    file: SourceFile
    function: Symbol
    position: int
    parameter: str
    owner: str
    scopes: tuple[int, ...]


def parsers(modules: PythonModules, files: Iterable[SourceFile]) -> list[Parser]:
    """Return the parsers that ``files`` make, each under the parser it belongs to."""
    found = [made for file in files for made in _made(modules, file)]
    found.sort(key=lambda parser: (parser.file.path, parser.line))
    for position, parser in enumerate(found):
        parser.above = _holder(found[:position], parser.file, parser.owner, parser.scopes)
    for parser in found:
        if parser.above is None:
            parser.above = _handed_in(modules, found, parser)
        if parser.above is not None and parser.above is not parser:
            parser.above.has_commands = True
    return found


def _made(modules: PythonModules, file: SourceFile) -> Iterator[Parser]:
    for item in file.facts.registrations:
        owner, _, making = item.callee.rpartition(".")
        if making not in _MAKING or item.form not in {"assignment", "call"}:
            continue
        argument = parse_arguments(item.arguments).at(0, "name")
        name = literal(argument) if making == "add_parser" else ""
        scopes = scopes_at(file, item.line)
        if name is not None:
            yield _parser(file, item, name, owner, scopes)
        elif (helper := _helper(modules, file, argument, owner, scopes)) is not None:
            yield from _made_with(modules, helper)


def _parser(file: SourceFile, item: Registration, name: str, owner: str, scopes: tuple[int, ...]) -> Parser:
    return Parser(file, item.line, item.text, name, owner, scopes, item.target if item.form == "assignment" else "")


def _helper(
    modules: PythonModules, file: SourceFile, argument: str, owner: str, scopes: tuple[int, ...]
) -> _Helper | None:
    """Return the function around a parser whose name is the function's own parameter."""
    function = function_at(file, scopes)
    names = parameters(modules, file, function) if function else []
    if function is None or argument not in names:
        return None
    return _Helper(file, function, names.index(argument), argument, owner, scopes)


def _made_with(modules: PythonModules, helper: _Helper) -> Iterator[Parser]:
    called = methods_called if helper.function.kind == "method" else calls_of
    for call in called(modules, helper.file, helper.function):
        name = literal(parse_arguments(call.arguments).at(helper.position, helper.parameter))
        if name is not None:
            evidence = line_at(modules.tree.text(call.file), call.line)
            here = call.file.path == helper.file.path
            scopes = tuple(dict.fromkeys((*scopes_at(call.file, call.line), *(helper.scopes if here else ()))))
            yield Parser(call.file, call.line, evidence, name, helper.owner, scopes, call.kept_in)


def _holder(known: list[Parser], file: SourceFile, variable: str, scopes: tuple[int, ...]) -> Parser | None:
    """Return the parser that a variable holds at this point: the last one put into it."""
    for scope in scopes:
        for parser in reversed(known):
            if variable and parser.variable == variable and parser.file.path == file.path and _scope(parser) == scope:
                return parser
    return None


def _scope(parser: Parser) -> int:
    return 0 if "." in parser.variable else parser.scopes[0]


def _handed_in(modules: PythonModules, known: list[Parser], parser: Parser) -> Parser | None:
    """Return the parser that callers hand to the function which adds to it, when it is one and the same."""
    function = function_at(parser.file, parser.scopes)
    names = parameters(modules, parser.file, function) if function else []
    if function is None or parser.owner not in names:
        return None
    handed = []
    for call in calls_of(modules, parser.file, function):
        given = dotted(parse_arguments(call.arguments).at(names.index(parser.owner), parser.owner))
        before = [other for other in known if other.file.path != call.file.path or other.line <= call.line]
        handed.append(_holder(before, call.file, given, scopes_at(call.file, call.line)))
    holders = {id(holder): holder for holder in handed if holder is not None}
    return next(iter(holders.values())) if len(holders) == 1 else None
