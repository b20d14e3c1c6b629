"""C#: the routes of ASP.NET's minimal APIs, under the groups that they are mapped in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import end_of_brackets, literal, literals, parse_arguments, split_top_level
from indexer.entrypoints.base import Kind, developer_role, files_in, line_of_offset, make_entry_point
from indexer.entrypoints.csharp_groups import ClassGroups, class_groups
from indexer.entrypoints.csharp_names import Names, names_of
from indexer.entrypoints.routing import join_route
from indexer.entrypoints.signatures import function_at, parameters_of
from indexer.facts import EntryPoint, Registration, Symbol
from indexer.tree import SourceFile, SourceTree

ecosystem = "csharp"

_MAP: Final = re.compile(r"Map(Get|Post|Put|Patch|Delete|Methods|HealthChecks)")
_PROBES: Final = "HealthChecks"
_GROUP: Final = re.compile(r"\bMapGroup\s*(?=\()")
_BUILDERS: Final = ("IEndpointRouteBuilder", "RouteGroupBuilder", "WebApplication", "IVersionedEndpointRouteBuilder")
_BUILDER: Final = re.compile(rf"(this\s+)?(?:{'|'.join(_BUILDERS)})\s+(\w+)")
_DEVELOPING: Final = re.compile(r"\bif\s*\(\s*[\w.]*\bIsDevelopment\(\s*\)\s*\)\s*(?=\{)")
_MOST: Final = 20
"""More conditions of one kind than this no person writes in one file."""
_MAPPED: Final = re.compile(r"\bMap\w+\s*\(")
_STOPS: Final = (";", "{\n", "}\n", "= ", "=>")
_LONGEST: Final = 2000
"""Characters of one statement that are looked at."""
_DEEPEST: Final = 6


@dataclass(frozen=True, slots=True)
class _Builder:
    """A method that is handed what it maps routes on."""

    file: SourceFile
    symbol: Symbol
    parameter: str
    extends: bool


@dataclass(frozen=True, slots=True)
class _Api:
    """What is known of a tree's minimal APIs."""

    tree: SourceTree
    names: Names
    groups: ClassGroups
    builders: Mapping[str, tuple[_Builder, ...]]
    files: tuple[SourceFile, ...]
    own_maps: frozenset[str]
    known: dict[tuple[str, int], list[str]] = field(default_factory=dict)


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the routes of the minimal APIs in ``tree``."""
    if not any(_is_map(item) for file in files_in(tree, "csharp") for item in file.facts.registrations):
        return
    api = _api(tree)
    for file in api.files:
        for item in file.facts.registrations:
            if _is_map(item):
                yield from _routes(api, file, item)


def _is_map(item: Registration) -> bool:
    return item.form == "call" and _MAP.fullmatch(item.callee.rpartition(".")[2]) is not None


def _api(tree: SourceTree) -> _Api:
    files = tuple(files_in(tree, "csharp"))
    tree.preload(files)
    names = names_of(tree)
    builders: dict[str, tuple[_Builder, ...]] = {}
    for file in files:
        # A look for the names is a hundred times cheaper than the pattern, and few files hold one.
        symbols = file.facts.symbols if any(map(tree.text(file).__contains__, _BUILDERS)) else ()
        for symbol in symbols:
            if symbol.kind == "method" and (builder := _builder(tree, file, symbol)) is not None:
                builders[symbol.name] = (*builders.get(symbol.name, ()), builder)
    own = frozenset(
        name for name, found in builders.items() if _MAP.fullmatch(name) and any(one.extends for one in found)
    )
    return _Api(tree, names, class_groups(tree, names, files), builders, files, own)


def _builder(tree: SourceTree, file: SourceFile, symbol: Symbol) -> _Builder | None:
    """Return a method as one that is handed what it maps routes on, None when it is not."""
    matches = map(_BUILDER.match, split_top_level(parameters_of(tree, file, symbol)[1:-1]))
    match = next(filter(None, matches), None)
    return _Builder(file, symbol, match[2], bool(match[1])) if match else None


def _routes(api: _Api, file: SourceFile, item: Registration) -> Iterator[EntryPoint]:
    owner, _, word = item.callee.rpartition(".")
    match = _MAP.fullmatch(word)
    around = function_at(file, item.line)
    path = _path(api, file, item, around)
    if match is None or path is None or (around is not None and around.name in api.own_maps):
        return
    given = parse_arguments(item.arguments)
    methods = _listed(given.at(1)) if match[1] == "Methods" else ["GET" if match[1] == _PROBES else match[1].upper()]
    for method in methods:
        for prefix in dict.fromkeys(_prefixes(api, file, item.line, owner, 0)):
            whole = join_route(prefix, path).rstrip("/")
            yield make_entry_point(
                ecosystem,
                Kind.HTTP_ROUTE,
                f"{method} {whole or '/'}",
                file,
                item.line,
                confidence=tiers.REGISTERED,
                evidence=item.text,
                role=developer_role(file) if _is_for_development(api.tree.text(file), item.line) else None,
            )


def _is_for_development(text: str, line: int) -> bool:
    """Tell whether a line lies in what a program does only where it is developed."""
    spans = ((match.end(), end_of_brackets(text, match.end())) for match in islice(_DEVELOPING.finditer(text), _MOST))
    return any(line_of_offset(text, start) < line <= line_of_offset(text, end) for start, end in spans)


def _listed(expression: str) -> list[str]:
    """Return the methods of ``["GET"]`` or ``[HttpMethods.Get]``."""
    return [word.upper() for word in (*literals(expression), *re.findall(r"\bHttpMethods\.(\w+)", expression))]


def _path(api: _Api, file: SourceFile, item: Registration, around: Symbol | None) -> str | None:
    """Return the path of a route: the first argument, or a later one where the repository maps the handler first."""
    given = parse_arguments(item.arguments)
    container = around.container.rpartition(".")[2] if around else ""
    path = api.names.text(given.at(0, "pattern"), file, container)
    if path is not None or item.callee.rpartition(".")[2] not in api.own_maps:
        return path
    written = [text for part in given.positional[1:] if (text := literal(part)) is not None]
    return written[0] if written else ""


def _prefixes(api: _Api, file: SourceFile, line: int, expression: str, depth: int) -> list[str]:
    """Return the paths that what an expression gives lies under: its own groups behind those of what it begins with."""
    method = function_at(file, line)
    own = "".join(_own_groups(api, file, expression, method))
    head = re.match(r"\w+", expression.removeprefix("await ").strip())
    if head is None or depth > _DEEPEST:
        return [own]
    return [join_route(outer, own) for outer in _prefixes_of_name(api, file, method, line, head[0], depth)]


def _own_groups(api: _Api, file: SourceFile, expression: str, method: Symbol | None) -> Iterator[str]:
    owner = method.container.rpartition(".")[2] if method else ""
    for match in _GROUP.finditer(expression):
        given = expression[match.end() + 1 : end_of_brackets(expression, match.end()) - 1]
        first = parse_arguments(given).at(0)
        path = api.groups.prefix(owner) if first == "this" else api.names.text(first, file, owner)
        yield f"/{path.strip('/')}" if path else ""


def _prefixes_of_name(
    api: _Api, file: SourceFile, method: Symbol | None, line: int, name: str, depth: int
) -> list[str]:
    text = api.tree.text(file)
    for match in re.finditer(rf"\b{re.escape(name)}\s*=(?!=)\s*", text):
        at = line_of_offset(text, match.start())
        given = text[match.end() : match.end() + _LONGEST].partition(";")[0]
        own = re.match(rf"{re.escape(name)}\b", given)
        if at <= line and own is None and _MAPPED.search(given) and function_at(file, at) == method:
            return _prefixes(api, file, at, given, depth + 1)
    for builder in api.builders.get(method.name, ()) if method else ():
        if builder.symbol == method and builder.parameter == name:
            return _prefixes_of_calls(api, builder, depth) or [api.groups.prefix(method.container.rpartition(".")[2])]
    return [""]


def _prefixes_of_calls(api: _Api, builder: _Builder, depth: int) -> list[str]:
    """Return the paths that a method is given by those who call it, on a builder or with one as argument."""
    key = builder.file.path, builder.symbol.line
    if key not in api.known:
        # Until they are known there are none, which ends circles.
        api.known[key] = []
        api.known[key] = [
            prefix
            for file in api.files
            for line, given in _callers(api.tree.text(file), builder)
            if function_at(file, line) != builder.symbol
            for prefix in _prefixes(api, file, line, given, depth + 1)
        ]
    return api.known[key]


def _callers(text: str, builder: _Builder) -> Iterator[tuple[int, str]]:
    """Yield line and builder of each call: what stands before the name, or the first argument."""
    name = re.escape(builder.symbol.name)
    if builder.symbol.name not in text:
        return
    if builder.extends:
        for match in re.finditer(rf"\.\s*{name}\s*\(", text):
            begin = max(text.rfind(stop, 0, match.start()) + len(stop) for stop in _STOPS if stop in text)
            given = text[max(begin, match.start() - _LONGEST) : match.start()].strip()
            yield line_of_offset(text, match.start()), given.removeprefix("return ").strip()
    else:
        owner = re.escape(builder.symbol.container.rpartition(".")[2])
        for match in re.finditer(rf"\b{owner}\.{name}\s*\(\s*(\w+)", text):
            yield line_of_offset(text, match.start()), match[1]
