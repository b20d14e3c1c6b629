"""NestJS: controllers and the routes of their methods."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import literal, literals, parse_arguments
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.entrypoints.javascript_modules import LANGUAGES, imports_any
from indexer.entrypoints.routing import join_route
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "javascript"

_NEST: Final = frozenset({"@nestjs"})
_METHODS: Final = {
    "Get": "GET",
    "Post": "POST",
    "Put": "PUT",
    "Delete": "DELETE",
    "Patch": "PATCH",
    "Options": "OPTIONS",
    "Head": "HEAD",
    "All": "ALL",
    "Sse": "GET",
}
_GLOBAL_PREFIX: Final = re.compile(r"\.setGlobalPrefix\(\s*(['\"`][^'\"`]*['\"`])")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the Nest apps and their routes in ``tree``."""
    files = [file for file in files_in(tree, *LANGUAGES) if imports_any(file, _NEST)]
    apps = [(file, item) for file in files for item in file.facts.registrations if _is_app(item)]
    prefix = _global_prefix(tree, [file for file, _ in apps])
    for file, item in apps:
        yield make_entry_point(
            ecosystem,
            Kind.HTTP_APP,
            f"{file.path}:{item.target}",
            file,
            item.line,
            confidence=tiers.REGISTERED,
            evidence=item.text,
            symbol=item.target,
        )
    for file in files:
        yield from _routes(file, prefix)


def _is_app(item: Registration) -> bool:
    return item.form == "assignment" and item.callee == "NestFactory.create"


def _global_prefix(tree: SourceTree, files: list[SourceFile]) -> str:
    """Return the prefix of all routes, when the repository holds one app."""
    found = {match[1] for file in files for match in _GLOBAL_PREFIX.finditer(tree.text(file))}
    return (literal(found.pop()) or "") if len(found) == 1 and len(files) == 1 else ""


def _routes(file: SourceFile, prefix: str) -> Iterator[EntryPoint]:
    decorators = [item for item in file.facts.registrations if item.form == "decorator"]
    controllers = {item.target: _paths(item) for item in decorators if item.callee == "Controller"}
    for item in decorators:
        container = item.target.rpartition(".")[0]
        if item.callee not in _METHODS or container not in controllers:
            continue
        for outer in controllers[container]:
            for inner in _paths(item):
                yield make_entry_point(
                    ecosystem,
                    Kind.HTTP_ROUTE,
                    f"{_METHODS[item.callee]} {join_route(prefix, outer, inner) or '/'}",
                    file,
                    item.line,
                    confidence=tiers.REGISTERED,
                    evidence=item.text,
                    symbol=item.target,
                )


def _paths(item: Registration) -> tuple[str, ...]:
    """Return the paths a decorator states: a string, a list of them, or ``path`` of an object."""
    first = parse_arguments(item.arguments).at(0)
    if first.startswith("{"):
        first = parse_arguments(first[1:-1]).keywords.get("path", "")
    return tuple(path.strip("/") for path in literals(first)) or ("",)
