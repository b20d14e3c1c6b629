"""Routes of Symfony: attributes and annotations of controllers, and the files that configure routing."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import yaml

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import end_of_brackets, literals, parse_arguments
from indexer.entrypoints.base import Kind, files_in, files_named, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.manifests import parse_yaml, yaml_get, yaml_items, yaml_text
from indexer.entrypoints.routing import join_route
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "php"

_ROUTING_FILES: Final = ("routes.yaml", "routes.yml", "routing.yaml", "routing.yml")
_CONTROLLERS: Final = re.compile(r"[Cc]ontroller|attribute|annotation")
_IMPORTS_ANNOTATION: Final = re.compile(r"(?:Annotation|Configuration)\\+Route$|FOS\\+RestBundle")
_COMMENT: Final = re.compile(r"/\*\*.*?\*/", re.DOTALL)
_ANNOTATION: Final = re.compile(r"\*\s*@(?:\w+\\)*Route\(")
_DOCUMENTED: Final = re.compile(
    r"\s*(?:#\[[^\n]*\n\s*)*(?:(?:abstract|final|readonly|public|static)\s+)*(class|function)\s+(\w+)"
)


class _Route(NamedTuple):
    """A route as it is written at a class (``owner`` is empty) or at one of its methods."""

    owner: str
    name: str
    arguments: str
    line: int
    text: str


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the Symfony routes of ``tree``."""
    entries = list(_configured(tree))
    imports = list(_imports(entries))
    for file, line, value in entries:
        yield from _configured_route(file, line, value)
    for file in files_in(tree, "php"):
        routes = [*_attributes(file), *_annotations(tree, file)]
        if routes:
            yield from _composed(file, _prefix_of(file.path, imports), routes)


def _configured(tree: SourceTree) -> Iterator[tuple[SourceFile, int, yaml.Node]]:
    """Yield the entries of the application's files of routes."""
    for file in files_named(tree, *_ROUTING_FILES):
        if posixpath.basename(file.directory) == "config":
            for _, line, value in yaml_items(parse_yaml(tree.text(file))):
                yield file, line, value


def _imports(entries: Iterable[tuple[SourceFile, int, yaml.Node]]) -> Iterator[tuple[str, str]]:
    """Yield the imported places of controllers, as paths in the tree where they are paths, and their prefixes."""
    for file, _, value in entries:
        resource = yaml_get(value, "resource")
        path = yaml_text(yaml_get(resource, "path")) if isinstance(resource, yaml.MappingNode) else yaml_text(resource)
        if isinstance(resource, yaml.MappingNode) or _CONTROLLERS.search(path + yaml_text(yaml_get(value, "type"))):
            place = posixpath.normpath(posixpath.join(file.directory, path)) if path.startswith(".") else ""
            yield place, yaml_text(yaml_get(value, "prefix"))


def _prefix_of(path: str, imports: Iterable[tuple[str, str]]) -> str:
    """Return the prefix of the routes in a file: that of the nearest imported place, else that of all controllers."""
    nearest = max(((place, prefix) for place, prefix in imports if place and _is_in(path, place)), default=None)
    if nearest is not None:
        return nearest[1]
    everywhere = {prefix for place, prefix in imports if not place and prefix}
    return everywhere.pop() if len(everywhere) == 1 else ""


def _is_in(path: str, place: str) -> bool:
    return path == place or path.startswith(f"{place}/")


def _configured_route(file: SourceFile, line: int, value: yaml.Node) -> Iterator[EntryPoint]:
    path = yaml_text(yaml_get(value, "path"))
    controller = yaml_text(yaml_get(value, "controller"))
    controller = controller or yaml_text(yaml_get(yaml_get(value, "defaults"), "_controller"))
    methods = re.split(r"[|\s]+", yaml_text(yaml_get(value, "methods")))
    if path and (controller or any(methods)):
        for method in methods:
            yield _entry(file, f"{method.upper()} {path}".strip(), line, f"path: {path}", controller)


def _attributes(file: SourceFile) -> Iterator[_Route]:
    for item in file.facts.registrations:
        if item.form == "decorator" and item.callee.endswith("Route"):
            owner, _, name = item.target.rpartition(".")
            yield _Route(owner, name, item.arguments, item.line, item.text)


def _annotations(tree: SourceTree, file: SourceFile) -> Iterator[_Route]:
    """Yield the routes that stand in comments, each with the class or method that the comment documents."""
    if not any(_IMPORTS_ANNOTATION.search(imported.module) for imported in file.facts.imports):
        return
    text, owner = tree.text(file), ""
    for comment in _COMMENT.finditer(text):
        documented = _DOCUMENTED.match(text, comment.end())
        if documented is None:
            continue
        is_class = documented[1] == "class"
        owner = documented[2] if is_class else owner
        for match in _ANNOTATION.finditer(text, comment.start(), comment.end()):
            end = end_of_brackets(text, match.end() - 1)
            arguments = re.sub(r"\n\s*\*", "\n", text[match.end() : end - 1])
            line = line_of_offset(text, match.end())
            evidence = line_at(text, line).lstrip("* ")
            yield _Route("" if is_class else owner, documented[2], arguments, line, evidence)


def _composed(file: SourceFile, prefix: str, routes: list[_Route]) -> Iterator[EntryPoint]:
    """Put the routes of methods under those of their classes; one of a class alone is that of its ``__invoke``."""
    of_classes = {route.name: _paths(route) for route in routes if not route.owner}
    owners = {route.owner for route in routes}
    for route in routes:
        if not route.owner and route.name in owners:
            continue
        methods = literals(parse_arguments(route.arguments).keywords.get("methods", "")) or ("",)
        symbol = f"{route.owner}.{route.name}".lstrip(".")
        for before in of_classes.get(route.owner, ("",)):
            for path in _paths(route):
                for method in methods:
                    name = f"{method.upper()} {join_route(prefix, before, path) or '/'}".strip()
                    yield _entry(file, name, route.line, route.text, symbol)


def _paths(route: _Route) -> tuple[str, ...]:
    """Return the paths of a route: one for each language if they are in a list, the empty one if none is given."""
    text = parse_arguments(route.arguments).at(0, "path")
    if not text:
        return ("",)
    return literals(text)[:1] if not text.startswith(("[", "{")) else literals(text)[1::2] or ("",)


def _entry(file: SourceFile, name: str, line: int, evidence: str, symbol: str) -> EntryPoint:
    return make_entry_point(
        ecosystem, Kind.HTTP_ROUTE, name, file, line, confidence=tiers.REGISTERED, evidence=evidence, symbol=symbol
    )
