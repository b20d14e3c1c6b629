"""Controllers that are classes with decorators, outside NestJS: routing-controllers, tsoa, Inversify and their like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import literals, parse_arguments
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.entrypoints.javascript_modules import LANGUAGES, JavaScriptModules, imports_any
from indexer.entrypoints.javascript_settings import text_of
from indexer.entrypoints.routing import join_route
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "javascript"

_PACKAGES: Final = frozenset(
    "routing-controllers inversify-express-utils tsoa @tsoa @overnightjs @tsed @midwayjs".split()
)
_CONTROLLERS: Final = frozenset("Controller JsonController controller Route".split())
_METHOD: Final = re.compile(r"(?:http)?(Get|Post|Put|Patch|Delete|Head|Options|All)")
_PREFIX: Final = re.compile(r"\b(?:routePrefix|globalPrefix)\s*:\s*([^\n,}]+)")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the routes of decorated controllers in ``tree``."""
    modules = JavaScriptModules(tree)
    files = [file for file in files_in(tree, *LANGUAGES) if imports_any(file, _PACKAGES)]
    tree.preload(files)
    prefix = _prefix_of_all(modules, files)
    for file in files:
        yield from _routes(modules, file, prefix)


def _prefix_of_all(modules: JavaScriptModules, files: Iterable[SourceFile]) -> str:
    """Return the prefix that the server puts before every route."""
    found = {text_of(modules, file, given) for file in files for given in _PREFIX.findall(modules.code(file))}
    return (found.pop() or "") if len(found) == 1 else ""


def _routes(modules: JavaScriptModules, file: SourceFile, prefix: str) -> Iterator[EntryPoint]:
    decorators = [item for item in file.facts.registrations if item.form == "decorator"]
    controllers = {item.target: item for item in decorators if item.callee in _CONTROLLERS}
    for item in decorators:
        method = _METHOD.fullmatch(item.callee)
        controller = controllers.get(item.target.rpartition(".")[0])
        if method is None or controller is None:
            continue
        for outer in _paths(modules, file, controller):
            for inner in _paths(modules, file, item):
                yield make_entry_point(
                    ecosystem,
                    Kind.HTTP_ROUTE,
                    f"{method[1].upper()} {join_route(prefix, outer, inner.strip('/')) or '/'}",
                    file,
                    item.line,
                    confidence=tiers.REGISTERED,
                    evidence=item.text,
                    symbol=item.target,
                )


def _paths(modules: JavaScriptModules, file: SourceFile, item: Registration) -> tuple[str, ...]:
    first = parse_arguments(item.arguments).at(0)
    return literals(first) if first.startswith("[") else (text_of(modules, file, first) or "",)
