"""Django: what urlpatterns route, the server interfaces, and management commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import dotted, end_of_brackets, literal, parse_arguments
from indexer.entrypoints.base import Kind, files_in, line_of_offset, make_entry_point
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.python_viewsets import viewset_paths
from indexer.entrypoints.routing import Mount, RouterKey, Routers
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "python"

_URL_CALLS: Final = frozenset({"path", "re_path", "url"})
_INTERFACES: Final = frozenset({"get_wsgi_application", "get_asgi_application"})
_COMMAND: Final = re.compile(r"(?:^|/)management/commands/([A-Za-z]\w*)\.py$")
_LIST: Final = re.compile(r"(?m)^[ \t]*(\w+)[ \t]*(?::[^=\n]+)?\+?=[ \t]*(?:\w+\()?([\[(])")
_GROUP: Final = re.compile(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")
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
    patterns = [pattern for file in url_files for pattern in _patterns(tree, file)]
    routers = Routers(modules.tree)
    for file in url_files:
        routers.define(RouterKey(file.path, 0, "urlpatterns"))
    for pattern in patterns:
        routers.define(pattern.key)
    viewsets = list(_viewsets(files, routers))
    for pattern in patterns:
        _mount(modules, routers, pattern)
    for pattern in patterns:
        yield from _route(routers, pattern, patterns)
    for file, item, key in viewsets:
        yield from _viewset_route(modules, routers, file, item, key)


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


def _patterns(tree: SourceTree, file: SourceFile) -> Iterator[_Pattern]:
    text = tree.text(file)
    lists = [
        (line_of_offset(text, match.start()), line_of_offset(text, end_of_brackets(text, match.start(2)) - 1), match[1])
        for match in _LIST.finditer(text)
    ]
    starts = _line_starts(text)
    for item in file.facts.registrations:
        word = item.callee.rpartition(".")[2]
        if item.form != "call" or word not in _URL_CALLS:
            continue
        arguments = parse_arguments(item.arguments)
        route = _literal_route(arguments.at(0, "route"), word)
        if route is None:
            continue
        holder = next((name for first, last, name in lists if first <= item.line <= last), "urlpatterns")
        opening = text.find("(", text.find(f"{word}(", starts[item.line - 1]))
        end = line_of_offset(text, end_of_brackets(text, opening) - 1) if opening >= 0 else item.line
        yield _Pattern(file, item, route, arguments.at(1, "view"), end, RouterKey(file.path, 0, holder))


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _literal_route(text: str, word: str) -> str | None:
    translated = re.fullmatch(r"(?:_|gettext_lazy|gettext)\((.*)\)", text, flags=re.DOTALL)
    route = literal(translated[1] if translated else text)
    if route is None or word == "path":
        return route
    return _GROUP.sub(r"<\1>", route).removeprefix("^").removesuffix("$").replace("\\", "").removesuffix("/?") or ""


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
    for prefix in _django_prefixes(routers, pattern.key):
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


def _django_prefixes(routers: Routers, key: RouterKey, seen: frozenset[RouterKey] = frozenset()) -> tuple[str, ...]:
    """Return the prefixes of a list of patterns: Django joins routes as they are, without a slash between them."""
    if key in seen:
        return ()
    found = [
        before + mount.prefix
        for mount in routers.mounts.get(key, ())
        if mount.parent is not None
        for before in _django_prefixes(routers, mount.parent, seen | {key})
    ]
    return tuple(dict.fromkeys(found)) or ("",)


def _viewsets(files: Iterable[SourceFile], routers: Routers) -> Iterator[tuple[SourceFile, Registration, RouterKey]]:
    """Note the routers of Django REST framework, and yield what is registered with them."""
    for file in files:
        if not _imports(file, "rest_framework", "rest_framework_nested"):
            continue
        for item in file.facts.registrations:
            if item.form == "assignment" and item.callee.endswith("Router"):
                routers.define(RouterKey(file.path, 0, item.target))
            elif item.form == "call" and item.callee.endswith(".register"):
                key = RouterKey(file.path, 0, item.callee.removesuffix(".register"))
                if key in routers.own:
                    yield file, item, key


def _viewset_route(
    modules: PythonModules, routers: Routers, file: SourceFile, item: Registration, key: RouterKey
) -> Iterator[EntryPoint]:
    """Yield the routes of a set of views: of the collection, of one of its items, and of its extra actions."""
    arguments = parse_arguments(item.arguments)
    route = _literal_route(arguments.at(0, "prefix"), "re_path")
    made = next((other for other in file.facts.registrations if other.target == key.name), None)
    slash = "" if made and re.search(r"trailing_slash\s*=\s*False", made.arguments) else "/"
    view = dotted(arguments.at(1, "viewset"))
    for prefix in _django_prefixes(routers, key) if route is not None else ():
        for below in viewset_paths(modules, file, view):
            yield make_entry_point(
                ecosystem,
                Kind.HTTP_ROUTE,
                f"/{prefix}{route}{below}{slash}",
                file,
                item.line,
                confidence=tiers.REGISTERED,
                evidence=item.text,
                symbol=view,
            )
