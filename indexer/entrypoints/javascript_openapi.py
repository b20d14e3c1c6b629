"""Hono's routes that are described as objects: ``createRoute({ method, path })`` and ``openapi(route, handler)``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import dotted, literal, parse_arguments
from indexer.entrypoints.base import Kind, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.javascript_calls import Call
from indexer.entrypoints.javascript_modules import LANGUAGES
from indexer.entrypoints.javascript_roles import web_role
from indexer.entrypoints.javascript_routers import Web
from indexer.entrypoints.javascript_settings import text_of
from indexer.entrypoints.javascript_text import calls_in, closing
from indexer.entrypoints.routing import RouterKey, join_route
from indexer.facts import EntryPoint
from indexer.tree import SourceFile

ecosystem = "javascript"

_MADE: Final = re.compile(r"(?:\b([\w$]+)\s*(?::[^=\n]+)?=\s*)?\bcreateRoute\(\s*(?=\{)")


class Definition(NamedTuple):
    """A described route; the variable is empty where the description stands among a call's arguments."""

    variable: str
    line: int
    method: str
    path: str


Definitions = Mapping[str, tuple[Definition, ...]]
"""The described routes by the paths of their files."""


def definitions_of(web: Web, files: Iterable[SourceFile]) -> Definitions:
    """Return the described routes of the files, and of those they import."""
    if not any(item.callee.endswith(".openapi") for file in files for item in file.facts.registrations):
        return {}
    described = [file for language in LANGUAGES for file in web.modules.tree.by_language.get(language, ())]
    described = [file for file in described if any(_names_route(imported.names) for imported in file.facts.imports)]
    web.modules.tree.preload(described)
    return {file.path: tuple(_definitions(web, file)) for file in described}


def _names_route(names: tuple[str, ...]) -> bool:
    return "createRoute" in names


def _definitions(web: Web, file: SourceFile) -> Iterator[Definition]:
    text = web.modules.code(file)
    for match in calls_in(text, _MADE):
        end = closing(text, match.end())
        fields = parse_arguments(text[match.end() + 1 : end - 1]).keywords
        method = literal(fields.get("method", "").removesuffix("as const"))
        path = text_of(web.modules, file, fields.get("path", "").removesuffix("as const"))
        if method and path is not None:
            yield Definition(match[1] or "", line_of_offset(text, match.end()), method.upper(), path)


def routes_of(web: Web, call: Call, owner: RouterKey | None, definitions: Definitions) -> Iterator[EntryPoint]:
    """Yield the route that ``openapi(route, handler)`` registers, where it is described."""
    place = _described(web, call, definitions)
    if place is None:
        return
    file, found = place
    for prefix in web.routers.prefixes(owner):
        path = join_route(prefix, found.path if found.path != "/" or not prefix else "") or "/"
        yield make_entry_point(
            ecosystem,
            Kind.HTTP_ROUTE,
            f"{found.method} {path}",
            file,
            found.line,
            confidence=tiers.REGISTERED,
            evidence=line_at(web.modules.tree.text(file), found.line),
            symbol=dotted(call.arguments.at(1)) or found.variable,
            role=web_role(web.modules.tree, file),
        )


def _described(web: Web, call: Call, definitions: Definitions) -> tuple[SourceFile, Definition] | None:
    first = call.arguments.at(0)
    if first.startswith("createRoute"):
        inline = (one for one in definitions.get(call.file.path, ()) if one.line >= call.registration.line)
        found = min(inline, key=lambda one: one.line, default=None)
        return (call.file, found) if found else None
    place = web.modules.follow(call.file, dotted(first)) or (call.file, dotted(first))
    named = [one for one in definitions.get(place[0].path, ()) if one.variable == place[1]]
    return (place[0], named[0]) if len(named) == 1 else None
