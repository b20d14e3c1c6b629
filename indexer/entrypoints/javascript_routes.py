"""Apps and routes of Express, Koa, Hono, Fastify and what is made in their manner."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import dotted, literal, literals, parse_arguments, split_top_level
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.entrypoints.javascript_calls import Call, owner_of
from indexer.entrypoints.javascript_factories import (
    chains_of,
    define_products,
    mount_products,
    starts_chain,
    users_of_factories,
)
from indexer.entrypoints.javascript_modules import DEFAULT, LANGUAGES, imports_any
from indexer.entrypoints.javascript_mounting import mount_call
from indexer.entrypoints.javascript_mounts import mount_handed_on
from indexer.entrypoints.javascript_openapi import Definitions, definitions_of, routes_of
from indexer.entrypoints.javascript_programs import Packages, packages_of
from indexer.entrypoints.javascript_roles import web_role
from indexer.entrypoints.javascript_routers import (
    FRAMEWORKS,
    HANDED_IN,
    Web,
    apps_of,
    define_routers,
    makes_router,
    web_of,
)
from indexer.entrypoints.javascript_settings import text_of
from indexer.entrypoints.routing import RouterKey, join_route
from indexer.entrypoints.signatures import function_at, parameters_of
from indexer.facts import EntryPoint, Registration, Role
from indexer.tree import SourceFile, SourceTree

ecosystem = "javascript"

_METHODS: Final = frozenset("get post put patch delete del all options head".split())
_MOUNTING: Final = frozenset("use route register mount".split())
_DOCUMENTS: Final = frozenset("doc doc31".split())
_OTHER: Final = frozenset("openapi on".split()) | _DOCUMENTS
_HANDED: Final = re.compile(r"(?:app|router|server|fastify|instance|api|route|routes|r)|\w+(?:Router|App|Routes)")
_NAMED_APP: Final = re.compile(r"(?:express|koa|fastify|hono)\w*")
_CALL: Final = re.compile(r"([\w$]+)\((.*)\)$", re.DOTALL)
_ROUTE_LINK: Final = re.compile(r"\.route\(\s*(['\"`][^'\"`]*['\"`])\s*\)")
_CLIENT_NAMES: Final = frozenset({"api", "instance"})
"""What routers and clients of HTTP alike are called: a router is one that is handed in, or made by a framework."""
_CLIENTS: Final = frozenset({"axios", "supertest"})


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the web apps and their routes in ``tree``."""
    web = web_of(tree)
    packages = packages_of(tree)
    files = [file for file in files_in(tree, *LANGUAGES) if _may_route(file) and not _is_machinery(packages, file)]
    tree.preload(files)
    define_routers(web, files)
    define_products(web, files)
    if users := users_of_factories(web, files):
        tree.preload(users)
        files += users
        define_products(web, files)
    calls = [call for file in files for item in file.facts.registrations if (call := _call(web, file, item))]
    for call in calls:
        if call.method in _MOUNTING:
            mount_call(web, call)
    for file in files:
        mount_handed_on(web.modules, web.routers, file, HANDED_IN)
        mount_products(web, file)
    yield from apps_of(web)
    definitions = definitions_of(web, files)
    for call in calls:
        yield from _routes(web, call, definitions)


def _may_route(file: SourceFile) -> bool:
    words = _METHODS | _MOUNTING | _OTHER
    return imports_any(file, FRAMEWORKS) or any(
        item.callee.rpartition(".")[2] in words if item.form == "call" else makes_router(file, item)
        for item in file.facts.registrations
    )


def _is_machinery(packages: Packages, file: SourceFile) -> bool:
    """Tell whether a file is what a framework itself is made of: the routes in it are no routes of an app."""
    package = packages.around(file) if file.role is Role.PRODUCT else None
    return package is not None and package.document.get("name") in FRAMEWORKS


def _call(web: Web, file: SourceFile, item: Registration) -> Call | None:
    links = split_top_level(item.callee, ".") if item.form == "call" else []
    if not links[1:] or links[-1] not in _METHODS | _MOUNTING | _OTHER:
        return None
    first_call = next((index for index, link in enumerate(links) if "(" in link), len(links) - 1)
    path: str | None = None
    for link in links[first_call:-1]:
        match = _CALL.match(link)
        if match and match[1] == "route":
            # Of a long chain the arguments in the middle are left out.
            path = text_of(web.modules, file, match[2]) if match[2] else _route_before(web, file, item)
    root = ".".join(links[:first_call]) or _chained_to(web, file, item)
    arguments = parse_arguments(item.arguments)
    return Call(file, item, root, links[-1], path, arguments, web.scopes.around(file, item.line))


def _route_before(web: Web, file: SourceFile, item: Registration) -> str | None:
    """Return the path of the last ``.route("/path")`` up to a registration's line."""
    lines = web.modules.code(file).splitlines()[: item.line]
    found = _ROUTE_LINK.findall("\n".join(lines))
    return literal(found[-1]) if found else None


def _chained_to(web: Web, file: SourceFile, item: Registration) -> str:
    """Return the variable that a chain which begins with ``Router()`` is put into, or ``default`` for an export."""
    before = [name for line, name in chains_of(web, file) if line <= item.line]
    if not before or not starts_chain(web, file, item.callee):
        return ""
    name = before[-1] or DEFAULT
    if web.routers.find(file.path, web.scopes.around(file, item.line), name) is None:
        web.routers.define(RouterKey(file.path, 0, name))
    return name


def _routes(web: Web, call: Call, definitions: Definitions) -> Iterator[EntryPoint]:
    owner = owner_of(web, call)
    if call.method == "openapi":
        yield from routes_of(web, call, owner, definitions)
        return
    known = owner is not None and owner.name != HANDED_IN
    for method, path, handler in (*_handled(web, call, known=known), *_stated(web, call)):
        for prefix in web.routers.prefixes(owner):
            yield make_entry_point(
                ecosystem,
                Kind.HTTP_ROUTE,
                f"{method} {join_route(prefix, path if path != '/' or not prefix else '') or '/'}",
                call.file,
                call.registration.line,
                confidence=tiers.REGISTERED if known or imports_any(call.file, FRAMEWORKS) else tiers.CONVENTION,
                evidence=call.registration.text,
                symbol=handler,
                role=web_role(web.modules.tree, call.file),
            )


def _handled(web: Web, call: Call, *, known: bool) -> Iterator[tuple[str, str, str]]:
    """Yield method, path and handler of ``get("/path", handler)`` on a router, or on what looks like one."""
    positional, methods = call.arguments.positional, _methods_of(call)
    if call.method == "on":
        positional = positional[1:]
    handlers = positional if call.path is not None else positional[1:]
    if not methods or not handlers or not (known or _plausible(web, call, handlers[-1])):
        return
    for path in [call.path] if call.path is not None else _paths(web, call, positional[0]):
        if path.startswith(("/", "*")) or (known and (not path or call.method in {"get", "post", "put", "delete"})):
            for method in methods:
                yield method, path, dotted(handlers[-1])


def _methods_of(call: Call) -> tuple[str, ...]:
    if call.method == "on":
        found = literals(call.arguments.at(0))
        return found if found and all(method.lower() in _METHODS for method in found) else ()
    if call.method in _DOCUMENTS:
        return ("GET",)
    return ({"del": "DELETE"}.get(call.method, call.method.upper()),) if call.method in _METHODS else ()


def _paths(web: Web, call: Call, argument: str) -> list[str]:
    """Return the paths of a text, or of a list of them."""
    if argument.startswith("["):
        return [path for part in split_top_level(argument[1:-1]) if (path := literal(part)) is not None]
    path = text_of(web.modules, call.file, argument)
    return [] if path is None else [path]


def _stated(web: Web, call: Call) -> Iterator[tuple[str, str, str]]:
    """Yield method, path and handler of Fastify's ``route({ method, url, handler })``."""
    first = call.arguments.at(0)
    if call.method == "route" and first.startswith("{"):
        fields = parse_arguments(first[1:-1]).keywords
        path = text_of(web.modules, call.file, fields.get("url") or fields.get("path", ""))
        for method in literals(fields.get("method", "")) if path is not None else ():
            yield method.upper(), path or "/", dotted(fields.get("handler", ""))


def _plausible(web: Web, call: Call, handler: str) -> bool:
    """Tell whether a call on an unknown object registers a route: a router's name, and a handler at the end."""
    root = call.root.rpartition(".")[2]
    imports = imports_any(call.file, FRAMEWORKS)
    if root and _HANDED.fullmatch(root) is None and not imports:
        return False
    if (call.method in _OTHER or root in _CLIENT_NAMES) and not imports and not _is_parameter(web, call, root):
        return False
    if not root and not re.match(r"new\w*Hono", call.registration.callee):
        return False
    if "=>" in handler or handler.startswith(("function", "async")):
        return True
    if not dotted(handler):
        handed = root not in _CLIENT_NAMES and (imports or _is_parameter(web, call, root))
        return bool(web.apps) and (handed or _NAMED_APP.fullmatch(root) is not None)
    return not imports_any(call.file, _CLIENTS)


def _is_parameter(web: Web, call: Call, name: str) -> bool:
    """Tell whether ``name`` is handed to the function around a call."""
    function = function_at(call.file, call.registration.line)
    parameters = parameters_of(web.modules.tree, call.file, function) if function and name else ""
    return re.search(rf"\b{re.escape(name)}\b", parameters) is not None
