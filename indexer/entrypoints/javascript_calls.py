"""A call that may register a route or put a router under another, and the router it is made on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints.arguments import Arguments, dotted
from indexer.entrypoints.javascript_modules import DEFAULT
from indexer.entrypoints.javascript_routers import HANDED_IN, Web
from indexer.entrypoints.routing import RouterKey
from indexer.facts import Registration
from indexer.tree import SourceFile

REQUIRED: Final = re.compile(
    r"(?:await\s+)?(?:require|import)\(\s*['\"]([^'\"]+)['\"]\s*\)(?:\.(?:default|\w+))?(?:\(.*\))?$", re.DOTALL
)
_ACCESSOR: Final = re.compile(
    r"(?:\.(?:routes|middleware|router|getRouter|callback|fetch))?\(.*\)$|\.fetch$", re.DOTALL
)
_MADE: Final = re.compile(r"new\s*([\w$.]+)\s*\(.*?\)(?:\.([\w$]+))?(?:\(.*\))?$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Call:
    """A registering call: ``root`` is what the chain begins with, ``path`` what ``.route(path)`` in it says."""

    file: SourceFile
    registration: Registration
    root: str
    method: str
    path: str | None
    arguments: Arguments
    scopes: tuple[int, ...]


def owner_of(web: Web, call: Call) -> RouterKey | None:
    """Return the router that a call is made on."""
    if (key := web.routers.find(call.file.path, call.scopes, call.root)) is not None:
        return key
    place = web.modules.follow(call.file, call.root) if call.root else None
    if place is not None:
        return web.routers.find(place[0].path, (), place[1])
    return RouterKey(call.file.path, 0, HANDED_IN) if call.scopes or call.root else None


def router_of(web: Web, call: Call, argument: str) -> RouterKey | None:
    """Return the router that an argument of ``use`` means: a name, ``x.routes()`` or ``require("./x")``."""
    if required := REQUIRED.match(argument):
        target = web.modules.find(call.file, required[1])
        return exported_router(web, target, web.modules.exported(target, DEFAULT)) if target else None
    if made := _MADE.match(argument):
        return _router_of_class(web, call.file, made[1], made[2])
    name = dotted(_ACCESSOR.sub("", argument))
    return _router_named(web, call, name) if name else None


def _router_named(web: Web, call: Call, name: str) -> RouterKey | None:
    """Return the router that a name means: a variable, an import, a function's result, or a field of an object."""
    if (key := web.routers.find(call.file.path, call.scopes, name)) is not None:
        return key
    head, _, member = name.partition(".")
    if place := web.modules.follow(call.file, name):
        return exported_router(web, *place)
    if (call.file.path, name) in web.factories:
        return web.factories[call.file.path, name]
    made = re.search(rf"\b{re.escape(head)}\s*(?::[^=\n]+)?=\s*new\s+([\w$.]+)", web.modules.code(call.file))
    return _router_of_class(web, call.file, made[1], member) if made else None


def _router_of_class(web: Web, file: SourceFile, name: str, member: str | None) -> RouterKey | None:
    """Return the router in a field of a class, or the only one of the file that defines the class."""
    place = web.modules.follow(file, name)
    target = place[0] if place else file
    key = web.routers.find(target.path, (), f"this.{member}") if member else None
    return key or (exported_router(web, target, DEFAULT) if place else None)


def exported_router(web: Web, file: SourceFile, name: str) -> RouterKey | None:
    """Return the router that a file exports by a name, or the only one it has."""
    if (key := web.routers.find(file.path, (), name)) is not None:
        return key
    if (returned := web.factories.get((file.path, name))) is not None:
        return returned
    if (onward := web.modules.follow(file, name)) is not None and onward[0].path != file.path:
        return web.routers.find(onward[0].path, (), onward[1])
    known = [key for key in web.routers.at_top(file.path) if key.name != HANDED_IN]
    return known[0] if len(known) == 1 else web.routers.find(file.path, (), HANDED_IN)
