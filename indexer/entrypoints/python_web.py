"""Apps and routes of Python's web frameworks in the manner of Flask, FastAPI, Starlette and their kin."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import Arguments, dotted, end_of_brackets, literal, literals, parse_arguments
from indexer.entrypoints.base import Kind, files_in, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.python_constants import text_of
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.routing import Mount, RouterKey, Routers, Scopes, join_route
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "python"

_FRAMEWORKS: Final = frozenset(
    "fastapi flask starlette quart sanic litestar apiflask aiohttp bottle falcon robyn blacksheep esmerald ninja "
    "flask_restful flask_restx flask_openapi3 flask_smorest connexion fastapi_utils fastapi_versioning".split()
)
_APPS: Final = frozenset("FastAPI Flask Starlette Quart Sanic Litestar APIFlask OpenAPI Bottle Robyn NinjaAPI".split())
_ROUTER: Final = re.compile(r"\w*(?:Router|Blueprint|Blp|Namespace)|RouteTableDef|Api|Namespace")
_INSTANCE: Final = re.compile(r"(?m)^(\w+)\s*(?::[^=\n]+)?=\s*([\w.]+)\(")
_METHODS: Final = frozenset("get post put delete patch options head trace".split())
_ROUTE_CALLS: Final = frozenset({"route", "api_route", "websocket", "websocket_route"})
_ADDING: Final = frozenset(
    {"add_url_rule", "add_api_route", "add_route", "add_api_websocket_route", "add_websocket_route", "add_resource"}
)
_INCLUDING: Final = frozenset(
    {"include_router", "register_blueprint", "mount", "add_namespace", "add_router", "blueprint"}
)


@dataclass(frozen=True, slots=True)
class _Call:
    """A registration of a file with its arguments taken apart: ``owner.method(arguments)``."""

    file: SourceFile
    registration: Registration
    owner: str
    method: str
    arguments: Arguments
    scopes: tuple[int, ...]


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the web apps and their routes in ``tree``."""
    modules, scopes = PythonModules(tree), Scopes()
    calls = [call for file in files_in(tree, "python") if _speaks_web(file) for call in _calls(file, scopes)]
    tree.preload([call.file for call in calls])
    routers = Routers(tree)
    for call in calls:
        _define(modules, routers, call)
    apps = [call for call in calls if _is_app(call)]
    yield from _apps(modules, apps)
    for call in calls:
        _mount(modules, routers, call)
    for call in calls:
        yield from _routes(modules, routers, call)


def _speaks_web(file: SourceFile) -> bool:
    """Tell whether the file imports a framework, or hands one of its own routers or apps something."""
    if any(imported.module.split(".")[0] in _FRAMEWORKS for imported in file.facts.imports):
        return True
    forms = {"decorator", "call"}
    words = _METHODS | _ROUTE_CALLS | _INCLUDING | _ADDING
    return any(
        registration.form in forms and registration.callee.rpartition(".")[2] in words
        for registration in file.facts.registrations
    )


def _calls(file: SourceFile, scopes: Scopes) -> Iterator[_Call]:
    for registration in file.facts.registrations:
        if registration.form in {"decorator", "call", "assignment"}:
            owner, _, method = registration.callee.rpartition(".")
            arguments = parse_arguments(registration.arguments)
            yield _Call(file, registration, owner, method, arguments, scopes.around(file, registration.line))


def _imports_framework(file: SourceFile) -> bool:
    return any(imported.module.split(".")[0] in _FRAMEWORKS for imported in file.facts.imports)


def _define(modules: PythonModules, routers: Routers, call: _Call) -> None:
    """Note the router that an assignment makes."""
    target = call.registration.target
    if call.registration.form != "assignment" or not target:
        return
    key = RouterKey(call.file.path, _scope(call, target), target)
    if _is_app(call):
        routers.define(key)
    elif _ROUTER.fullmatch(call.method):
        keywords = call.arguments.keywords
        prefix = keywords.get("prefix") or keywords.get("url_prefix") or keywords.get("path") or ""
        routers.define(key, text_of(modules, call.file, prefix) or "")


def _is_app(call: _Call) -> bool:
    """Tell whether an assignment makes a whole app."""
    assigned = call.registration.form == "assignment" and bool(call.registration.target)
    return assigned and call.method in _APPS and _imports_framework(call.file)


def _apps(modules: PythonModules, apps: list[_Call]) -> Iterator[EntryPoint]:
    """Yield the apps of modules, the functions that make one, and what modules make with these."""
    factories = {(call.file.path, name) for call in apps if (name := _factory(call))}
    instances = _served(list(_instances(modules, factories)), factories)
    served = {(file.path, factory) for file, _, _, factory in instances}
    for call in apps:
        # An app that its own file makes with the function is what a server is given.
        if (call.file.path, _factory(call)) not in served:
            yield _app(modules, call.file, call.registration.line, call.registration.text, _started(call))
    for file, line, target, _ in instances:
        yield _app(modules, file, line, line_at(modules.tree.text(file), line), target)


def _served(
    instances: list[tuple[SourceFile, int, str, str]], factories: set[tuple[str, str]]
) -> list[tuple[SourceFile, int, str, str]]:
    """Leave out the apps that modules beside a factory make for themselves, where one outside is there to be served."""
    packages = {posixpath.dirname(path) for path, _ in factories if path.endswith("__init__.py")}
    outside = [found for found in instances if found[0].directory not in packages]
    return outside or instances


def _factory(call: _Call) -> str:
    """Return the function that the app is made in, empty for an app of the module."""
    symbols = call.file.facts.symbols
    names = (symbol.name for symbol in symbols if symbol.kind == "function" and symbol.line in call.scopes[-1:])
    return next(names, "")


def _started(call: _Call) -> str:
    factory = _factory(call)
    return f"{factory}()" if factory else call.registration.target


def _instances(modules: PythonModules, factories: set[tuple[str, str]]) -> Iterator[tuple[SourceFile, int, str, str]]:
    """Yield file, line and target of ``app = create_app()`` at the top of a module, and the function that it calls."""
    paths, names = {path for path, _ in factories}, {name for _, name in factories}
    for file in files_in(modules.tree, "python"):
        imported = {name for item in file.facts.imports for name in (*item.names, item.module.rpartition(".")[2])}
        stems = {posixpath.basename(path).removesuffix(".py") for path in paths}
        if file.path not in paths and imported.isdisjoint(names | stems):
            continue
        text = modules.tree.text(file)
        for match in _INSTANCE.finditer(text):
            called = match[2]
            places = [(file, called), *modules.follow(file, called)]
            if any((there.path, name) in factories for there, name in places):
                yield file, line_of_offset(text, match.start(1)), match[1], called


def _scope(call: _Call, target: str) -> int:
    scopes = call.scopes
    return scopes[0] if scopes and "." not in target else 0


def _app(modules: PythonModules, file: SourceFile, line: int, evidence: str, started: str) -> EntryPoint:
    return make_entry_point(
        ecosystem,
        Kind.HTTP_APP,
        f"{modules.name_of(file.path)}:{started}",
        file,
        line,
        confidence=tiers.REGISTERED,
        evidence=evidence,
        symbol=started.removesuffix("()"),
    )


def _mount(modules: PythonModules, routers: Routers, call: _Call) -> None:
    if call.registration.form != "call" or call.method not in _INCLUDING:
        return
    arguments = call.arguments
    parent = _find(modules, routers, call, call.owner)
    if call.method in {"mount", "add_router"}:
        prefix, child_text = arguments.at(0, "path"), arguments.at(1, "app")
    else:
        prefix = next(
            (arguments.keywords[key] for key in ("prefix", "url_prefix", "path") if key in arguments.keywords), ""
        )
        child_text = arguments.at(0, "router" if call.method == "include_router" else "blueprint")
        child_text = child_text or arguments.at(0)
    child = _find(modules, routers, call, dotted(child_text))
    if child is not None:
        written = text_of(modules, call.file, prefix)
        replaces = call.method == "register_blueprint" and written is not None
        routers.mount(child, Mount(parent, written or "", replaces), call.file)


def _find(modules: PythonModules, routers: Routers, call: _Call, name: str) -> RouterKey | None:
    """Return the router that ``name`` means at the call, in its own file or through its imports."""
    if not name:
        return None
    if (key := routers.find(call.file.path, call.scopes, name)) is not None:
        return key
    for file, there in modules.follow(call.file, name):
        if (key := routers.find(file.path, (), there)) is not None:
            return key
    return None


def _routes(modules: PythonModules, routers: Routers, call: _Call) -> Iterator[EntryPoint]:
    path = _route_path(modules, call)
    if path is None:
        return
    owner = _find(modules, routers, call, call.owner)
    if owner is None and not _plausible(call, path):
        return
    handler = call.registration.target if call.registration.form == "decorator" else _handler(call)
    for prefix in _prefixes(modules, routers, call, owner):
        for method in _methods(call, handler):
            yield make_entry_point(
                ecosystem,
                Kind.HTTP_ROUTE,
                f"{method} {join_route(prefix, path) or '/'}",
                call.file,
                call.registration.line,
                confidence=tiers.REGISTERED if owner or _imports_framework(call.file) else tiers.CONVENTION,
                evidence=call.registration.text,
                symbol=handler,
            )


def _route_path(modules: PythonModules, call: _Call) -> str | None:
    """Return the path that a call or decorator registers, None when it registers no route."""
    form, method = call.registration.form, call.method
    if form == "decorator" and method in _METHODS | _ROUTE_CALLS and call.owner:
        return text_of(modules, call.file, call.arguments.at(0, "path") or call.arguments.at(0, "rule"))
    if form == "call" and method in _ADDING:
        position = 1 if method == "add_resource" else 0
        return text_of(modules, call.file, call.arguments.at(position, "path") or call.arguments.at(position, "rule"))
    if form == "call" and method in {"Route", "WebSocketRoute"} and not call.owner:
        return text_of(modules, call.file, call.arguments.at(0, "path"))
    return None


def _plausible(call: _Call, path: str) -> bool:
    """Tell whether a route of an unknown owner is one: its path is rooted and its file knows a framework."""
    return path.startswith("/") and (_imports_framework(call.file) or call.registration.form == "decorator")


def _handler(call: _Call) -> str:
    arguments = call.arguments
    position = 0 if call.method == "add_resource" else 1
    text = arguments.keywords.get("view_func") or arguments.keywords.get("endpoint") or arguments.at(position)
    if call.method == "add_url_rule" and "view_func" not in arguments.keywords:
        text = arguments.at(2)
    return dotted(re.sub(r"\.as_view\(.*", "", text or "", flags=re.DOTALL))


def _methods(call: _Call, handler: str) -> tuple[str, ...]:
    if call.method in _METHODS:
        return (call.method.upper(),)
    if "websocket" in call.method.lower():
        return ("WS",)
    written = literals(call.arguments.keywords.get("methods", ""))
    if written:
        return tuple(dict.fromkeys(method.upper() for text in written for method in text.split()))
    own = tuple(
        symbol.name.upper()
        for symbol in call.file.facts.symbols
        if handler and symbol.container == handler and symbol.name in _METHODS
    )
    return own or ("GET",)


def _prefixes(modules: PythonModules, routers: Routers, call: _Call, owner: RouterKey | None) -> tuple[str, ...]:
    """Return the prefixes of the owner, or of the Starlette ``Mount`` whose list the route stands in."""
    if call.method not in {"Route", "WebSocketRoute"}:
        return routers.prefixes(owner)
    text = modules.tree.text(call.file)
    line = call.registration.line
    around = [
        literal(parse_arguments(mount.arguments).at(0, "path")) or ""
        for mount in call.file.facts.registrations
        if mount.form == "call" and mount.callee == "Mount" and mount.line <= line <= _last_line(text, mount)
    ]
    return (join_route(*around),)


def _last_line(text: str, registration: Registration) -> int:
    lines = text.splitlines(keepends=True)
    start = sum(map(len, lines[: registration.line - 1]))
    opening = text.find("(", text.find(registration.callee, start))
    return text.count("\n", 0, end_of_brackets(text, opening)) + 1 if opening >= 0 else registration.line
