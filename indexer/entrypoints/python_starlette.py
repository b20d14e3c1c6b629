"""Starlette's lists of routes: ``Route`` and ``Mount`` inside lists, which other lists and apps mount."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints.arguments import Arguments, dotted, end_of_brackets, literal, parse_arguments
from indexer.entrypoints.base import line_of_offset
from indexer.entrypoints.comments import without_python_comments
from indexer.entrypoints.python_calls import WebCall, find_router
from indexer.entrypoints.python_classes import is_made_of
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.routing import Mount, RouterKey, Routers, join_route
from indexer.tree import SourceFile

_ROUTE: Final = re.compile(r"Route|WebSocketRoute|APIRoute|APIWebSocketRoute")
_HOLDS: Final = re.compile(r"(?m)^[ \t]*(\w+)[ \t]*(?::[^=\n]+)?\+?=[ \t]*(?:[\w.]+[ \t]*)?([\[(])")


@dataclass(frozen=True, slots=True)
class RouteLists:
    """Tells which list a route stands in; what it has worked out for a file it keeps."""

    modules: PythonModules
    routers: Routers
    _holders: dict[str, list[tuple[int, int, str]]] = field(default_factory=dict)
    _mounts: dict[str, list[tuple[int, int, str]]] = field(default_factory=dict)

    def is_route(self, call: WebCall) -> bool:
        """Tell whether a call makes a route of a list, if only as a class made of Starlette's."""
        if call.registration.form != "call" or call.owner or not call.method.endswith("Route"):
            return False
        return is_made_of(self.modules, call.file, call.method, _ROUTE)

    def mount(self, call: WebCall) -> None:
        """Note what ``Mount("/x", routes=there)`` or ``app = Starlette(routes=there)`` puts under another list."""
        made = call.registration.form == "assignment"
        parent = call.target_key if made else self._list_at(call)
        prefix = "" if made else literal(call.arguments.at(0, "path")) or ""
        if not made:
            prefix = join_route(*self._around(call.file, call.registration.line, strictly=True), prefix)
        child = find_router(self.modules, self.routers, call, _mounted(call.arguments))
        if child is not None and child != parent:
            self.routers.mount(child, Mount(parent, prefix), call.file)

    def define(self, call: WebCall) -> None:
        """Note the list that a route stands in."""
        if (key := self._list_at(call)) is not None:
            self.routers.define(key)

    def prefixes(self, call: WebCall) -> tuple[str, ...]:
        """Return what stands before a route: the mounts around it, and all above the list it stands in."""
        around = join_route(*self._around(call.file, call.registration.line))
        return tuple(join_route(prefix, around) for prefix in self.routers.prefixes(self._list_at(call)))

    def _list_at(self, call: WebCall) -> RouterKey | None:
        """Return the variable whose list, app or router is being made at the line of the call."""
        line = call.registration.line
        around = [span for span in self._spans(call.file) if span[0] <= line <= span[1]]
        if not around:
            return None
        name = max(around)[2]
        known = self.routers.find(call.file.path, call.scopes, name)
        return known or RouterKey(call.file.path, call.scopes[0] if call.scopes else 0, name)

    def _spans(self, file: SourceFile) -> list[tuple[int, int, str]]:
        if file.path not in self._holders:
            self._holders[file.path] = _assigned(without_python_comments(self.modules.tree.text(file)))
        return self._holders[file.path]

    def _around(self, file: SourceFile, line: int, *, strictly: bool = False) -> list[str]:
        """Return the paths of the mounts whose own lists hold the line, outermost first."""
        if file.path not in self._mounts:
            self._mounts[file.path] = _inline_mounts(without_python_comments(self.modules.tree.text(file)), file)
        return [
            path
            for first, last, path in self._mounts[file.path]
            if first <= line <= last and not (strictly and first == line)
        ]


def _mounted(arguments: Arguments) -> str:
    """Return the name of the list, router or app that is mounted."""
    given = arguments.keywords.get("routes") or arguments.at(1, "app")
    inside = re.match(r"[\w.]+\(", given)
    if inside and "routes" in (made := parse_arguments(given[inside.end() : -1]).keywords):
        given = made["routes"]
    return dotted(given)


def _assigned(text: str) -> list[tuple[int, int, str]]:
    """Return first line, last line and variable of everything in brackets that is assigned."""
    return [
        (
            line_of_offset(text, match.start(1)),
            line_of_offset(text, end_of_brackets(text, match.start(2)) - 1),
            match[1],
        )
        for match in _HOLDS.finditer(text)
    ]


def _inline_mounts(text: str, file: SourceFile) -> list[tuple[int, int, str]]:
    """Return first line, last line and path of every mount that is written with its routes."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for item in file.facts.registrations:
        if item.form == "call" and item.callee == "Mount" and item.line < len(starts):
            opening = text.find("(", text.find("Mount", starts[item.line - 1]))
            last = text.count("\n", 0, end_of_brackets(text, opening)) + 1 if opening >= 0 else item.line
            path = literal(parse_arguments(item.arguments).at(0, "path"))
            found.append((item.line, last, path or ""))
    return found
