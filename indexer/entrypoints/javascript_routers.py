"""Where the routers of JavaScript's web frameworks are made: variables and fields of classes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import literal, parse_arguments, split_top_level
from indexer.entrypoints.base import Kind, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.javascript_modules import JavaScriptModules, imports_any
from indexer.entrypoints.javascript_roles import web_role
from indexer.entrypoints.routing import RouterKey, Routers, Scopes
from indexer.entrypoints.signatures import function_at
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "javascript"

FRAMEWORKS: Final = frozenset(
    "express express-promise-router koa koa-router @koa/router @koa koa-swagger-decorator hono @hono fastify polka "
    "restify find-my-way router @tinyhttp routing-controllers".split()
)
HANDED_IN: Final = "*"
"""Routes on a router that was handed in, as a parameter of the function that the file exports."""

_SERVERS: Final = frozenset("createExpressServer createKoaServer".split())
_APPS: Final = frozenset("express fastify Fastify Koa Hono OpenAPIHono polka createServer".split()) | _SERVERS
ROUTER_MAKERS: Final = frozenset("Router createRouter PromiseRouter KoaRouter SwaggerRouter".split()) | _APPS
_TINYHTTP: Final = frozenset({"@tinyhttp"})
_CLASS_NAMES: Final = "Router|KoaRouter|PromiseRouter|Hono|OpenAPIHono|Koa|express|fastify|Fastify"
_EXPORTED_APP: Final = re.compile(
    r"(?m)^\s*(?:const|let|var)\s+(\w+)\s*=\s*(?:module\.)?exports(?:\.\w+)?\s*=\s*(?:express|fastify|new\s+(?:Koa|Hono))\("
)
_FIELD: Final = re.compile(
    r"(?m)^[ \t]*(?:(?:public|private|protected|readonly|static|override)\s+)*(this\.)?([\w$#]+)[ \t]*[!?]?"
    rf"(?::[^=;\n]+)?=\s*(?:new\s+)?(?:\w+\.)?({_CLASS_NAMES})\s*(?:<[^()\n]*>)?\("
)


@dataclass(frozen=True, slots=True)
class Web:
    """What is known of the routers of a tree.

    ``factories`` are functions by file and name, with the router they return, None for a new one; ``aliases`` are the
    variables that such a router is put into.
    """

    modules: JavaScriptModules
    routers: Routers
    scopes: Scopes
    apps: dict[RouterKey, EntryPoint] = field(default_factory=dict)
    factories: dict[tuple[str, str], RouterKey | None] = field(default_factory=dict)
    aliases: dict[RouterKey, set[RouterKey]] = field(default_factory=dict)


def web_of(tree: SourceTree) -> Web:
    """Return an empty account of the routers of ``tree``."""
    return Web(JavaScriptModules(tree), Routers(tree), Scopes())


def define_routers(web: Web, files: Iterable[SourceFile]) -> None:
    """Note the routers that the files make in variables and fields of classes."""
    for file in files:
        web.routers.define(RouterKey(file.path, 0, HANDED_IN))
        _define_exported(web, file)
        for item in file.facts.registrations:
            if item.form == "assignment":
                _define(web, file, item)
        if imports_any(file, FRAMEWORKS):
            _define_fields(web, file)


def apps_of(web: Web) -> Iterable[EntryPoint]:
    """Return the apps that are put under no other router."""
    return [app for key, app in web.apps.items() if not _is_mounted(web, key)]


def _is_mounted(web: Web, key: RouterKey) -> bool:
    """Tell whether a router is put under another, by the name of it that a function hands out too."""
    seen: set[RouterKey] = set()
    waiting = [key]
    while waiting:
        key = waiting.pop()
        aliases = web.aliases.get(key, set())
        if any(mount.parent not in aliases for mount in web.routers.mounts.get(key, ())):
            return True
        seen.add(key)
        waiting += aliases - seen
    return False


def made_by(item: Registration) -> str:
    """Return the last name of the function or class that an assignment calls, at the root of its chain."""
    links = split_top_level(item.callee, ".")
    named = [link for link in links[:2] if "(" in link] or links[:2]
    return re.sub(r"^new(?=[A-Z])|\(.*", "", named[0] if "(" in "".join(named) else named[-1]) if named else ""


def makes_router(file: SourceFile, item: Registration) -> bool:
    """Tell whether an assignment may put a router into a variable."""
    made = made_by(item)
    return made in ROUTER_MAKERS or (made == "App" and imports_any(file, _TINYHTTP))


def _define(web: Web, file: SourceFile, item: Registration) -> None:
    made = made_by(item)
    named = made in FRAMEWORKS or item.callee.startswith("express.")
    if not makes_router(file, item) or not item.target or not (named or imports_any(file, FRAMEWORKS)):
        return
    key = RouterKey(file.path, (web.scopes.around(file, item.line) or (0,))[0], item.target)
    web.routers.define(key, _own_prefix(item))
    is_server = made != "createServer" or item.callee.startswith("restify")
    if (made in _APPS and is_server) or made == "App":
        add_app(web, key, file, item.line)


def add_app(web: Web, key: RouterKey, file: SourceFile, line: int) -> None:
    """Note that the router at a line is an app."""
    name = key.name.removeprefix("this.")
    web.apps[key] = make_entry_point(
        ecosystem,
        Kind.HTTP_APP,
        f"{file.path}:{name}",
        file,
        line,
        confidence=tiers.REGISTERED,
        evidence=line_at(web.modules.tree.text(file), line),
        symbol=name,
        role=web_role(web.modules.tree, file),
    )


def _own_prefix(item: Registration) -> str:
    if item.callee.endswith(".basePath"):
        return literal(parse_arguments(item.arguments).at(0)) or ""
    match = re.search(r"\bprefix\s*:\s*(['\"`][^'\"`]*['\"`])", item.arguments)
    return (literal(match[1]) or "") if match else ""


def _define_exported(web: Web, file: SourceFile) -> None:
    """Note the apps of ``const app = module.exports = express()``."""
    text = web.modules.code(file)
    for match in _EXPORTED_APP.finditer(text):
        key = RouterKey(file.path, 0, match[1])
        web.routers.define(key)
        add_app(web, key, file, line_of_offset(text, match.start(1)))


def _define_fields(web: Web, file: SourceFile) -> None:
    """Note the routers in fields of classes, as ``this.router``, and in variables that were declared before."""
    text = web.modules.code(file)
    for match in _FIELD.finditer(text):
        line = line_of_offset(text, match.start(2))
        function = function_at(file, line)
        is_field = bool(match[1]) or (function is None and _in_class(file, line))
        scope = 0 if is_field or function is None else function.line
        key = RouterKey(file.path, scope, f"this.{match[2]}" if is_field else match[2])
        if key not in web.routers.own and web.routers.find(file.path, (scope,), match[2]) is None:
            web.routers.define(key)
            if match[3] in _APPS:
                add_app(web, key, file, line)


def _in_class(file: SourceFile, line: int) -> bool:
    return any(symbol.kind == "class" and symbol.line <= line <= symbol.end_line for symbol in file.facts.symbols)
