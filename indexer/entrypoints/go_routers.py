"""The routers of Go's web frameworks: where they are made, grouped, handed on and mounted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from indexer.entrypoints.arguments import parse_arguments, split_top_level
from indexer.entrypoints.base import line_of_offset
from indexer.entrypoints.go_mounts import hand_on, note_handed_on, note_mount
from indexer.entrypoints.go_web import ROUTER_TYPE, Call, Web, chain_prefix, find_router
from indexer.entrypoints.routing import Mount, RouterKey
from indexer.facts import Registration
from indexer.tree import SourceFile

_GROUPING: Final = frozenset({"Group", "PathPrefix", "Route", "Party"})
_NEW_ROUTERS: Final = re.compile(
    r"(?:gin|echo|chi|fiber|mux|http|httprouter|iris|route)\.(?:New|Default|NewRouter|NewMux|NewServeMux|Classic)"
)
_RETURNS_ROUTER: Final = re.compile(
    r"\)\s*\(?\s*(?:\w+\s+)?\*?(?:gin\.(?:RouterGroup|Engine|IRouter)|echo\.(?:Group|Echo)|chi\.(?:Router|Mux)"
    r"|http\.ServeMux|mux\.Router|fiber\.(?:Router|App)|(?:httprouter|route)\.Router)\b[^()]*\)?\s*\{?\s*$"
)
_PATH_PARAMETER: Final = re.compile(r"\)\s*(?:Get|Post|Put|Patch|Delete|Head|Options)\(\s*(\w+)(?:\s+string)?\s*,")
_MADE: Final = re.compile(r"(?m)^\s*(?:var\s+)?(\w+)(?:\s*,\s*\w+)?\s*:?=\s*(?:(\w+)\.)?(\w+)\(")
_CONFIGURED: Final = re.compile(rf"\b(\w+)\s*:?=\s*(?:{_NEW_ROUTERS.pattern})\([^\n]*\)\s*\.\s*\w+\(")
_ASSIGNED: Final = re.compile(r"([\w.]+)\s*:?=\s*$")


def read_calls(web: Web, files: list[SourceFile]) -> list[Call]:
    """Return the registering calls of the files, and note in ``web`` the routers that they make and mount."""
    for file in files:
        _note_parameters(web, file)
        _note_wrappers(web, file)
        _note_configured(web, file)
    makers = {
        name: [there for there, symbol in found if _RETURNS_ROUTER.search(symbol.signature)]
        for name, found in web.functions.items()
    }
    makers = {name: found for name, found in makers.items() if found}
    for file in files if makers else ():
        _note_made(web, file, makers)
    calls = [call for file in files for item in file.facts.registrations if (call := _call(web, file, item))]
    for call in calls:
        _note_router(web, call)
    for file in files:
        note_handed_on(web, file)
    for call in calls:
        note_mount(web, call)
    return calls


def _call(web: Web, file: SourceFile, item: Registration) -> Call | None:
    links = split_top_level(item.callee, ".") if item.form in {"call", "assignment"} else []
    if not links[1:]:
        return None
    return Call(file, item, links, parse_arguments(item.arguments), web.scopes.around(file, item.line))


def _note_parameters(web: Web, file: SourceFile) -> None:
    """Note the routers that functions of the file take as parameters."""
    for symbol in file.facts.symbols:
        if symbol.kind in {"function", "method"}:
            web.functions.setdefault(symbol.name, []).append((file, symbol))
            for match in ROUTER_TYPE.finditer(symbol.signature):
                web.routers.define(RouterKey(file.path, symbol.line, match[1]))


def _note_wrappers(web: Web, file: SourceFile) -> None:
    """Note the methods that hand a path on to a router: ``func (a *App) Get(path string, f http.HandlerFunc)``."""
    lines: list[str] = []
    for symbol in file.facts.symbols:
        parameter = _PATH_PARAMETER.search(symbol.signature) if symbol.kind == "method" else None
        if parameter:
            lines = lines or web.tree.text(file).splitlines()
            body = "\n".join(lines[symbol.line : symbol.end_line])
            if re.search(
                rf"\.(?:Handle|HandleFunc|Method|{symbol.name}|{symbol.name.upper()})\([^()]*\b{parameter[1]}\b", body
            ):
                web.wrappers.add((file.directory, symbol.name))


def _note_made(web: Web, file: SourceFile, makers: Mapping[str, list[SourceFile]]) -> None:
    """Note the routers that a function of the repository returns: ``r := router.New()``."""
    text = web.tree.text(file)
    for match in _MADE.finditer(text):
        for there in makers.get(match[3], ()):
            if there.directory == file.directory or there.directory.rpartition("/")[2] == match[2]:
                web.routers.define(_key_at(file, line_of_offset(text, match.start(1)), match[1]))


def _note_configured(web: Web, file: SourceFile) -> None:
    """Note the routers that a chain hands back: ``r := route.New().WithInstrumentation(f)``."""
    text = web.tree.text(file)
    for match in _CONFIGURED.finditer(text):
        web.routers.define(_key_at(file, line_of_offset(text, match.start(1)), match[1]))


def _key_at(file: SourceFile, line: int, name: str) -> RouterKey:
    """Return the key of a variable in the innermost function around a line."""
    around = [
        symbol.line
        for symbol in file.facts.symbols
        if symbol.kind in {"function", "method"} and symbol.line <= line <= symbol.end_line
    ]
    return RouterKey(file.path, max(around, default=0), name)


def _note_router(web: Web, call: Call) -> None:
    """Note the router that a call makes, new or as a group of another."""
    target = call.item.target or _assigned_to(call)
    if not target:
        _note_handed_group(web, call)
        return
    key = _key_of(web, call, RouterKey(call.file.path, 0 if "." in target else (call.scopes or (0,))[0], target))
    if _NEW_ROUTERS.fullmatch(call.item.callee):
        web.routers.define(key)
    elif call.method in _GROUPING or call.method in {"Subrouter", "Router"}:
        prefix = chain_prefix(call) if call.method == "Subrouter" else web.path(call)
        parent = find_router(web, call, call.owner)
        web.routers.define(key)
        web.routers.mount(key, Mount(parent, prefix or ""), call.file)


def _key_of(web: Web, call: Call, key: RouterKey) -> RouterKey:
    """Return the key for a name that a call gives a router: a new one where the name meant another before."""
    if (
        key not in web.routers.mounts
        or not key.scope
        or not re.search(rf"\b{re.escape(key.name)}\s*:=", call.item.text)
    ):
        return key
    renewed = key._replace(name=f"{key.name}@{call.item.line}")
    web.renewed.setdefault(key, []).append((call.item.line, renewed))
    return renewed


def _note_handed_group(web: Web, call: Call) -> None:
    """Mount the parameter of ``Register`` for ``users.Register(v1.Group("/users"))``."""
    handed = re.search(rf"([\w.]*?)(\w+)\((?:[^()]*,\s*)?{re.escape(call.item.callee)}\(", call.item.text)
    if call.method in _GROUPING and handed:
        parent = find_router(web, call, call.owner)
        hand_on(web, call.file, (handed[1], handed[2]), Mount(parent, web.path(call) or ""))


def _assigned_to(call: Call) -> str:
    """Return the variable that a call on the registration's line is assigned to."""
    before = call.item.text.partition(f"{call.item.callee}(")[0]
    match = _ASSIGNED.search(before)
    return match[1] if match else ""
