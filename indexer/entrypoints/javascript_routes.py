"""Apps and routes of Express, Koa, Hono, Fastify and what is made in their manner."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import Arguments, dotted, literal, literals, parse_arguments, split_top_level
from indexer.entrypoints.base import Kind, files_in, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.javascript_modules import DEFAULT, LANGUAGES, JavaScriptModules, imports_any
from indexer.entrypoints.javascript_mounts import listed_mounts, mount_directory, mount_handed_on, text_of
from indexer.entrypoints.routing import Mount, RouterKey, Routers, Scopes, join_route
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "javascript"

_FRAMEWORKS: Final = frozenset(
    "express express-promise-router koa koa-router @koa/router @koa hono @hono fastify polka restify "
    "find-my-way router".split()
)
_APPS: Final = frozenset("express fastify Fastify Koa Hono OpenAPIHono polka createServer".split())
_ROUTERS: Final = frozenset("Router createRouter PromiseRouter KoaRouter".split()) | _APPS
_METHODS: Final = frozenset("get post put patch delete del all options head".split())
_HANDED: Final = re.compile(r"(?:app|router|server|fastify|instance|api|route|routes|r)|\w+(?:Router|App|Routes)")
_AUTOLOADERS: Final = frozenset({"@fastify/autoload", "fastify-autoload"})
_MOUNTING: Final = frozenset({"use", "route", "register", "mount"})
_CHAIN: Final = re.compile(
    r"(?:(?:const|let|var)\s+(\w+)\s*(?::[^=\n]+)?=|export\s+default|module\.exports\s*=)"
    r"\s*((?:new\s+)?(?:\w+\.)?(?:Router|Hono|OpenAPIHono|express)\s*\()"
)
_EXPORTED_APP: Final = re.compile(
    r"(?m)^\s*(?:const|let|var)\s+(\w+)\s*=\s*(?:module\.)?exports(?:\.\w+)?\s*=\s*(?:express|fastify|new\s+(?:Koa|Hono))\("
)
_ROUTE_LINK: Final = re.compile(r"\.route\(\s*(['\"`][^'\"`]*['\"`])\s*\)")
_CALL: Final = re.compile(r"([\w$]+)\((.*)\)$", re.DOTALL)
_REQUIRED: Final = re.compile(
    r"(?:await\s+)?(?:require|import)\(\s*['\"]([^'\"]+)['\"]\s*\)(?:\.default)?(?:\(.*\))?$", re.DOTALL
)

# Routes on a router that was handed in, as a parameter of the function that the file exports.
_HANDED_IN: Final = "*"


@dataclass(frozen=True, slots=True)
class _Call:
    """A registering call: ``root`` is what the chain begins with, ``path`` what ``.route(path)`` in it says."""

    file: SourceFile
    registration: Registration
    root: str
    method: str
    path: str | None
    arguments: Arguments
    scopes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Web:
    """What is known of the routers of a tree while routes are put together."""

    modules: JavaScriptModules
    routers: Routers
    scopes: Scopes


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the web apps and their routes in ``tree``."""
    web = _Web(JavaScriptModules(tree), Routers(tree), Scopes())
    files = [file for file in files_in(tree, *LANGUAGES) if _may_route(file)]
    tree.preload(files)
    for file in files:
        web.routers.define(RouterKey(file.path, 0, _HANDED_IN))
        yield from _exported_apps(web, file)
        for item in file.facts.registrations:
            if item.form == "assignment":
                yield from _define(web, file, item)
    calls = [call for file in files for item in file.facts.registrations if (call := _call(web, file, item))]
    for call in calls:
        _mount(web, call)
    for file in files:
        mount_handed_on(web.modules, web.routers, file, _HANDED_IN)
    for call in calls:
        yield from _route(web, call)


def _may_route(file: SourceFile) -> bool:
    words = _METHODS | _MOUNTING
    return any(
        item.callee.rpartition(".")[2] in words if item.form == "call" else _made(item) in _ROUTERS
        for item in file.facts.registrations
    )


def _made(item: Registration) -> str:
    """Return the last name of the function or class that an assignment calls, at the root of its chain."""
    links = split_top_level(item.callee, ".")
    named = [link for link in links[:2] if "(" in link] or links[:2]
    return re.sub(r"^new(?=[A-Z])|\(.*", "", named[0] if "(" in "".join(named) else named[-1]) if named else ""


def _define(web: _Web, file: SourceFile, item: Registration) -> Iterator[EntryPoint]:
    made = _made(item)
    if made not in _ROUTERS or not item.target or not (made in _FRAMEWORKS or imports_any(file, _FRAMEWORKS)):
        return
    scope = (web.scopes.around(file, item.line) or (0,))[0]
    web.routers.define(RouterKey(file.path, scope, item.target), _own_prefix(item))
    if made in _APPS and (made != "createServer" or item.callee.startswith("restify")):
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


def _exported_apps(web: _Web, file: SourceFile) -> Iterator[EntryPoint]:
    """Note the apps of ``const app = module.exports = express()``."""
    text = web.modules.tree.text(file)
    for match in _EXPORTED_APP.finditer(text):
        web.routers.define(RouterKey(file.path, 0, match[1]))
        line = line_of_offset(text, match.start(1))
        yield make_entry_point(
            ecosystem,
            Kind.HTTP_APP,
            f"{file.path}:{match[1]}",
            file,
            line,
            confidence=tiers.REGISTERED,
            evidence=line_at(text, line),
            symbol=match[1],
        )


def _own_prefix(item: Registration) -> str:
    if item.callee.endswith(".basePath"):
        return literal(parse_arguments(item.arguments).at(0)) or ""
    match = re.search(r"\bprefix\s*:\s*(['\"`][^'\"`]*['\"`])", item.arguments)
    return (literal(match[1]) or "") if match else ""


def _call(web: _Web, file: SourceFile, item: Registration) -> _Call | None:
    links = split_top_level(item.callee, ".") if item.form == "call" else []
    if not links[1:] or links[-1] not in _METHODS | _MOUNTING:
        return None
    first_call = next((index for index, link in enumerate(links) if "(" in link), len(links) - 1)
    path: str | None = None
    for link in links[first_call:-1]:
        match = _CALL.match(link)
        if match and match[1] == "route":
            # Of a long chain the arguments in the middle are left out.
            path = literal(parse_arguments(match[2]).at(0)) if match[2] else _route_before(web, file, item)
    root = ".".join(links[:first_call]) or _chained_to(web, file, item)
    arguments = parse_arguments(item.arguments)
    return _Call(file, item, root, links[-1], path, arguments, web.scopes.around(file, item.line))


def _route_before(web: _Web, file: SourceFile, item: Registration) -> str | None:
    """Return the path of the last ``.route("/path")`` up to a registration's line."""
    lines = web.modules.tree.text(file).splitlines()[: item.line]
    found = _ROUTE_LINK.findall("\n".join(lines))
    return literal(found[-1]) if found else None


def _chained_to(web: _Web, file: SourceFile, item: Registration) -> str:
    """Return the variable that a chain which begins with ``Router()`` is put into, or ``default`` for an export."""
    text = web.modules.tree.text(file)
    before = [match for match in _CHAIN.finditer(text) if text.count("\n", 0, match.start(2)) < item.line]
    if not before or not re.match(r"new|Router|express|\w+\.Router", item.callee):
        return ""
    name = before[-1][1] or DEFAULT
    web.routers.define(RouterKey(file.path, 0, name))
    return name


def _mount(web: _Web, call: _Call) -> None:
    if call.method not in _MOUNTING:
        return
    positional = call.arguments.positional
    if listed := listed_mounts(web.modules.tree.text(call.file), positional):
        for path, name in listed:
            child = _router_of(web, call, name)
            if child is not None:
                web.routers.mount(child, Mount(_owner(web, call), path), call.file)
        return
    if call.method == "register" and positional and _is_autoload(web, call, positional[0]):
        mount_directory(web.routers, call.file, call.registration.arguments, _owner(web, call), _HANDED_IN)
        return
    prefix = text_of(web.modules, call.file, positional[0]) if positional else None
    if prefix is None and call.method == "register":
        match = re.search(r"\bprefix\s*:\s*(['\"`][^'\"`]*['\"`])", call.registration.arguments)
        prefix = literal(match[1]) if match else None
    parent = _owner(web, call)
    for argument in positional:
        child = _router_of(web, call, argument)
        if child is not None:
            web.routers.mount(child, Mount(parent, prefix or ""), call.file)


def _is_autoload(web: _Web, call: _Call, argument: str) -> bool:
    binding = web.modules.bindings(call.file).get(dotted(argument))
    required = _REQUIRED.match(argument)
    return (binding.specifier if binding else required[1] if required else "") in _AUTOLOADERS


def _router_of(web: _Web, call: _Call, argument: str) -> RouterKey | None:
    """Return the router that an argument of ``use`` means: a name, ``x.routes()`` or ``require("./x")``."""
    if required := _REQUIRED.match(argument):
        target = web.modules.find(call.file, required[1])
        return _exported_router(web, target, web.modules.exported(target, DEFAULT)) if target else None
    name = dotted(re.sub(r"(?:\.(?:routes|middleware|router))?\(.*\)$", "", argument, flags=re.DOTALL))
    if not name:
        return None
    if (key := web.routers.find(call.file.path, call.scopes, name)) is not None:
        return key
    place = web.modules.follow(call.file, name)
    return _exported_router(web, *place) if place else None


def _exported_router(web: _Web, file: SourceFile, name: str) -> RouterKey | None:
    if (key := web.routers.find(file.path, (), name)) is not None:
        return key
    if (onward := web.modules.follow(file, name)) is not None and onward[0].path != file.path:
        return web.routers.find(onward[0].path, (), onward[1])
    known = [key for key in web.routers.at_top(file.path) if key.name != _HANDED_IN]
    return known[0] if len(known) == 1 else web.routers.find(file.path, (), _HANDED_IN)


def _owner(web: _Web, call: _Call) -> RouterKey | None:
    if (key := web.routers.find(call.file.path, call.scopes, call.root)) is not None:
        return key
    place = web.modules.follow(call.file, call.root) if call.root else None
    if place is not None:
        return web.routers.find(place[0].path, (), place[1])
    return RouterKey(call.file.path, 0, _HANDED_IN) if call.scopes or call.root else None


def _route(web: _Web, call: _Call) -> Iterator[EntryPoint]:
    owner = _owner(web, call)
    known = owner is not None and owner.name != _HANDED_IN
    for method, path, handler in (*_handled(call, known=known), *_stated(call)):
        for prefix in web.routers.prefixes(owner):
            yield make_entry_point(
                ecosystem,
                Kind.HTTP_ROUTE,
                f"{method} {join_route(prefix, path if path != '/' or not prefix else '') or '/'}",
                call.file,
                call.registration.line,
                confidence=tiers.REGISTERED if known or imports_any(call.file, _FRAMEWORKS) else tiers.CONVENTION,
                evidence=call.registration.text,
                symbol=handler,
            )


def _handled(call: _Call, *, known: bool) -> Iterator[tuple[str, str, str]]:
    """Yield method, path and handler of ``get("/path", handler)`` on a router, or on what looks like one."""
    positional = call.arguments.positional
    handlers = positional if call.path is not None else positional[1:]
    path = call.path if call.path is not None else (literal(positional[0]) if positional else None)
    if call.method not in _METHODS or path is None or not handlers or not path.startswith(("/", "*")):
        return
    if known or _plausible(call, handlers[-1]):
        method = {"del": "DELETE"}.get(call.method, call.method.upper())
        yield method, path, dotted(handlers[-1])


def _stated(call: _Call) -> Iterator[tuple[str, str, str]]:
    """Yield method, path and handler of Fastify's ``route({ method, url, handler })``."""
    first = call.arguments.at(0)
    if call.method == "route" and first.startswith("{"):
        fields = parse_arguments(first[1:-1]).keywords
        path = literal(fields.get("url") or fields.get("path", ""))
        for method in literals(fields.get("method", "")) if path is not None else ():
            yield method.upper(), path or "/", dotted(fields.get("handler", ""))


def _plausible(call: _Call, handler: str) -> bool:
    """Tell whether a call on an unknown object registers a route: a router's name, and a handler at the end."""
    root = call.root.rpartition(".")[2]
    if root and _HANDED.fullmatch(root) is None and not imports_any(call.file, _FRAMEWORKS):
        return False
    if not root and not re.match(r"new\w*Hono", call.registration.callee):
        return False
    function = "=>" in handler or handler.startswith(("function", "async"))
    return function or (bool(dotted(handler)) and not imports_any(call.file, frozenset({"axios", "supertest"})))
