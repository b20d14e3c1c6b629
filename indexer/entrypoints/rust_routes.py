"""Routes of Rust's web frameworks: attributes as in actix and Rocket, routers as in actix and axum."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import dotted, literal, parse_arguments
from indexer.entrypoints.base import Kind, files_in, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.routing import Mount, RouterKey, Routers, join_route
from indexer.entrypoints.rust_packages import package_directory
from indexer.entrypoints.rust_resources import modules_for_tests, resource_routes
from indexer.entrypoints.rust_spans import Span, plain, prefix_at, spans_of, variables_of
from indexer.entrypoints.spans import start_of_line
from indexer.facts import EntryPoint, Registration, Symbol
from indexer.tree import SourceFile, SourceTree

ecosystem = "rust"

_METHODS: Final = frozenset("get post put delete patch head options trace".split())
_FRAMEWORKS: Final = frozenset("axum actix_web rocket poem salvo warp utoipa_axum ntex".split())
_METHOD: Final = re.compile(
    r"(?:^|[.:\s(])(get|post|put|delete|patch|head|options|trace|any|(?<=web::)to)(?:_service)?\(\s*([\w:]*)\s*\)?(?:\s*\.to\(\s*([\w:]+))?"
)
_STATED_METHOD: Final = re.compile(r"\bmethod\s*=\s*\"([A-Z]+)\"")
_MOUNTED: Final = re.compile(r"\.mount\(\s*(\"[^\"]*\")\s*,\s*(?:\w+::)*routes!\[([^\]]*)\]", re.DOTALL)
_SERVICE: Final = re.compile(r"\.service\(\s*([\w:]+)\s*\)")
_HANDED_ON: Final = re.compile(
    r"\.configure\(\s*([\w:]+)\s*\)|\.(?:nest\(\s*\"[^\"]*\"\s*,|merge\(|service\()\s*([\w:]+)\s*([(),])"
)


@dataclass(slots=True)
class _Web:
    """The Rust files that route, the spans of their prefixes, and the functions that make routers."""

    tree: SourceTree
    files: list[SourceFile]
    routers: Routers
    texts: dict[str, str] = field(default_factory=dict)
    spans: dict[str, list[Span]] = field(default_factory=dict)
    variables: dict[str, list[Span]] = field(default_factory=dict)
    attributed: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    tests: dict[str, list[tuple[int, int]]] = field(default_factory=dict)

    def is_test(self, file: SourceFile, position: int) -> bool:
        """Tell whether what stands at a position is compiled for tests only."""
        return any(start <= position < end for start, end in self.tests[file.path])

    def serve(self, file: SourceFile, function: str, prefixes: Iterable[str]) -> None:
        """Note that a file serves a function with a route attribute under ``prefixes``."""
        key = package_directory(self.tree, file), function.rpartition("::")[2]
        self.attributed.setdefault(key, set()).update(prefixes)

    def served_at(self, file: SourceFile, function: str) -> list[str]:
        """Return the prefixes of a function with a route attribute: as its own package serves it, else as any does."""
        own = self.attributed.get((package_directory(self.tree, file), function))
        others = (found for (_, name), found in self.attributed.items() if name == function)
        return sorted(own or set().union(*others) or {""})

    def prefixes(self, file: SourceFile, position: int) -> list[str]:
        """Return the whole prefixes at a position: those of the function around it, and of the spans in it."""
        inner = prefix_at(self.spans[file.path], position)
        return [join_route(outer, inner) for outer in self.routers.prefixes(self.key_at(file, position))]

    def key_at(self, file: SourceFile, position: int) -> RouterKey:
        """Return the key of the function around a position, or of the variable in it that is being made."""
        line = line_of_offset(self.texts[file.path], position)
        around = [symbol.line for symbol in _functions(file) if symbol.line <= line <= symbol.end_line]
        spans = [span for span in self.variables[file.path] if span.start < position < span.end]
        return RouterKey(file.path, max(around, default=0), spans[-1].prefix if spans else "")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the routes of the Rust servers in ``tree``."""
    files = [file for file in files_in(tree, "rust") if _speaks_web(file)]
    tree.preload(files)
    web = _Web(tree, files, Routers(tree))
    for file in files:
        web.texts[file.path] = plain(tree.text(file))
        web.spans[file.path] = spans_of(web.texts[file.path])
        web.tests[file.path] = modules_for_tests(web.texts[file.path])
        web.variables[file.path] = variables_of(web.texts[file.path])
        for symbol in _functions(file):
            web.routers.define(RouterKey(file.path, symbol.line, ""))
        for span in web.variables[file.path]:
            web.routers.define(web.key_at(file, span.start + 1))
    for file in files:
        _note_handed_on(web, file)
    _note_handed_out(web)
    for file in files:
        _note_attributed(web, file)
    for file in files:
        yield from _attributes(web, file)
        yield from _routed(web, file)
        yield from _resources(web, file)


def _speaks_web(file: SourceFile) -> bool:
    if any(re.split(r"::|\.", imported.module)[0] in _FRAMEWORKS for imported in file.facts.imports):
        return True
    return any(
        (item.form == "decorator" and item.callee.rpartition("::")[0] in _FRAMEWORKS)
        or (item.form == "call" and item.callee.startswith(("web::", "actix_web::", "rocket::", "axum::")))
        for item in file.facts.registrations
    )


def _functions(file: SourceFile) -> Iterator[Symbol]:
    return (symbol for symbol in file.facts.symbols if symbol.kind in {"function", "method"})


def _note_handed_on(web: _Web, file: SourceFile) -> None:
    """Mount the routes of a function or a variable where ``configure``, ``nest``, ``merge``, ``service`` put it."""
    for match in _HANDED_ON.finditer(web.texts[file.path]):
        parent, handed = web.key_at(file, match.start()), match[1] or match[2]
        called = match[1] is not None or match[3] == "("
        child = _function(web, handed, file) if called else web.routers.find(file.path, (parent.scope,), handed)
        if child is None and not called:
            child = _kept_result(web, handed, file, match.start())
        if child is not None:
            # What the brackets of a nest enclose begins behind its prefix.
            prefix = prefix_at(web.spans[file.path], match.end() - 1)
            web.routers.mount(child, Mount(parent, prefix), file)


def _kept_result(web: _Web, name: str, file: SourceFile, position: int) -> RouterKey | None:
    """Return the function whose result a variable keeps: ``let users = users::routes(state);``."""
    kept = re.compile(rf"\blet\s+(?:mut\s+)?{re.escape(name)}\b[^=;]*=\s*([\w:]+)\(")
    found = list(kept.finditer(web.texts[file.path], 0, position))
    return _function(web, found[-1][1], file) if found else None


def _note_handed_out(web: _Web) -> None:
    """Mount a variable that nothing takes where the function that makes it is mounted: that one hands it out."""
    for key in sorted(web.routers.own):
        if key.name and key not in web.routers.mounts:
            web.routers.mounts[key] = [Mount(RouterKey(key.path, key.scope, ""), "")]


def _function(web: _Web, path: str, file: SourceFile) -> RouterKey | None:
    *modules, name = path.split("::")
    places = [(other, symbol) for other in web.files for symbol in _functions(other) if symbol.name == name]
    here = [place for place in places if place[0] is file] if not modules else []
    typed = [place for place in places if modules and modules[-1] == place[1].container.rpartition(".")[2]]
    named = [place for place in places if modules and modules[-1] in _module_names(place[0])]
    for candidates in (here, typed, named, places):
        if len(candidates) == 1:
            return RouterKey(candidates[0][0].path, candidates[0][1].line, "")
    return None


def _module_names(file: SourceFile) -> set[str]:
    return {file.name.removesuffix(".rs"), file.directory.rpartition("/")[2]}


def _note_attributed(web: _Web, file: SourceFile) -> None:
    """Note where functions with a route attribute are served, by the name of the function."""
    text = web.texts[file.path]
    for match in _MOUNTED.finditer(text):
        for name in re.findall(r"[\w:]+", match[2]):
            web.serve(file, name, [literal(match[1]) or ""])
    for match in _SERVICE.finditer(text):
        if not web.is_test(file, match.start()):
            web.serve(file, match[1], web.prefixes(file, match.start()))


def _attributes(web: _Web, file: SourceFile) -> Iterator[EntryPoint]:
    for item in file.facts.registrations:
        method = item.callee.rpartition("::")[2]
        path = literal(parse_arguments(item.arguments).at(0)) if item.form == "decorator" else None
        methods = _STATED_METHOD.findall(item.arguments) if method == "route" else [method.upper()]
        if method not in {*_METHODS, "route"} or path is None or not path.startswith(("/", "<")) or not item.target:
            continue
        for prefix in web.served_at(file, item.target.rpartition(".")[2]):
            for stated in methods:
                yield _entry(file, item, stated, join_route(prefix, path.partition("?")[0]), item.target)


def _routed(web: _Web, file: SourceFile) -> Iterator[EntryPoint]:
    text = web.texts[file.path]
    position, line = 0, 0
    for item in file.facts.registrations:
        if item.form != "call" or not item.callee.endswith(".route"):
            continue
        position = position if item.line == line else start_of_line(text, item.line)
        found = text.find(".route(", position)
        position, line = (found + 1 if found >= 0 else position), item.line
        if web.is_test(file, position):
            continue
        arguments = parse_arguments(item.arguments)
        path = literal(arguments.at(0))
        handler = arguments.at(0) if path is None else arguments.at(1)
        for prefix in web.prefixes(file, position):
            for method, function, handed in _METHOD.findall(handler):
                route = join_route(prefix, path if path and (path != "/" or not prefix) else "")
                stated = {"any": "ALL", "to": ""}.get(method, method.upper())
                yield _entry(file, item, stated, route, dotted(handed or function))


def _resources(web: _Web, file: SourceFile) -> Iterator[EntryPoint]:
    text = web.texts[file.path]
    for route in resource_routes(text):
        if web.is_test(file, route.position):
            continue
        line = line_of_offset(text, route.position)
        evidence = line_at(text, line)
        for prefix in web.prefixes(file, route.position):
            path = join_route(prefix, route.path if route.path != "/" or not prefix else "") or "/"
            yield _route(file, line, evidence, f"{route.method} {path}".strip(), dotted(route.handler))


def _entry(file: SourceFile, item: Registration, method: str, route: str, symbol: str) -> EntryPoint:
    return _route(file, item.line, item.text, f"{method} {route or '/'}".strip(), symbol)


def _route(file: SourceFile, line: int, evidence: str, name: str, symbol: str) -> EntryPoint:
    return make_entry_point(
        ecosystem,
        Kind.HTTP_ROUTE,
        name,
        file,
        line,
        confidence=tiers.REGISTERED,
        evidence=evidence,
        symbol=symbol,
    )
