"""Apps of Python's web frameworks: those of modules, the functions that make one, and what modules make with these."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, files_in, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.python_calls import WebCall, imports_framework, is_of_aiohttp
from indexer.entrypoints.python_classes import is_made_of
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.python_servers import as_served, served_names
from indexer.facts import EntryPoint
from indexer.tree import SourceFile

_APPS: Final = re.compile(r"FastAPI|Flask|Starlette|Quart|Sanic|Litestar|APIFlask|OpenAPI|Bottle|Robyn|NinjaAPI")
_INSTANCE: Final = re.compile(r"(?m)^(\w+)\s*(?::[^=\n]+)?=\s*([\w.]+)\(")


class _Instance(NamedTuple):
    """``app = create_app()`` at the top of a module."""

    file: SourceFile
    line: int
    target: str
    factory: str


def is_app(modules: PythonModules, call: WebCall) -> bool:
    """Tell whether a call makes a whole app and keeps it, or returns it."""
    made = call.registration
    kept = made.form == "assignment" and bool(made.target)
    returned = made.form == "call" and made.text.startswith("return ") and bool(call.scopes)
    if not (kept or returned) or not imports_framework(call.file):
        return False
    # An app of aiohttp's is also what an object makes for its own use, out of every server's reach.
    of_aiohttp = is_of_aiohttp(modules, call, "Application") and (not call.scopes or bool(_factory(call)))
    return of_aiohttp or is_made_of(modules, call.file, made.callee, _APPS)


def app_entry_points(modules: PythonModules, apps: Iterable[WebCall]) -> Iterator[EntryPoint]:
    """Yield the apps that servers are given."""
    calls = list(apps)
    factories = {(call.file.path, name) for call in calls if (name := _factory(call))}
    instances = _served(modules, list(_instances(modules, factories)), factories)
    served = {(instance.file.path, instance.factory) for instance in instances}
    names = served_names(modules.tree)
    for call in calls:
        # An app that its own file makes with the function is what a server is given.
        if (call.file.path, _factory(call)) not in served:
            name = _name(modules, call.file, _started(call), names)
            yield _app(name, call.file, call.registration.line, call.registration.text)
    for file, line, target, _ in instances:
        name = _name(modules, file, target, names)
        yield _app(name, file, line, line_at(modules.tree.text(file), line))


def _name(modules: PythonModules, file: SourceFile, started: str, names: frozenset[str]) -> str:
    """Return the name of an app: that by which a package hands it on, if a server is told of the package."""
    module = modules.name_of(file.path)
    for short in sorted(names):
        package, _, target = short.partition(":")
        if target == started and module.startswith(f"{package}."):
            holder = modules.find(package)
            if holder is not None and _hands_on(modules, holder, target, file):
                return short
    return as_served(f"{module}:{started}", names)


def _hands_on(modules: PythonModules, package: SourceFile, name: str, file: SourceFile) -> bool:
    return any(
        modules.find(item.module, package.path, item.level) == file
        for item in package.facts.imports
        if not {"*", name}.isdisjoint(item.names)
    )


def _served(modules: PythonModules, instances: list[_Instance], factories: set[tuple[str, str]]) -> list[_Instance]:
    """Leave out the apps that are made for a module's own use, where others are there to be served."""
    packages = {posixpath.dirname(path) for path, _ in factories if path.endswith("__init__.py")}
    kept = [found for found in instances if not _works_within(modules, found)] or instances
    return [found for found in kept if found.file.directory not in packages] or kept


def _works_within(modules: PythonModules, instance: _Instance) -> bool:
    """Tell whether a module makes an app for the sake of its context, and neither runs it nor adds to it."""
    text, name = modules.tree.text(instance.file), re.escape(instance.target)
    adds_or_runs = re.search(rf"(?m)^\s*(?:@{name}\.|{name}\.run\()", text)
    return re.search(rf"\b{name}\.app_context\(", text) is not None and adds_or_runs is None


def _factory(call: WebCall) -> str:
    """Return the function that the app is made in, empty for an app of the module."""
    symbols = call.file.facts.symbols
    names = (symbol.name for symbol in symbols if symbol.kind == "function" and symbol.line in call.scopes[-1:])
    return next(names, "")


def _started(call: WebCall) -> str:
    factory = _factory(call)
    return f"{factory}()" if factory else call.registration.target


def _instances(modules: PythonModules, factories: set[tuple[str, str]]) -> Iterator[_Instance]:
    """Yield what modules make with ``factories``."""
    paths, names = {path for path, _ in factories}, {name for _, name in factories}
    stems = {posixpath.basename(path).removesuffix(".py") for path in paths}
    for file in files_in(modules.tree, "python"):
        imported = {name for item in file.facts.imports for name in (*item.names, item.module.rpartition(".")[2])}
        if file.path not in paths and imported.isdisjoint(names | stems):
            continue
        text = modules.tree.text(file)
        for match in _INSTANCE.finditer(text):
            places = [(file, match[2]), *modules.follow(file, match[2])]
            if any((there.path, name) in factories for there, name in places):
                yield _Instance(file, line_of_offset(text, match.start(1)), match[1], match[2])


def _app(name: str, file: SourceFile, line: int, evidence: str) -> EntryPoint:
    return make_entry_point(
        "python",
        Kind.HTTP_APP,
        name,
        file,
        line,
        confidence=tiers.REGISTERED,
        evidence=evidence,
        symbol=name.rpartition(":")[2].removesuffix("()"),
    )
