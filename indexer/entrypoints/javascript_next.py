"""Next.js: pages and route handlers, which are routes by the place where they lie."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, files_in, files_named, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.javascript_modules import LANGUAGES
from indexer.entrypoints.javascript_roles import web_role
from indexer.entrypoints.javascript_text import without_comments
from indexer.entrypoints.manifests import parse_json, table_at
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "javascript"

_APP: Final = re.compile(r"(?:src/)?app/(?:(.+)/)?(page|route)\.[jt]sx?")
_PAGES: Final = re.compile(r"(?:src/)?pages/(.+)\.[jt]sx?")
_INTERCEPTING: Final = re.compile(r"(?:^|/)\(\.{1,3}\)")
"""A segment that shows the page of another address in place, and has no address of its own."""
_BRACES: Final = re.compile(r"(?m)^export\s+(?:const\s+)?\{([^}]*)\}")
_METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the pages and route handlers of the Next.js projects in ``tree``."""
    roots = [file.directory for file in files_named(tree, "package.json") if _uses_next(tree, file)]
    for file in files_in(tree, *LANGUAGES) if roots else ():
        inside = [root for root in roots if not root or file.path.startswith(f"{root}/")]
        if inside:
            root = max(inside, key=len)
            yield from _routes(tree, file, file.path.removeprefix(f"{root}/") if root else file.path)


def _uses_next(tree: SourceTree, file: SourceFile) -> bool:
    package = parse_json(tree.text(file))
    return "next" in table_at(package, "dependencies") or "next" in table_at(package, "devDependencies")


def _routes(tree: SourceTree, file: SourceFile, path: str) -> Iterator[EntryPoint]:
    if (match := _APP.fullmatch(path)) and not _INTERCEPTING.search(path):
        route = _route_of((match[1] or "").split("/"))
        if match[2] == "page":
            yield placed_route(tree, file, route, 1)
        else:
            yield from handlers_of(tree, file, route)
    elif match := _PAGES.fullmatch(path):
        parts = match[1].split("/")
        if not parts[-1].startswith("_") and not parts[-1].endswith(".d"):
            yield placed_route(tree, file, _route_of([*parts[:-1], "" if parts[-1] == "index" else parts[-1]]), 1)


def _route_of(parts: Iterable[str]) -> str:
    """Leave out groups and slots, which take no part in the address."""
    shown = [part for part in parts if part and not re.fullmatch(r"\(.*\)|@.*", part)]
    return "/" + posixpath.join("", *shown)


def handlers_of(tree: SourceTree, file: SourceFile, route: str) -> Iterator[EntryPoint]:
    """Yield one route for each method of HTTP that a file exports a function for."""
    lines = dict(_exported(without_comments(tree.text(file))))
    lines |= {symbol.name: symbol.line for symbol in file.facts.symbols if not symbol.container}
    for method in _METHODS:
        if method in lines:
            yield placed_route(tree, file, f"{method} {route}", lines[method], method)


def _exported(text: str) -> Iterator[tuple[str, int]]:
    """Yield name and line of what a file exports in braces: ``export { GET } from`` and ``export const { GET } =``."""
    for match in _BRACES.finditer(text):
        for stated in match[1].split(","):
            name = re.split(r"\s+as\s+|\s*:\s*", stated.strip())[-1]
            yield name, line_of_offset(text, match.start())


def placed_route(tree: SourceTree, file: SourceFile, name: str, line: int, symbol: str = "") -> EntryPoint:
    """Return a route that a file is by the place where it lies."""
    return make_entry_point(
        ecosystem,
        Kind.HTTP_ROUTE,
        name,
        file,
        line,
        confidence=tiers.CONVENTION,
        evidence=line_at(tree.text(file), line) or file.path,
        symbol=symbol,
        role=web_role(tree, file),
    )
