"""Routes of Sinatra's applications, and of those that declare routes in its manner with a module of their own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import literal, literals, parse_arguments
from indexer.entrypoints.base import Kind, files_in, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.routing import join_route
from indexer.entrypoints.ruby_classes import descendants
from indexer.facts import EntryPoint, Symbol
from indexer.tree import SourceFile, SourceTree

ecosystem = "ruby"


_VERBS: Final = frozenset({"get", "post", "put", "patch", "delete", "options"})
_LOOP: Final = re.compile(
    r"(?P<kind>%w)?[\[({](?P<paths>[^\])}]*)[\])}]\.each\s+do\s+\|\s*(?P<name>\w+)\s*\|\s*\n"
    r"\s*(?P<verb>get|post|put|patch|delete|options)[ (]\s*(?P<path>\w+|\"[^\"\n]*\")[ ,)]"
)
"""A list of paths, each of which the first statement of a block routes."""

_DECLARES: Final = re.compile(r"(?m)^\s*def\s+(get|post|put|patch|delete)\(\s*\w+\s*(?:,[^)&\n]{0,80})?,\s*&")
_APPLICATIONS: Final = frozenset({"Sinatra::Base", "Sinatra::Application"})


class _Namespace(NamedTuple):
    """The lines of a block and what it puts before the paths in it."""

    first: int
    last: int
    prefix: str


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the routes of the Sinatra applications in ``tree``."""
    applications = descendants(tree, _APPLICATIONS)
    routers = _routers(tree)
    for file in files_in(tree, "ruby"):
        if not any(item.callee in _VERBS for item in file.facts.registrations):
            continue
        if _is_sinatra(file, applications) or (routers and routers.search(tree.text(file))):
            namespaces = list(_namespaces(tree, file))
            yield from _routes(namespaces, file)
            yield from _repeated(namespaces, tree, file)


def _is_sinatra(file: SourceFile, applications: frozenset[str]) -> bool:
    if any(imported.module.partition("/")[0] == "sinatra" for imported in file.facts.imports):
        return True
    return any(symbol.kind == "class" and symbol.name in applications for symbol in file.facts.symbols)


def _routers(tree: SourceTree) -> re.Pattern[str] | None:
    """Return how a class takes a module of the repository that declares a route by its path and a block."""
    names = {
        symbol.name.rpartition("::")[2]
        for file in files_in(tree, "ruby")
        for symbol in file.facts.symbols
        if symbol.kind == "module" and len(_declared_verbs(tree, file, symbol)) > 1
    }
    return re.compile(rf"(?m)^\s*extend\s+(?:\w+::)*(?:{'|'.join(sorted(names))})\s*$") if names else None


def _declared_verbs(tree: SourceTree, file: SourceFile, module: Symbol) -> set[str]:
    if not any(symbol.name in _VERBS for symbol in file.facts.symbols):
        return set()
    body = "\n".join(tree.text(file).splitlines()[module.line - 1 : module.end_line])
    return {match[1] for match in _DECLARES.finditer(body)}


def _routes(namespaces: list[_Namespace], file: SourceFile) -> Iterator[EntryPoint]:
    for item in file.facts.registrations:
        path = literal(parse_arguments(item.arguments).at(0)) if item.callee in _VERBS else None
        if path is not None and "#{" in path:
            continue
        if item.form == "call" and path is not None and (path.startswith("/") or (not path and namespaces)):
            yield _route(namespaces, file, item.callee, path, item.line, item.text)


def _repeated(namespaces: list[_Namespace], tree: SourceTree, file: SourceFile) -> Iterator[EntryPoint]:
    """Yield the routes that a loop over their paths makes."""
    text = tree.text(file)
    for match in _LOOP.finditer(text):
        paths = match["paths"].split() if match["kind"] else literals(match["paths"])
        line = line_of_offset(text, match.start("verb"))
        for path in paths:
            whole = match["path"].strip('"').replace(f"#{{{match['name']}}}", path)
            whole = path if whole == match["name"] else whole
            if whole.startswith("/") and "#{" not in whole:
                yield _route(namespaces, file, match["verb"], whole, line, line_at(text, line))


def _route(
    namespaces: list[_Namespace], file: SourceFile, verb: str, path: str, line: int, evidence: str
) -> EntryPoint:
    around = (found.prefix for found in namespaces if found.first < line < found.last)
    return make_entry_point(
        ecosystem,
        Kind.HTTP_ROUTE,
        f"{verb.upper()} {join_route(*around, path) or '/'}",
        file,
        line,
        confidence=tiers.REGISTERED,
        evidence=evidence,
    )


def _namespaces(tree: SourceTree, file: SourceFile) -> Iterator[_Namespace]:
    """Yield each namespace; its end stands as far in as its beginning."""
    lines = tree.text(file).splitlines()
    for item in file.facts.registrations:
        prefix = literal(parse_arguments(item.arguments).at(0)) if item.callee == "namespace" else None
        if prefix is None or item.line > len(lines):
            continue
        indented = len(lines[item.line - 1]) - len(lines[item.line - 1].lstrip())
        closes = re.compile(rf"\s{{{indented}}}end\b")
        last = next((number for number in range(item.line + 1, len(lines) + 1) if closes.match(lines[number - 1])), 0)
        yield _Namespace(item.line, last, prefix)
