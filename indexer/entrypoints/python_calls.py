"""Registrations of Python's web frameworks, with their arguments taken apart and the routers they speak of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from indexer.entrypoints.arguments import Arguments, dotted, parse_arguments
from indexer.entrypoints.python_callers import calls_of, function_at, function_named, parameters, scopes_at
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.routing import RouterKey, Routers, Scopes
from indexer.facts import Registration
from indexer.tree import SourceFile

_FRAMEWORKS: Final = frozenset(
    "fastapi flask starlette quart sanic litestar apiflask aiohttp bottle falcon robyn blacksheep esmerald ninja "
    "flask_restful flask_restx flask_openapi3 flask_smorest connexion fastapi_utils fastapi_versioning".split()
)
_CALLED: Final = re.compile(r"([\w.]+)\(.*\)$", re.DOTALL)
_RETURNED: Final = re.compile(r"\s*return\s+(\w+)\s*(?:#.*)?$")
_FORMS: Final = frozenset({"decorator", "call", "assignment"})


@dataclass(frozen=True, slots=True)
class WebCall:
    """A registration of a file: ``owner.method(arguments)``, inside the functions at ``scopes``."""

    file: SourceFile
    registration: Registration
    owner: str
    method: str
    arguments: Arguments
    scopes: tuple[int, ...]

    @property
    def target_key(self) -> RouterKey:
        """The variable that the value is assigned to, as a router."""
        target = self.registration.target
        return RouterKey(self.file.path, self.scopes[0] if self.scopes and "." not in target else 0, target)


def web_calls(file: SourceFile, scopes: Scopes) -> Iterator[WebCall]:
    """Yield the registrations of ``file`` that may make an app, a router or a route."""
    for registration in file.facts.registrations:
        if registration.form in _FORMS:
            owner, _, method = registration.callee.rpartition(".")
            arguments = parse_arguments(registration.arguments)
            yield WebCall(file, registration, owner, method, arguments, scopes.around(file, registration.line))


def is_skeleton(modules: PythonModules, file: SourceFile) -> bool:
    """Tell whether a file only lies there to be copied into new projects: among templates that are no package."""
    before, found, _ = f"{file.directory}/".partition("/templates/")
    return bool(found) and modules.tree.get(f"{before}/templates/__init__.py") is None


def imports_framework(file: SourceFile) -> bool:
    """Tell whether the file imports one of the frameworks."""
    return any(imported.module.split(".")[0] in _FRAMEWORKS for imported in file.facts.imports)


def is_of_aiohttp(modules: PythonModules, call: WebCall, *words: str) -> bool:
    """Tell whether a call is of one of the functions or classes of aiohttp's ``web`` module."""
    bound = modules.bindings(call.file).get(call.owner or call.method)
    if bound is None or call.method not in words:
        return False
    return ".".join(part for part in (bound.module, bound.name if call.owner else "") if part) == "aiohttp.web"


def find_router(modules: PythonModules, routers: Routers, call: WebCall, written: str) -> RouterKey | None:
    """Return the router that an expression means at the call: a name, or the call of a function that makes one."""
    if made := _CALLED.match(written.strip()):
        return _made_in(modules, routers, call.file, made[1])
    name = dotted(written)
    if not name:
        return None
    if (key := routers.find(call.file.path, call.scopes, name)) is not None:
        return key
    for file, there in modules.follow(call.file, name):
        if (key := routers.find(file.path, (), there)) is not None:
            return key
    return _assigned(modules, routers, call, name) or _handed_in(modules, routers, call, name)


def _made_in(modules: PythonModules, routers: Routers, file: SourceFile, name: str) -> RouterKey | None:
    """Return the router that a function of the repository makes and returns."""
    for there, rest in [(file, name), *modules.follow(file, name)]:
        function = function_named(there, rest)
        if function is None:
            continue
        lines = modules.tree.text(there).splitlines()[function.line - 1 : function.end_line]
        returned = {match[1] for line in lines if (match := _RETURNED.match(line))}
        made = [key for key in routers.at_top(there.path) if key.scope == function.line]
        kept = [key for key in made if key.name in returned] or made
        return kept[0] if len(kept) == 1 else None
    return None


def _assigned(modules: PythonModules, routers: Routers, call: WebCall, name: str) -> RouterKey | None:
    """Return the router that a variable of the file holds since a function made it."""
    made = _makers(modules.tree.text(call.file), name)
    return _made_in(modules, routers, call.file, next(iter(made))) if len(made) == 1 else None


# Asked for each route, and a file of tests has hundreds of one name.
@lru_cache(maxsize=8)
def _makers(text: str, name: str) -> frozenset[str]:
    """Return what is called to make what a variable of a file holds."""
    return frozenset(re.findall(rf"(?m)^[ \t]*{re.escape(name)}\s*=\s*([\w.]+)\(", text))


def _handed_in(modules: PythonModules, routers: Routers, call: WebCall, name: str) -> RouterKey | None:
    """Return the router that callers hand to the function around the call, when it is one and the same."""
    function = function_at(call.file, call.scopes)
    names = parameters(modules, call.file, function) if function else []
    if function is None or name not in names:
        return None
    found = set()
    for caller in calls_of(modules, call.file, function):
        given = dotted(parse_arguments(caller.arguments).at(names.index(name), name))
        found.add(routers.find(caller.file.path, scopes_at(caller.file, caller.line), given) if given else None)
    found.discard(None)
    return found.pop() if len(found) == 1 else None
