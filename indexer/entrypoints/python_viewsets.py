"""Routes of Django REST framework: the sets of views that are registered with its routers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import dotted, literal, parse_arguments
from indexer.entrypoints.base import Kind, make_entry_point
from indexer.entrypoints.python_actions import viewset_paths
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.python_urls import django_prefixes, literal_route
from indexer.entrypoints.routing import Mount, RouterKey, Routers
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile

_ROUTER: Final = re.compile(r"(?!API)\w*Router")
_BASES: Final = re.compile(r"class\s+\w+\((.*)\)")
_TAKEN_OVER: Final = re.compile(r"\b(\w+)\.registry\.extend\(\s*([\w.]+)\.registry\b")
_ITS_URLS: Final = re.compile(r"(?m)^[ \t]*urlpatterns[ \t]*\+?=[ \t]*(?:[^=\n]*\+[ \t]*)?(\w+)\.urls\b")


@dataclass(frozen=True, slots=True)
class RegisteredViews:
    """What one call registers with the router at ``router``; its routes end with ``slash``."""

    file: SourceFile
    registration: Registration
    router: RouterKey
    slash: str


def registered_viewsets(modules: PythonModules, routers: Routers, files: Iterable[SourceFile]) -> list[RegisteredViews]:
    """Note the routers of ``files`` and how they are joined, and return what is registered with them."""
    with_routers = [file for file in files if _routers_of(modules, file)]
    modules.tree.preload(with_routers)
    found: list[RegisteredViews] = []
    for file in with_routers:
        made = _routers_of(modules, file)
        for name in made:
            routers.define(RouterKey(file.path, 0, name))
        found.extend(_registered(file, made))
    for file in with_routers:
        _join(modules, routers, file)
    return found


def _routers_of(modules: PythonModules, file: SourceFile) -> dict[str, Registration]:
    """Return the assignments that make a router, by the name that holds it."""
    return {
        item.target: item
        for item in file.facts.registrations
        if item.form == "assignment" and item.target and _is_router(modules, file, item.callee)
    }


def _is_router(modules: PythonModules, file: SourceFile, name: str) -> bool:
    """Tell whether a class is a router by its own name, or by that of its base in the repository."""
    last = name.rpartition(".")[2]
    if _ROUTER.fullmatch(last):
        return True
    for there, rest in [(file, name), *modules.follow(file, name)] if "Router" in last else ():
        bases = (_BASES.match(symbol.signature) for symbol in there.facts.symbols if symbol.name == rest)
        if any(base and _ROUTER.search(base[1]) for base in bases):
            return True
    return False


def _registered(file: SourceFile, made: dict[str, Registration]) -> Iterator[RegisteredViews]:
    for item in file.facts.registrations:
        owner, _, word = item.callee.rpartition(".")
        if item.form == "call" and word == "register" and owner in made:
            without_slash = re.search(r"trailing_slash\s*=\s*False", made[owner].arguments)
            yield RegisteredViews(file, item, RouterKey(file.path, 0, owner), "" if without_slash else "/")


def _join(modules: PythonModules, routers: Routers, file: SourceFile) -> None:
    """Note which routers of a file stand below another, or are the file's patterns themselves."""
    text = modules.tree.text(file)
    for match in _TAKEN_OVER.finditer(text):
        child = _find(modules, routers, file, match[2])
        if child is not None:
            routers.mount(child, Mount(RouterKey(file.path, 0, match[1]), ""), file)
    for match in _ITS_URLS.finditer(text):
        child = _find(modules, routers, file, match[1])
        if child is not None:
            routers.mount(child, Mount(RouterKey(file.path, 0, "urlpatterns"), ""), file)
    for name, made in _routers_of(modules, file).items():
        arguments = parse_arguments(made.arguments)
        parent = _find(modules, routers, file, dotted(arguments.at(0, "parent_router")))
        prefix, lookup = literal(arguments.at(1, "parent_prefix")), literal(arguments.at(2, "lookup")) or "nested_1"
        if "Nested" in made.callee and parent is not None and prefix is not None:
            below = f"{prefix}/<{lookup}_pk>/"
            routers.mount(RouterKey(file.path, 0, name), Mount(parent, below), file)


def _find(modules: PythonModules, routers: Routers, file: SourceFile, name: str) -> RouterKey | None:
    places = [(file, name), *modules.follow(file, name)] if name else []
    found = (routers.find(there.path, (), rest) for there, rest in places)
    return next((key for key in found if key is not None), None)


def viewset_routes(modules: PythonModules, routers: Routers, registered: RegisteredViews) -> Iterator[EntryPoint]:
    """Yield the routes of a set of views: of the collection, of one of its items, and of its extra actions."""
    arguments = parse_arguments(registered.registration.arguments)
    route = literal_route(arguments.at(0, "prefix"), "re_path")
    if route is None:
        return
    view = dotted(arguments.at(1, "viewset"))
    below = [f"{route}{path}{registered.slash}" for path in viewset_paths(modules, registered.file, view)]
    for prefix in django_prefixes(routers, registered.router):
        for path in below:
            yield make_entry_point(
                "python",
                Kind.HTTP_ROUTE,
                f"/{prefix}{path if route else path.removeprefix('/')}",
                registered.file,
                registered.registration.line,
                confidence=tiers.REGISTERED,
                evidence=registered.registration.text,
                symbol=view,
            )
