"""Functions and classes of a repository that make routers, and the variables that these routers are put into."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection
from typing import Final

from indexer.entrypoints.base import files_in, line_of_offset
from indexer.entrypoints.javascript_modules import LANGUAGES, imports_any
from indexer.entrypoints.javascript_routers import FRAMEWORKS, HANDED_IN, ROUTER_MAKERS, Web, add_app
from indexer.entrypoints.javascript_settings import text_of
from indexer.entrypoints.javascript_text import links_after
from indexer.entrypoints.routing import Mount, RouterKey, join_route
from indexer.entrypoints.signatures import function_at
from indexer.tree import SourceFile

_CHAIN: Final = (
    r"(?:(?:const|let|var)\s+(\w+)\s*(?::[^=\n]+)?=|export\s+default|module\.exports\s*=|\breturn)"
    r"\s*((?:new\s+)?(?:\w+\.)?(?:Router|Hono|OpenAPIHono|express{0})\s*(?:<[^()]*>)?\()"
)
_RETURNED: Final = re.compile(r"(?:\breturn|=>)\s*(?:await\s+)?(new\s+)?([\w$.]+)\s*(?:<[^()\n]*>)?([(;\n}]|$)")
_BOUND: Final = re.compile(
    r"(?:const|let|var)\s+(\w+)\s*(?::[^=\n]+)?=\s*(?:await\s+)?(?:new\s+)?([\w$]+)\s*(?:<[^()\n]*>)?"
    r"(?=\((?:\s*(?:await\s+)?([\w$]+)\()?)"
)
_HANDED: Final = re.compile(r"([\w$]+)\(\s*(?:await\s+)?([\w$]+)\(")
_SUBCLASS: Final = re.compile(r"\bclass\s+(\w+)\s+extends\s+(?:Koa|Hono|OpenAPIHono)\b")
_APP_NAMES: Final = frozenset("app application server".split())
_ROUNDS: Final = 3
"""A function that returns what another returns, which a third puts into a variable: deeper is not met."""


def define_products(web: Web, files: Collection[SourceFile]) -> None:
    """Note the functions of the files that return routers, and the variables that these are put into."""
    for file in files:
        web.factories.update(dict.fromkeys(_subclasses(web, file)))
    for _ in range(_ROUNDS):
        before = len(web.factories)
        for file in files:
            _define_factories(web, file)
        for file in files:
            _define_products(web, file)
        if len(web.factories) == before:
            return


def users_of_factories(web: Web, files: Collection[SourceFile]) -> list[SourceFile]:
    """Return the files, beyond those given, that import a function of the repository that returns a router."""
    names = {name for _, name in web.factories}
    stems = {posixpath.splitext(posixpath.basename(path))[0] for path, _ in web.factories}
    known = {file.path for file in files}
    return [
        file
        for file in (files_in(web.modules.tree, *LANGUAGES) if names else ())
        if file.path not in known
        and any(
            not names.isdisjoint(imported.names) or posixpath.splitext(posixpath.basename(imported.module))[0] in stems
            for imported in file.facts.imports
        )
    ]


def mount_products(web: Web, file: SourceFile) -> None:
    """Mount what functions put on a router that another function makes in the same call: ``routes(createApp())``."""
    for match in _HANDED.finditer(web.modules.code(file)):
        maker, target = _factory(web, file, match[2]), web.modules.follow(file, match[1])
        parent = web.factories[maker] if maker else None
        child = RouterKey(target[0].path, 0, HANDED_IN) if target else None
        if parent is not None and child in web.routers.own:
            web.routers.mount(child, Mount(parent, ""), file)


def chains_of(web: Web, file: SourceFile) -> list[tuple[int, str]]:
    """Return line and variable of each chain of calls that begins with a new router; no variable for an export."""
    own = "".join(f"|{re.escape(name)}" for name in sorted(_known_factories(web, file)))
    text = web.modules.code(file)
    found = re.finditer(_CHAIN.format(own), text)
    return [(line_of_offset(text, match.start(2)), match[1] or "") for match in found]


def starts_chain(web: Web, file: SourceFile, callee: str) -> bool:
    """Tell whether a chain of calls begins with a new router."""
    head = callee.partition("(")[0]
    return bool(re.match(r"new|Router|express|\w+\.Router", callee)) or head in _known_factories(web, file)


def _known_factories(web: Web, file: SourceFile) -> set[str]:
    local = {name for path, name in web.factories if path == file.path}
    imported = {name for name in web.modules.bindings(file) if _factory(web, file, name)} if web.factories else set()
    return local | imported


def _base(web: Web, file: SourceFile, match: re.Match[str]) -> str:
    """Return the base path that the chain of calls behind a new router gives it."""
    links = links_after(web.modules.code(file), match.end())
    return join_route(*(text_of(web.modules, file, given) or "" for name, given in links if name == "basePath"))


def _subclasses(web: Web, file: SourceFile) -> list[tuple[str, str]]:
    """Return the classes of a file that are routers themselves; to make one is to make a router."""
    return (
        [(file.path, name) for name in _SUBCLASS.findall(web.modules.code(file))]
        if imports_any(file, FRAMEWORKS)
        else []
    )


def _define_factories(web: Web, file: SourceFile) -> None:
    """Note the functions of a file that return a router."""
    lines = web.modules.code(file).splitlines()
    for symbol in file.facts.symbols:
        if symbol.kind != "function" or (file.path, symbol.name) in web.factories:
            continue
        for match in _RETURNED.finditer("\n".join(lines[symbol.line - 1 : symbol.end_line])):
            returned = RouterKey(file.path, symbol.line, match[2])
            if returned in web.routers.own:
                web.factories[file.path, symbol.name] = returned
            elif match[3] == "(" and _is_fresh(web, file, match[2]):
                web.factories[file.path, symbol.name] = None


def _is_fresh(web: Web, file: SourceFile, name: str) -> bool:
    """Tell whether calling ``name`` gives a router that has no variable yet."""
    last = name.rpartition(".")[2]
    if last in ROUTER_MAKERS and last != "createServer" and imports_any(file, FRAMEWORKS):
        return True
    place = _factory(web, file, name)
    return place is not None and web.factories[place] is None


def _factory(web: Web, file: SourceFile, name: str) -> tuple[str, str] | None:
    if (file.path, name) in web.factories:
        return file.path, name
    place = web.modules.follow(file, name)
    return (place[0].path, place[1]) if place and (place[0].path, place[1]) in web.factories else None


def _define_products(web: Web, file: SourceFile) -> None:
    """Note the routers that functions of the repository made; what they return lies where the variable does."""
    text = web.modules.code(file)
    for match in _BOUND.finditer(text) if web.factories else ():
        # A function of the project that is handed a new router gives it back.
        place = _factory(web, file, match[2]) or (_factory(web, file, match[3]) if match[3] else None)
        if place is None:
            continue
        line = line_of_offset(text, match.start(1))
        function = function_at(file, line)
        key = RouterKey(file.path, function.line if function else 0, match[1])
        returned = web.factories[place]
        if key in web.routers.own or key == returned:
            continue
        web.routers.define(
            key, join_route(web.routers.own.get(returned, "") if returned else "", _base(web, file, match))
        )
        if returned is not None:
            web.routers.mount(returned, Mount(key, "", replaces=True), file)
            web.aliases.setdefault(returned, set()).add(key)
        if function is None and match[1] in _APP_NAMES and returned not in web.apps:
            add_app(web, key, file, line)
