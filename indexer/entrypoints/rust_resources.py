"""actix's resources, which hold a path of their own: ``web::resource("/users").route(web::get().to(list))``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from indexer.entrypoints.arguments import end_of_brackets

_RESOURCE: Final = re.compile(r"(?<![\w.])(?:(?:\w+::)*web::)?resource\(\s*\"([^\"]*)\"\s*\)")
_LINK: Final = re.compile(r"\s*\.\s*(\w+)\s*(?:::<[^<>]*>)?\s*(\()")
_METHODS: Final = frozenset("get post put patch delete head trace".split())
_STATED: Final = re.compile(r"(?:^|[\s:(])(get|post|put|patch|delete|head|trace|to|route)\(")
_HANDLER: Final = re.compile(r"(?:\.\s*|^\s*|::)to\(\s*([\w:]*)")
_TEST_MODULE: Final = re.compile(r"#\[cfg\((?:all\(|any\()?\s*test\b[^\]]*\]\s*(?:pub\s+)?mod\s+\w+\s*(\{)")


class ResourceRoute(NamedTuple):
    """A route of a resource: where the resource stands, its method (empty for any), path and handler."""

    position: int
    method: str
    path: str
    handler: str


def resource_routes(text: str) -> Iterator[ResourceRoute]:
    """Yield the routes of the resources in a text that ``plain`` has been through."""
    for match in _RESOURCE.finditer(text) if "resource(" in text else ():
        position = match.end()
        while link := _LINK.match(text, position):
            position = end_of_brackets(text, link.start(2))
            if found := _method_and_handler(link[1], text[link.end() : position - 1]):
                yield ResourceRoute(match.start(), found[0], match[1], found[1])


def _method_and_handler(name: str, arguments: str) -> tuple[str, str] | None:
    """Return method and handler of ``route(web::get().to(f))``, ``to(f)`` or ``get(f)``, None for another link."""
    if name == "route":
        stated = _STATED.search(arguments)
        handler = _HANDLER.search(arguments)
        method = stated[1] if stated and stated[1] in _METHODS else ""
        return (method.upper(), _function(handler[1] if handler else "")) if stated else None
    if name == "to" or name in _METHODS:
        return ("" if name == "to" else name.upper()), _function(arguments)
    return None


def _function(written: str) -> str:
    match = re.match(r"\s*([A-Za-z_][\w:]*)\s*$", written)
    return match[1] if match else ""


def modules_for_tests(text: str) -> list[tuple[int, int]]:
    """Return the parts of a text that are compiled for tests only."""
    found = _TEST_MODULE.finditer(text) if "#[cfg(" in text else ()
    return [(match.start(), end_of_brackets(text, match.start(1))) for match in found]
