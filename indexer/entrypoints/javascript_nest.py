"""NestJS: apps, controllers and the routes of their methods."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import dotted, literals, parse_arguments
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.entrypoints.javascript_modules import LANGUAGES, JavaScriptModules, imports_any
from indexer.entrypoints.javascript_nest_decorators import Composed, composed_decorators, expanded
from indexer.entrypoints.javascript_nest_sites import NEUTRAL, Site, module_prefixes, site_of, sites_of
from indexer.entrypoints.javascript_roles import web_role
from indexer.entrypoints.javascript_settings import text_of
from indexer.entrypoints.javascript_text import without_comments
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
_SERVING: Final = re.compile(r"\.(?:listen|listenAsync|init|getHttpAdapter|setGlobalPrefix|enableVersioning)\(")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the Nest apps and their routes in ``tree``."""
    modules = JavaScriptModules(tree)
    files = [file for file in files_in(tree, *LANGUAGES) if imports_any(file, _NEST)]
    tree.preload(files)
    apps = [(file, item) for file in files for item in file.facts.registrations if _is_app(tree, file, item)]
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
            role=web_role(tree, file),
        )
    sites = sites_of(modules, [file for file, _ in apps], files)
    prefixes = module_prefixes(tree, files)
    composed = composed_decorators(tree, files)
    for file in _controlling(tree, composed) if composed else files:
        yield from _routes(modules, file, site_of(sites, file), prefixes, composed)


def _controlling(tree: SourceTree, composed: Mapping[str, Composed]) -> list[SourceFile]:
    """Return the files that may hold controllers: with decorators of the project's own, they need not import Nest."""
    names = composed.keys() | {"Controller"}
    return [
        file
        for file in files_in(tree, *LANGUAGES)
        if any(item.form == "decorator" and item.callee in names for item in file.facts.registrations)
    ]


def _is_app(tree: SourceTree, file: SourceFile, item: Registration) -> bool:
    """Tell whether an assignment makes an app that serves: a seeder makes one for its services alone."""
    made = item.form == "assignment" and re.fullmatch(r"NestFactory\.create(?:<.*>)?", item.callee)
    return bool(made) and bool(_SERVING.search(without_comments(tree.text(file))))


def _routes(
    modules: JavaScriptModules,
    file: SourceFile,
    site: Site,
    prefixes: Mapping[str, tuple[str, ...]],
    composed: Mapping[str, Composed],
) -> Iterator[EntryPoint]:
    decorators = [expanded(item, composed) for item in file.facts.registrations if item.form == "decorator"]
    controllers = {item.target: item for item in decorators if item.callee == "Controller"}
    own_versions = {item.target: _versions(item.arguments) for item in decorators if item.callee == "Version"}
    for item in decorators:
        container = item.target.rpartition(".")[0]
        if item.callee not in _METHODS or container not in controllers:
            continue
        controller = controllers[container]
        versions = own_versions.get(item.target) or _versions(_option(controller, "version")) or site.default_versions
        for path in _composed(modules, file, controller, item, prefixes.get(container, ("",))):
            for version in site.versions(versions):
                yield make_entry_point(
                    ecosystem,
                    Kind.HTTP_ROUTE,
                    f"{_METHODS[item.callee]} {site.address(path, version)}",
                    file,
                    item.line,
                    confidence=tiers.REGISTERED,
                    evidence=item.text,
                    symbol=item.target,
                    role=web_role(modules.tree, file),
                )


def _composed(
    modules: JavaScriptModules,
    file: SourceFile,
    controller: Registration,
    method: Registration,
    prefixes: tuple[str, ...],
) -> Iterator[str]:
    for prefix in prefixes:
        for outer in _paths(modules, file, controller):
            for inner in _paths(modules, file, method):
                yield join_route(prefix, outer, inner)


def _paths(modules: JavaScriptModules, file: SourceFile, item: Registration) -> tuple[str, ...]:
    """Return the paths a decorator states: a text, a list of them, or ``path`` of an object."""
    first = parse_arguments(item.arguments).at(0)
    if first.startswith("{"):
        first = _option(item, "path")
    if first.startswith("["):
        return tuple(path.strip("/") for path in literals(first)) or ("",)
    return ((text_of(modules, file, first) or "").strip("/"),)


def _option(item: Registration, name: str) -> str:
    first = parse_arguments(item.arguments).at(0)
    return parse_arguments(first[1:-1]).keywords.get(name, "") if first.startswith("{") else ""


def _versions(expression: str) -> tuple[str, ...]:
    """Return the versions that an expression lists; a neutral one is empty."""
    found = literals(expression)
    neutral = NEUTRAL in expression or (dotted(expression) and dotted(expression).endswith(NEUTRAL))
    return (*found, *([""] if neutral else []))
