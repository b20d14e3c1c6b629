"""Java: ``main`` methods, and what Spring, JAX-RS and picocli start by annotation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import Arguments, literal, parse_arguments
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.entrypoints.java_constants import Constants
from indexer.entrypoints.routing import join_route
from indexer.entrypoints.script_roles import source_role
from indexer.entrypoints.spans import inside_of
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "java"

_PACKAGE: Final = re.compile(r"(?m)^\s*package\s+([\w.]+)\s*;")
_SPRING: Final = {f"{name}Mapping": (name.upper(),) for name in ("Get", "Post", "Put", "Delete", "Patch")}
_JAX_RS: Final = frozenset("GET POST PUT DELETE PATCH HEAD OPTIONS".split())
_MICRONAUT: Final = {name: (name.upper(),) for name in ("Get", "Post", "Put", "Delete", "Patch", "Head", "Options")}
_CLIENTS: Final = frozenset({"FeignClient", "RegisterRestClient"})
_CUT_AT: Final = 400
_VERB: Final = re.compile(r"\b([A-Z]+)\b")
_CLASS: Final = re.compile(r"([\w.]+)\.class")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find what starts in the Java files of ``tree``."""
    files = [file for file in files_in(tree, "java") if file.facts.registrations]
    commands = _commands(tree, files)
    composed = _composed_mappings(files)
    constants = Constants(tree)
    for file in files:
        yield from _mains(tree, file)
        yield from _routes(file, composed, constants)
        yield from _tasks(file)
        yield from _command_entries(file, commands)


def _last(item: Registration) -> str:
    return item.callee.rpartition(".")[2]


def _mains(tree: SourceTree, file: SourceFile) -> Iterator[EntryPoint]:
    for item in file.facts.registrations:
        if item.form == "main":
            package = _PACKAGE.search(tree.text(file))
            owner = item.target.rpartition(".")[0] or file.name.removesuffix(".java")
            yield make_entry_point(
                ecosystem,
                Kind.MAIN_FUNCTION,
                f"{package[1]}.{owner}" if package else owner,
                file,
                item.line,
                confidence=tiers.LANGUAGE_MAIN,
                evidence=item.text,
                symbol=item.target,
                role=source_role(file),
            )


def _composed_mappings(files: list[SourceFile]) -> dict[str, tuple[str, ...]]:
    """Return the methods of annotations that are made of a mapping, by their simple names."""
    return {
        item.target.rpartition(".")[2]: methods
        for file in files
        for item in file.facts.registrations
        if item.form == "decorator"
        and _is_interface(file, item.target)
        and any(methods := _methods(item, parse_arguments(item.arguments), {}))
    }


def _is_interface(file: SourceFile, target: str) -> bool:
    return any(symbol.name == target and symbol.kind == "interface" for symbol in file.facts.symbols)


def _routes(file: SourceFile, composed: Mapping[str, tuple[str, ...]], constants: Constants) -> Iterator[EntryPoint]:
    decorators = [item for item in file.facts.registrations if item.form == "decorator"]
    clients = {item.target for item in decorators if _last(item) in _CLIENTS}
    prefixes = {
        item.target: _paths(file, parse_arguments(item.arguments), constants)
        for item in decorators
        if _last(item) in _prefixing(file) and _is_class(file, item.target)
    }
    paths = {
        item.target: _paths(file, parse_arguments(item.arguments), constants)
        for item in decorators
        if _last(item) == "Path"
    }
    for item in decorators:
        owner = item.target.rpartition(".")[0]
        if owner in clients or _is_class(file, item.target):
            continue
        arguments = parse_arguments(item.arguments)
        inner = paths.get(item.target, ("",)) if _last(item) in _JAX_RS else _paths(file, arguments, constants)
        for method in _methods(item, arguments, _composed_in(file, item, arguments, composed)):
            for outer in prefixes.get(owner, ("",)):
                for path in inner:
                    # To JAX-RS a slash at the end of a resource's path makes no difference.
                    route = join_route(outer, path.rstrip("/") if outer and _last(item) in _JAX_RS else path)
                    yield _route(file, item, f"{method} {route or '/'}".strip())


def _composed_in(
    file: SourceFile, item: Registration, arguments: Arguments, composed: Mapping[str, tuple[str, ...]]
) -> Mapping[str, tuple[str, ...]]:
    """Return the methods of annotations that only a framework which the file imports knows as routes."""
    if _speaks_micronaut(file):
        return {**composed, **_MICRONAUT}
    if _last(item) == "Route" and _imports(file, "io.quarkus.vertx.web") and "FAILURE" not in item.arguments:
        return {**composed, "Route": tuple(_VERB.findall(arguments.keywords.get("methods", ""))) or ("",)}
    return composed


def _prefixing(file: SourceFile) -> set[str]:
    """Return the annotations of a class that give its routes a prefix; Spring's controllers bear a name instead."""
    return {"RequestMapping", "Path", "RouteBase", *(["Controller"] if _speaks_micronaut(file) else [])}


def _speaks_micronaut(file: SourceFile) -> bool:
    return _imports(file, "io.micronaut.http.annotation")


def _imports(file: SourceFile, package: str) -> bool:
    return any(imported.module.startswith(package) for imported in file.facts.imports)


def _is_class(file: SourceFile, target: str) -> bool:
    container, _, name = target.rpartition(".")
    return any(
        symbol.name == name
        and symbol.container == container
        and symbol.kind not in {"method", "function", "constructor"}
        for symbol in file.facts.symbols
    )


def _methods(item: Registration, arguments: Arguments, composed: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    last = _last(item)
    if last in composed:
        return composed[last]
    if last in _SPRING:
        return _SPRING[last]
    if last == "RequestMapping":
        return tuple(_VERB.findall(arguments.keywords.get("method", ""))) or ("",)
    return (last,) if last in _JAX_RS and not item.arguments else ()


def _paths(file: SourceFile, arguments: Arguments, constants: Constants) -> tuple[str, ...]:
    text = arguments.keywords.get("value") or arguments.keywords.get("path") or arguments.at(0)
    return (constants.texts(file, text) if text else ()) or ("",)


def _route(file: SourceFile, item: Registration, name: str) -> EntryPoint:
    return make_entry_point(
        ecosystem,
        Kind.HTTP_ROUTE,
        name,
        file,
        item.line,
        confidence=tiers.REGISTERED,
        evidence=item.text,
        symbol=item.target,
    )


def _tasks(file: SourceFile) -> Iterator[EntryPoint]:
    for item in file.facts.registrations:
        if item.form == "decorator" and _last(item) == "Scheduled" and item.target:
            yield make_entry_point(
                ecosystem,
                Kind.TASK,
                item.target,
                file,
                item.line,
                confidence=tiers.REGISTERED,
                evidence=item.text,
                symbol=item.target,
            )


def _commands(tree: SourceTree, files: list[SourceFile]) -> dict[str, tuple[str, str]]:
    """Return the name of each picocli command class, and the class that lists it as a subcommand."""
    names: dict[str, str] = {}
    parents: dict[str, str] = {}
    for file in files:
        for item in file.facts.registrations:
            if item.form == "decorator" and _last(item) == "Command" and _imports_picocli(file):
                # A long list of subcommands is cut short in the facts.
                whole = item.arguments if len(item.arguments) < _CUT_AT else inside_of(tree.text(file), item)
                keywords = parse_arguments(whole).keywords
                simple = item.target.rpartition(".")[2]
                names[simple] = literal(keywords.get("name", "")) or ""
                for child in _CLASS.findall(keywords.get("subcommands", "")):
                    parents[child.rpartition(".")[2]] = simple
    return {simple: (name, parents.get(simple, "")) for simple, name in names.items()}


def _imports_picocli(file: SourceFile) -> bool:
    return _imports(file, "picocli")


def _command_entries(file: SourceFile, commands: dict[str, tuple[str, str]]) -> Iterator[EntryPoint]:
    for item in file.facts.registrations:
        simple = item.target.rpartition(".")[2]
        if item.form != "decorator" or _last(item) != "Command" or not commands.get(simple, ("", ""))[0]:
            continue
        name, parent = commands[simple]
        seen = {simple}
        while parent and parent not in seen and parent in commands:
            seen.add(parent)
            above, parent = commands[parent]
            name = f"{above} {name}".strip()
        yield make_entry_point(
            ecosystem,
            Kind.CLI_COMMAND,
            name,
            file,
            item.line,
            confidence=tiers.REGISTERED,
            evidence=item.text,
            symbol=item.target,
        )
