"""C#: programs, and the routes of ASP.NET controllers and minimal APIs."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import literal, literals, parse_arguments
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.entrypoints.routing import join_route
from indexer.entrypoints.script_roles import source_role
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "csharp"

_HTTP: Final = re.compile(r"Http(Get|Post|Put|Patch|Delete|Head|Options)")
_MAP: Final = re.compile(r"Map(Get|Post|Put|Patch|Delete)")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find what C# starts in ``tree``."""
    projects = {file.directory: posixpath.splitext(file.name)[0] for file in tree if file.name.endswith(".csproj")}
    for file in files_in(tree, "csharp"):
        yield from _mains(file, projects)
        yield from _controllers(file)
        yield from _minimal(file)


def _mains(file: SourceFile, projects: dict[str, str]) -> Iterator[EntryPoint]:
    main = next((item for item in file.facts.registrations if item.form == "main"), None)
    if main is None:
        return
    directory = file.directory
    while directory and directory not in projects:
        directory = posixpath.dirname(directory)
    yield make_entry_point(
        ecosystem,
        Kind.MAIN_FUNCTION,
        projects.get(directory) or main.target.rpartition(".")[0] or file.name.removesuffix(".cs"),
        file,
        main.line,
        confidence=tiers.LANGUAGE_MAIN,
        evidence=main.text,
        symbol=main.target,
        role=source_role(file),
    )


def _controllers(file: SourceFile) -> Iterator[EntryPoint]:
    decorators = [item for item in file.facts.registrations if item.form == "decorator"]
    paths: dict[str, list[str]] = {}
    for item in decorators:
        if item.callee == "Route" and (path := literal(parse_arguments(item.arguments).at(0))) is not None:
            paths.setdefault(item.target, []).append(path)
    for item in decorators:
        method = _HTTP.fullmatch(item.callee)
        if method:
            owner, _, action = item.target.rpartition(".")
            own = literals(parse_arguments(item.arguments).at(0)) or tuple(paths.get(item.target, ()))
            for outer in paths.get(owner, [""]):
                for inner in own or ("",):
                    yield _route(file, item, method[1], _composed(outer, inner, owner, action), item.target)


def _composed(outer: str, inner: str, owner: str, action: str) -> str:
    """Return the whole path: a rooted one stands alone, and tokens stand for the names of class and method."""
    path = join_route(inner.removeprefix("~")) if inner.startswith(("/", "~/")) else join_route(outer, inner)
    controller = owner.rpartition(".")[2].removesuffix("Controller")
    return path.replace("[controller]", controller).replace("[action]", action)


def _minimal(file: SourceFile) -> Iterator[EntryPoint]:
    groups = {
        item.target: (item.callee.rpartition(".")[0], literal(parse_arguments(item.arguments).at(0)) or "")
        for item in file.facts.registrations
        if item.form == "assignment" and item.callee.endswith(".MapGroup")
    }
    for item in file.facts.registrations:
        owner, _, word = item.callee.rpartition(".")
        method = _MAP.fullmatch(word)
        path = literal(parse_arguments(item.arguments).at(0)) if method and item.form == "call" else None
        if method and path is not None:
            yield _route(file, item, method[1], join_route(*_prefixes(groups, owner), path), "")


def _prefixes(groups: dict[str, tuple[str, str]], owner: str) -> list[str]:
    found: list[str] = []
    seen: set[str] = set()
    while owner in groups and owner not in seen:
        seen.add(owner)
        owner, prefix = groups[owner]
        found.insert(0, prefix)
    return found


def _route(file: SourceFile, item: Registration, method: str, path: str, symbol: str) -> EntryPoint:
    return make_entry_point(
        ecosystem,
        Kind.HTTP_ROUTE,
        f"{method.upper()} {path or '/'}",
        file,
        item.line,
        confidence=tiers.REGISTERED,
        evidence=item.text,
        symbol=symbol,
    )
