"""Django: what urlpatterns route, the server interfaces, and management commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import dotted, end_of_brackets, literal, parse_arguments
from indexer.entrypoints.base import Kind, files_in, line_of_offset, make_entry_point
from indexer.entrypoints.comments import without_python_comments
from indexer.entrypoints.python_constants import text_of
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.python_urls import django_prefixes, literal_route
from indexer.entrypoints.python_viewsets import registered_viewsets, viewset_routes
from indexer.entrypoints.routing import Mount, RouterKey, Routers
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "python"

_URL_CALLS: Final = frozenset({"path", "re_path", "url"})
_INTERFACES: Final = frozenset({"get_wsgi_application", "get_asgi_application"})
_COMMAND: Final = re.compile(r"(?:^|/)management/commands/([A-Za-z]\w*)\.py$")
_LIST: Final = re.compile(r"(?m)^[ \t]*(\w+)[ \t]*(?::[^=\n]+)?\+?=[ \t]*(?:\w+\()?([\[(])")
_INCLUDE: Final = re.compile(r"\binclude\s*\(")


@dataclass(frozen=True, slots=True)
class _Pattern:
    """One ``path(...)`` of a list in a urls module; ``end`` is the line where the call closes."""

    file: SourceFile
    registration: Registration
    route: str
    view: str
    end: int
    key: RouterKey


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find what Django starts in ``tree``."""
    modules = PythonModules(tree)
    files = files_in(tree, "python")
    for file in files:
        yield from _command(file)
        yield from _interfaces(modules, file)
    url_files = [file for file in files if _has_urls(file)]
    tree.preload(url_files)
    patterns = [pattern for file in url_files for pattern in _patterns(modules, file)]
    routers = Routers(modules.tree)
    for file in url_files:
        routers.define(RouterKey(file.path, 0, "urlpatterns"))
    for pattern in patterns:
        routers.define(pattern.key)
    viewsets = registered_viewsets(modules, routers, files)
    for pattern in patterns:
        _mount(modules, routers, pattern)
    for pattern in patterns:
        yield from _route(routers, pattern, patterns)
    for registered in viewsets:
        yield from viewset_routes(modules, routers, registered)


def _imports(file: SourceFile, *modules: str) -> bool:
    return any(imported.module.split(".")[0] in modules for imported in file.facts.imports)


def _has_urls(file: SourceFile) -> bool:
    return _imports(file, "django") and any(
        item.form == "call" and item.callee.rpartition(".")[2] in _URL_CALLS for item in file.facts.registrations
    )


def _command(file: SourceFile) -> Iterator[EntryPoint]:
    match = _COMMAND.search(file.path)
    command = next((symbol for symbol in file.facts.symbols if symbol.name == "Command"), None)
    if match and command:
        yield make_entry_point(
            ecosystem,
            Kind.CLI_COMMAND,
            f"python manage.py {match[1]}",
            file,
            command.line,
            confidence=tiers.REGISTERED,
            evidence=command.signature,
            symbol="Command",
        )


def _interfaces(modules: PythonModules, file: SourceFile) -> Iterator[EntryPoint]:
    for item in file.facts.registrations:
        if item.form == "assignment" and item.callee.rpartition(".")[2] in _INTERFACES and _imports(file, "django"):
            yield make_entry_point(
                ecosystem,
                Kind.HTTP_APP,
                f"{modules.name_of(file.path)}:{item.target}",
                file,
                item.line,
                confidence=tiers.REGISTERED,
                evidence=item.text,
                symbol=item.target,
            )


def _patterns(modules: PythonModules, file: SourceFile) -> Iterator[_Pattern]:
    text = without_python_comments(modules.tree.text(file))
    lists = [
        (line_of_offset(text, match.start()), line_of_offset(text, end_of_brackets(text, match.start(2)) - 1), match[1])
        for match in _LIST.finditer(text)
    ]
    starts = _line_starts(text)
    for item in file.facts.registrations:
        word = item.callee.rpartition(".")[2]
        if item.form != "call" or word not in _URL_CALLS or _is_of_admin(file, item.line):
            continue
        arguments = parse_arguments(item.arguments)
        route = literal_route(arguments.at(0, "route"), word)
        if route is None and word == "path":
            route = text_of(modules, file, arguments.at(0, "route"))
        if route is None:
            continue
        holder = next((name for first, last, name in lists if first <= item.line <= last), "urlpatterns")
        opening = text.find("(", text.find(f"{word}(", starts[item.line - 1]))
        end = line_of_offset(text, end_of_brackets(text, opening) - 1) if opening >= 0 else item.line
        yield _Pattern(file, item, route, arguments.at(1, "view"), end, RouterKey(file.path, 0, holder))


def _is_of_admin(file: SourceFile, line: int) -> bool:
    """Tell whether a line adds to the URLs of a part of the admin site, whose own place nothing tells."""
    return any(symbol.name == "get_urls" and symbol.line <= line <= symbol.end_line for symbol in file.facts.symbols)


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _mount(modules: PythonModules, routers: Routers, pattern: _Pattern) -> None:
    """Put what a pattern includes under its route."""
    include = _INCLUDE.match(pattern.view)
    if not include:
        return
    inside = parse_arguments(pattern.view[include.end() : end_of_brackets(pattern.view, include.end() - 1) - 1]).at(0)
    included = parse_arguments(inside[1:-1]).at(0) if inside.startswith("(") else inside
    child = _included(modules, routers, pattern.file, included)
    if child is not None:
        routers.mount(child, Mount(pattern.key, pattern.route), pattern.file)


def _included(modules: PythonModules, routers: Routers, file: SourceFile, text: str) -> RouterKey | None:
    module = literal(text)
    if module is not None:
        found = modules.find(module, file.path)
        return routers.find(found.path, (), "urlpatterns") if found else None
    name = dotted(text).removesuffix(".urls")
    if (key := routers.find(file.path, (), name)) is not None:
        return key
    for there, rest in modules.follow(file, dotted(text)):
        variable = rest.removesuffix(".urls")
        if (key := routers.find(there.path, (), variable or "urlpatterns")) is not None:
            return key
    return None


def _route(routers: Routers, pattern: _Pattern, patterns: list[_Pattern]) -> Iterator[EntryPoint]:
    includes = _INCLUDE.match(pattern.view) is not None
    if includes and (_is_inline(pattern) or _is_mounted(routers, pattern)):
        return
    line = pattern.registration.line
    around = "".join(
        outer.route
        for outer in patterns
        if outer.file is pattern.file
        and outer is not pattern
        and _is_inline(outer)
        and outer.registration.line <= line <= outer.end
        and outer.end >= pattern.end
        and (outer.registration.line, -outer.end) < (line, -pattern.end)
    )
    for prefix in django_prefixes(routers, pattern.key):
        yield make_entry_point(
            ecosystem,
            Kind.HTTP_ROUTE,
            f"/{prefix}{around}{pattern.route}",
            pattern.file,
            line,
            confidence=tiers.CONVENTION if includes else tiers.REGISTERED,
            evidence=pattern.registration.text,
            symbol=dotted(re.sub(r"\.as_view\(.*", "", pattern.view, flags=re.DOTALL)),
        )


def _is_inline(pattern: _Pattern) -> bool:
    return re.match(r"include\s*\(\s*\(?\s*\[", pattern.view) is not None


def _is_mounted(routers: Routers, pattern: _Pattern) -> bool:
    return any(
        mount.parent == pattern.key and mount.prefix == pattern.route
        for mounts in routers.mounts.values()
        for mount in mounts
    )
