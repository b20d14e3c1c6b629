"""Routes of Go's web frameworks (gin, echo, chi, fiber, gorilla) and of net/http, with the groups around them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import dotted
from indexer.entrypoints.base import Kind, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.go_closure_routes import closure_routes
from indexer.entrypoints.go_closures import closure_files
from indexer.entrypoints.go_routers import read_calls
from indexer.entrypoints.go_web import Call, Web, chain_prefix, find_router, web_files
from indexer.entrypoints.go_wrapped_routes import wrapped_routes
from indexer.entrypoints.routing import Routers, join_route
from indexer.entrypoints.spans import chain_after, last_line
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "go"

_METHODS: Final = frozenset("GET POST PUT PATCH DELETE HEAD OPTIONS CONNECT TRACE".split())
_TITLED: Final = {**{method.title(): method for method in _METHODS}, "Any": "ALL", "All": "ALL", "Del": "DELETE"}
_BY_METHOD: Final = frozenset({"Handle", "Handler", "HandlerFunc", "Method", "MethodFunc", "Add"})
_PATTERN: Final = re.compile(r"(?:([A-Z]+)\s+)?[\w.\-]*(/.*)")
_WHOLE: Final = re.compile(r"()()")  # the path of the router itself
_HANDLED: Final = re.compile(r"\.\s*Handler(?:Func)?\(\s*([\w.]*)")
_PATH: Final = re.compile(r"/.*|[\w\-.:*{}]*(?:/[\w\-.:*{}/]*)?")
_MATCHED: Final = re.compile(r"(\w+)\.Match\(\s*\[\]string\{([^}]*)\}\s*,\s*\"([^\"]*)\"")
_LEADS: Final = re.compile(r"(?:https?:)?//")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the routes of the Go servers in ``tree``."""
    closures = closure_files(tree)
    read_there = {file.path for file in closures}
    files = [file for file in web_files(tree) if file.path not in read_there]
    tree.preload([*files, *closures])
    web = Web(tree, Routers(tree))
    calls = read_calls(web, files)
    for call in calls:
        yield from _routes(web, call, [other for other in calls if other.file is call.file])
    for file in files:
        yield from _matched(web, file)
        yield from _wrapped(web, file)
    yield from closure_routes(tree, closures)


def _routes(web: Web, call: Call, beside: list[Call]) -> Iterator[EntryPoint]:
    if call.item.form != "call" or (call.file.path, call.item.line) in web.mounting:
        return
    found = _methods_and_path(web, call, chain_after(web.tree.text(call.file), call.item))
    if found is None:
        return
    methods, path, handler = found
    owner = find_router(web, call, call.owner)
    wrapped = (call.file.directory, call.method) in web.wrappers
    if owner is None and not ((wrapped or _plausible(call)) and path.startswith("/")):
        return
    inner = join_route(*_closure_prefixes(web, call, beside), chain_prefix(call))
    for prefix in web.routers.prefixes(owner):
        # gin and echo keep the slash of a group's own route, the others drop it.
        keeps_slash = call.method in _METHODS or not (prefix or inner)
        route = join_route(prefix, inner, path if path != "/" or keeps_slash else "") or "/"
        for method in methods:
            yield _entry(call.file, call.item.line, call.item.text, f"{method} {route}".strip(), dotted(handler))


def _entry(file: SourceFile, line: int, evidence: str, name: str, symbol: str) -> EntryPoint:
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


def _matched(web: Web, file: SourceFile) -> Iterator[EntryPoint]:
    """Yield the routes of ``r.Match([]string{"GET", "HEAD"}, "/health", handler)``."""
    text = web.tree.text(file)
    for match in _MATCHED.finditer(text):
        line = line_of_offset(text, match.start())
        around = [
            symbol.line
            for symbol in file.facts.symbols
            if symbol.kind in {"function", "method"} and symbol.line <= line <= symbol.end_line
        ]
        owner = web.routers.find(file.path, sorted(around, reverse=True), match[1])
        for prefix in web.routers.prefixes(owner) if owner else ():
            for method in _methods_in(match[2]):
                name = f"{method} {join_route(prefix, match[3]) or '/'}"
                yield _entry(file, line, line_at(text, line), name, "")


def _wrapped(web: Web, file: SourceFile) -> Iterator[EntryPoint]:
    for pattern, line in wrapped_routes(web.tree, file, web.constants):
        if found := _PATTERN.fullmatch(pattern):
            name = f"{found[1] or ''} {found[2]}".strip()
            yield _entry(file, line, line_at(web.tree.text(file), line), name, "")


def _methods_in(text: str) -> list[str]:
    """Return the methods in ``"GET", http.MethodPost``."""
    return [word for word in re.findall(r"[A-Z]+", text.replace("Method", "").upper()) if word in _METHODS]


def _methods_and_path(web: Web, call: Call, chain: str) -> tuple[list[str], str, str] | None:
    """Return methods (one empty for any), path and handler of the route that a call registers, None if it does not.

    ``chain`` is what is called on its result.
    """
    if call.method in {"PathPrefix", "Path"}:
        handler = _HANDLED.search(chain)
        path = web.path(call)
        return (_stated_methods(call, chain), path, handler[1]) if handler and path is not None else None
    positional = call.arguments.positional
    # A router's own method in capitals may do without a handler: what answers is what the group uses.
    bare = call.method in _METHODS and find_router(web, call, call.owner) is not None
    first = web.path(call) if len(positional) > 1 or bare else None
    if first is None or _LEADS.match(first):
        return None
    method = call.method
    if method in _BY_METHOD and first.upper() in _METHODS and positional[2:]:
        path = web.path(call, 1)
        return ([first.upper()], path, positional[-1]) if path is not None else None
    if method in _METHODS or method in _TITLED:
        return ([_TITLED.get(method, method)], first, positional[-1]) if _PATH.fullmatch(first) else None
    pattern = _PATTERN.fullmatch(first) or _WHOLE.fullmatch(first)
    if method in {"Handle", "HandleFunc", "HandlerFunc", "Handler"} and pattern:
        stated = _stated_methods(call, chain)
        return stated if stated != [""] else [pattern[1] or ""], pattern[2], positional[1]
    return None


def _stated_methods(call: Call, chain: str) -> list[str]:
    """Return the methods that gorilla's chain states before or behind the call, one empty when it does not."""
    before = "".join(link for link in call.links[:-1] if link.startswith("Methods("))
    stated = re.search(r"\bMethods\(([^)]*)\)", before + chain)
    return (_methods_in(stated[1]) if stated else []) or [""]


def _plausible(call: Call) -> bool:
    """Tell whether a call on an unknown object registers a route: the file's framework has that method."""
    imported = " ".join(item.module for item in call.file.facts.imports)
    if call.method in _METHODS or call.method in {"Any", "Add"}:
        return re.search(r"gin-gonic/gin|labstack/echo|httprouter|iris", imported) is not None
    if call.method in _TITLED or call.method in {"All", "Method", "MethodFunc"}:
        return re.search(r"go-chi/chi|gofiber/fiber|iris", imported) is not None and call.owner not in {
            "http",
            "client",
        }
    return True


def _closure_prefixes(web: Web, call: Call, beside: list[Call]) -> Iterator[str]:
    """Yield the prefixes of the ``Route("/x", func(r) {...})`` calls around the call, outermost first."""
    for outer in beside:
        if outer is call or outer.method != "Route" or not re.search(r"\bfunc\s*\(", outer.arguments.at(1)):
            continue
        end = last_line(web.tree.text(call.file), outer.item)
        if outer.item.line < call.item.line <= end or (outer.item.line == call.item.line == end):
            yield web.path(outer) or ""
