"""Routes of Go's routers whose groups are closures: macaron, flamego, and routers made like them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import end_of_brackets, split_top_level
from indexer.entrypoints.base import Kind, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.go_closures import ClosureFile, read_closures
from indexer.entrypoints.go_constants import Constants
from indexer.entrypoints.routing import Routers, join_route
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "go"

_METHODS: Final = {name: name.upper() for name in "Get Post Put Delete Patch Head Options Connect Trace".split()}
_CALL: Final = re.compile(rf"\b(\w+)\.({'|'.join(_METHODS)}|Any|Combo|Route|Routes|Methods)(\()")
_LINK: Final = re.compile(rf"\s*\.\s*({'|'.join(_METHODS)})(\()")
_LISTED: Final = re.compile(r"[A-Z]+(?:\s*,\s*[A-Z]+)*")


class _Registered(NamedTuple):
    """A method and a path that a call registers at a position."""

    position: int
    method: str
    path: str


def closure_routes(tree: SourceTree, files: Iterable[SourceFile]) -> Iterator[EntryPoint]:
    """Find the routes in ``files``, which are those of ``closure_files``."""
    routers, constants = Routers(tree), Constants(tree)
    for source in read_closures(tree, files, routers):
        for registered in _registered(source, constants):
            place = source.place_at(registered.position)
            for prefix in routers.prefixes(place.parent):
                route = join_route(prefix, place.prefix, registered.path) or "/"
                yield _entry(tree, source, registered, f"{registered.method} {route}")


def _registered(source: ClosureFile, constants: Constants) -> Iterator[_Registered]:
    for match in _CALL.finditer(source.text):
        if match[1] not in source.owners:
            continue
        end = end_of_brackets(source.text, match.start(3))
        arguments = split_top_level(source.text[match.end() : end - 1])
        path = constants.text(source.file, arguments[0]) if arguments else None
        if match[2] in {"Route", "Routes", "Methods"}:
            yield from _with_list(source, constants, match.start(), arguments)
        elif path is None or (path and not path.startswith("/")):
            continue
        elif match[2] == "Combo":
            yield from (_Registered(match.start(), method, path) for method in _combined(source.text, end))
        elif len(arguments) > 1:
            yield _Registered(match.start(), _METHODS.get(match[2], "ALL"), path)


def _with_list(source: ClosureFile, constants: Constants, position: int, arguments: list[str]) -> Iterator[_Registered]:
    """Yield the routes of ``m.Route("/x", "GET,POST", f)``, and of ``m.Methods("GET, POST", "/x", f)``."""
    texts = [constants.text(source.file, argument) for argument in arguments[:2]]
    if not arguments[2:] or None in texts:
        return
    path = next((text for text in texts if text is not None and not _LISTED.fullmatch(text)), None)
    listed = next((text for text in texts if text and _LISTED.fullmatch(text)), "")
    for method in re.findall(r"[A-Z]+", listed) if path is not None else ():
        yield _Registered(position, method, path or "")


def _combined(text: str, position: int) -> Iterator[str]:
    """Yield the methods that are called on a combination which ends at ``position``."""
    while link := _LINK.match(text, position):
        yield _METHODS[link[1]]
        position = end_of_brackets(text, link.start(2))


def _entry(tree: SourceTree, source: ClosureFile, registered: _Registered, name: str) -> EntryPoint:
    line = line_of_offset(source.text, registered.position)
    return make_entry_point(
        ecosystem,
        Kind.HTTP_ROUTE,
        name,
        source.file,
        line,
        confidence=tiers.REGISTERED,
        evidence=line_at(tree.text(source.file), line),
    )
