"""Routes of Python's web frameworks in the manner of Flask, FastAPI, Starlette and their kin, and their apps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import dotted, literal, literals
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.entrypoints.python_apps import app_entry_points, is_app
from indexer.entrypoints.python_calls import (
    WebCall,
    find_router,
    imports_framework,
    is_of_aiohttp,
    is_skeleton,
    web_calls,
)
from indexer.entrypoints.python_classes import methods_of
from indexer.entrypoints.python_constants import text_of
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.python_resources import resource_calls
from indexer.entrypoints.python_starlette import RouteLists
from indexer.entrypoints.routing import Mount, RouterKey, Routers, Scopes, join_route
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "python"

_ROUTER: Final = re.compile(r"\w*(?:Router|Blueprint|Blp|Namespace)|RouteTableDef|Api|namespace")
_METHODS: Final = frozenset("get post put delete patch options head trace".split())
_ROUTE_CALLS: Final = frozenset({"route", "api_route", "websocket", "websocket_route"})
_ADDING: Final = frozenset(
    {"add_url_rule", "add_api_route", "add_route", "add_api_websocket_route", "add_websocket_route", "add_resource"}
)
_INCLUDING: Final = frozenset(
    {"include_router", "register_blueprint", "mount", "add_namespace", "add_router", "blueprint"}
)


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the web apps and their routes in ``tree``."""
    modules, scopes = PythonModules(tree), Scopes()
    files = [file for file in files_in(tree, "python") if _speaks_web(file) and not is_skeleton(modules, file)]
    calls = [call for file in files for call in web_calls(file, scopes)]
    calls.extend(resource_calls(modules, scopes))
    tree.preload([call.file for call in calls])
    routers = Routers(tree)
    lists = RouteLists(modules, routers)
    apps = [call for call in calls if is_app(modules, call)]
    for call in apps:
        if call.registration.form == "assignment":
            routers.define(call.target_key)
    yield from app_entry_points(modules, apps)
    for call in calls:
        _define(modules, routers, call)
    listed = [call for call in calls if lists.is_route(call)]
    for call in listed:
        lists.define(call)
    for call in calls:
        _mount(modules, routers, lists, call)
    for call in listed:
        yield from _listed_routes(modules, lists, call)
    for call in calls:
        yield from _routes(modules, routers, call)


def _speaks_web(file: SourceFile) -> bool:
    """Tell whether the file imports a framework, or hands one of its own routers or apps something."""
    if imports_framework(file):
        return True
    forms = {"decorator", "call"}
    words = _METHODS | _ROUTE_CALLS | _INCLUDING | _ADDING
    return any(
        registration.form in forms
        and (registration.callee.rpartition(".")[2] in words or registration.callee.endswith("Route"))
        for registration in file.facts.registrations
    )


def _define(modules: PythonModules, routers: Routers, call: WebCall) -> None:
    """Note the router that an assignment makes."""
    if call.registration.form != "assignment" or not call.registration.target or not _ROUTER.fullmatch(call.method):
        return
    keywords = call.arguments.keywords
    prefix = keywords.get("prefix") or keywords.get("url_prefix") or keywords.get("path") or ""
    own = text_of(modules, call.file, prefix) or ""
    if call.method.lower() == "namespace" and not prefix:
        # Flask-RESTX puts a namespace under its name where nothing else is said.
        own = f"/{literal(call.arguments.at(0, 'name')) or ''}"
    routers.define(call.target_key, own)


def _mount(modules: PythonModules, routers: Routers, lists: RouteLists, call: WebCall) -> None:
    if call.registration.form == "assignment":
        _mount_made(modules, routers, lists, call)
    elif call.registration.form == "call" and call.method == "Mount":
        lists.mount(call)
    elif call.registration.form == "call" and call.method == "init_app":
        _mount_later(modules, routers, call)
    elif call.registration.form == "call" and call.method in _INCLUDING:
        _mount_included(modules, routers, call)


def _mount_made(modules: PythonModules, routers: Routers, lists: RouteLists, call: WebCall) -> None:
    """Note what is put together while it is made: an API on a blueprint, a namespace of an API, an app of routes."""
    if "routes" in call.arguments.keywords:
        lists.mount(call)
    above = call.owner if call.method == "namespace" else dotted(call.arguments.at(0)) if call.method == "Api" else ""
    parent = find_router(modules, routers, call, above)
    if parent is not None and call.target_key in routers.own:
        routers.mount(call.target_key, Mount(parent, ""), call.file)


def _mount_later(modules: PythonModules, routers: Routers, call: WebCall) -> None:
    """Note that an API made on nothing is put on a blueprint or an app."""
    child = find_router(modules, routers, call, call.owner)
    parent = find_router(modules, routers, call, dotted(call.arguments.at(0, "app")))
    if child is not None and parent is not None:
        routers.mount(child, Mount(parent, ""), call.file)


def _mount_included(modules: PythonModules, routers: Routers, call: WebCall) -> None:
    arguments = call.arguments
    parent = find_router(modules, routers, call, call.owner)
    if call.method in {"mount", "add_router"}:
        prefix, child_text = arguments.at(0, "path"), arguments.at(1, "app")
    else:
        prefix = next(
            (arguments.keywords[key] for key in ("prefix", "url_prefix", "path") if key in arguments.keywords), ""
        )
        child_text = arguments.at(0, "router" if call.method == "include_router" else "blueprint")
        child_text = child_text or arguments.at(0)
    if call.method == "add_namespace":
        prefix = arguments.at(1, "path")
    child = find_router(modules, routers, call, child_text)
    if child is not None:
        written = text_of(modules, call.file, prefix)
        replaces = call.method in {"register_blueprint", "add_namespace"} and bool(prefix) and written is not None
        routers.mount(child, Mount(parent, written or "", replaces), call.file)


def _listed_routes(modules: PythonModules, lists: RouteLists, call: WebCall) -> Iterator[EntryPoint]:
    """Yield the routes of Starlette's lists."""
    path = text_of(modules, call.file, call.arguments.at(0, "path"))
    if path is None or not path.startswith("/"):
        return
    for prefix in lists.prefixes(call):
        yield from _route(modules, call, prefix, path, _endpoint(call), tiers.REGISTERED)


def _endpoint(call: WebCall) -> str:
    return dotted(call.arguments.at(1, "endpoint"))


def _routes(modules: PythonModules, routers: Routers, call: WebCall) -> Iterator[EntryPoint]:
    """Yield the routes that a decorator or a call on a router or an app registers."""
    owner: RouterKey | None = None
    paths = _route_paths(modules, call)
    if paths:
        owner = find_router(modules, routers, call, call.owner)
    handler = call.registration.target if call.registration.form == "decorator" else _handler(call)
    confidence = tiers.REGISTERED if owner or imports_framework(call.file) else tiers.CONVENTION
    for path in paths:
        if owner is not None or _plausible(call, path):
            for prefix in routers.prefixes(owner):
                yield from _route(modules, call, prefix, path, handler, confidence)


def _route(
    modules: PythonModules, call: WebCall, prefix: str, path: str, handler: str, confidence: float
) -> Iterator[EntryPoint]:
    for method in _methods(modules, call, handler):
        yield make_entry_point(
            ecosystem,
            Kind.HTTP_ROUTE,
            f"{method} {join_route(prefix, path) or '/'}",
            call.file,
            call.registration.line,
            confidence=confidence,
            evidence=call.registration.text,
            symbol=handler,
        )


def _route_paths(modules: PythonModules, call: WebCall) -> list[str]:
    """Return the paths that a call or decorator registers; none when it registers no route."""
    form, method, arguments = call.registration.form, call.method, call.arguments
    if form == "decorator" and method in _METHODS | _ROUTE_CALLS and call.owner:
        # Flask-RESTX takes any number of paths; of other frameworks the first is the only one.
        written = [arguments.keywords.get("path") or arguments.keywords.get("rule") or "", *arguments.positional]
        written = written if method == "route" else [text for text in written if text][:1]
    elif form == "call" and method == "add_resource":
        written = list(arguments.positional[1:])
    elif form == "call" and is_of_aiohttp(modules, call, *_METHODS, "view"):
        written = [arguments.at(0, "path")]
    elif form == "call" and method in _ADDING:
        written = [arguments.at(0, "path") or arguments.at(0, "rule")]
    else:
        return []
    paths = (text_of(modules, call.file, text) for text in written if text)
    return [path for path in paths if path is not None]


def _plausible(call: WebCall, path: str) -> bool:
    """Tell whether a route of an unknown owner is one: its path is rooted and its file knows a framework."""
    return path.startswith("/") and (imports_framework(call.file) or call.registration.form == "decorator")


def _handler(call: WebCall) -> str:
    """Return what a call registers; Flask's ``endpoint`` is a mere name, that of others is the function."""
    arguments = call.arguments
    if call.method == "add_resource":
        text = arguments.at(0)
    elif call.method == "add_url_rule":
        text = arguments.at(2, "view_func")
    else:
        text = arguments.at(1, "endpoint")
    return dotted(re.sub(r"\.as_view\(.*", "", text, flags=re.DOTALL))


def _methods(modules: PythonModules, call: WebCall, handler: str) -> tuple[str, ...]:
    if call.method in _METHODS:
        return (call.method.upper(),)
    if "websocket" in call.method.lower():
        return ("WS",)
    written = literals(call.arguments.keywords.get("methods", ""))
    if written:
        return tuple(dict.fromkeys(method.upper() for text in written for method in text.split()))
    return _answered(modules, call.file, handler) or ("GET",)


def _answered(modules: PythonModules, file: SourceFile, handler: str) -> tuple[str, ...]:
    """Return the methods that a class of views has functions for."""
    named = methods_of(modules, file, handler) if handler else ()
    return tuple(name.upper() for name in named if name in _METHODS)
