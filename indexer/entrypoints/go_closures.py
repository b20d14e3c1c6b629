"""Go's routers whose groups are closures without a parameter, as in macaron and flamego: what lies in which.

``m.Group("/users", func() { m.Get("/:id", show) })``: the router is the same inside and out, and remembers the prefix.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from indexer.entrypoints.arguments import end_of_brackets, split_top_level
from indexer.entrypoints.base import files_in
from indexer.entrypoints.go_constants import Constants
from indexer.entrypoints.go_texts import without_comments
from indexer.entrypoints.routing import Mount, RouterKey, Routers, join_route
from indexer.facts import Symbol
from indexer.tree import SourceFile, SourceTree

_CLOSURE: Final = re.compile(r"\s*[\"`][^\"`\n]*[\"`]\s*,\s*func\(\)\s*\{")
_GROUP: Final = re.compile(r"\b(\w+)\.Group(\()")
_OPENED: Final = re.compile(r"func\(\)\s*(\{)")
_KEPT: Final = re.compile(r"\b(\w+)\s*:?=\s*func\(\)\s*(\{)")
_PARAMETER: Final = re.compile(r"[(,]\s*(\w+)\s+(\*?\w+\.\w+|\*\w+)\s*(?=[,)])")
_HANDED: Final = re.compile(r"(?<!func )\b(?:(\w+)\.)?(\w+)\(\s*(\w+)(?:\.\w+)?\s*[,)]")


class Unit(NamedTuple):
    """A function or a closure kept in a variable: what its routes lie in, by where its body begins and ends."""

    start: int
    end: int
    key: RouterKey
    is_closure: bool


class Group(NamedTuple):
    """The body of a group, with its prefix."""

    start: int
    end: int
    prefix: str


@dataclass(slots=True)
class ClosureFile:
    """A file of closures: its text without comments, the routers' names in it, its units and groups."""

    file: SourceFile
    text: str
    owners: frozenset[str]
    units: list[Unit] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)

    def place_at(self, position: int) -> Mount:
        """Return the innermost unit around a position, with the prefixes of the groups around it in there."""
        around = [unit for unit in self.units if unit.start <= position < unit.end]
        unit = max(around) if around else Unit(0, 0, RouterKey(self.file.path, 0, ""), is_closure=False)
        groups = (group for group in self.groups if unit.start <= group.start <= position < group.end)
        return Mount(unit.key, join_route(*(group.prefix for group in groups)))


def closure_files(tree: SourceTree) -> list[SourceFile]:
    """Return the files that make groups of closures without a parameter, and those that take the same routers."""
    grouping = [file for file in files_in(tree, "go") if _groups_by_closure(file)]
    types = {router for file in grouping for _, _, router in _parameters(file, _owners(file))}
    others = files_in(tree, "go") if types else []
    taking = [file for file in others if any(router in types for _, _, router in _parameters(file, None))]
    return sorted({file.path: file for file in [*grouping, *taking]}.values(), key=lambda file: file.path)


def _groups_by_closure(file: SourceFile) -> bool:
    return any(
        item.form == "call" and item.callee.endswith(".Group") and _CLOSURE.match(item.arguments)
        for item in file.facts.registrations
    )


def _owners(file: SourceFile) -> frozenset[str]:
    """Return the names of the routers that a file makes groups on."""
    return frozenset(
        item.callee.removesuffix(".Group")
        for item in file.facts.registrations
        if item.form == "call" and item.callee.endswith(".Group") and _CLOSURE.match(item.arguments)
    )


def _parameters(file: SourceFile, names: frozenset[str] | None) -> Iterator[tuple[Symbol, str, str]]:
    """Yield the functions of a file with name and type of each parameter, of those called ``names`` if given."""
    for symbol in file.facts.symbols:
        if symbol.kind in {"function", "method"}:
            for name, router in _PARAMETER.findall(symbol.signature):
                if names is None or name in names:
                    yield symbol, name, router


def read_closures(tree: SourceTree, files: Iterable[SourceFile], routers: Routers) -> list[ClosureFile]:
    """Read the units and groups of ``files``, and note in ``routers`` under which prefixes the units lie."""
    constants = Constants(tree)
    types = {router for file in files for _, _, router in _parameters(file, _owners(file))}
    read = [_read(tree, file, types, constants) for file in files]
    functions: dict[str, list[RouterKey]] = {}
    for source in read:
        for unit in source.units:
            routers.define(unit.key)
            functions.setdefault(unit.key.name, []).append(unit.key)
    for source in read:
        _note_called(source, functions, routers)
    return read


def _read(tree: SourceTree, file: SourceFile, types: set[str], constants: Constants) -> ClosureFile:
    text = without_comments(tree.text(file))
    taken = {name for _, name, router in _parameters(file, None) if router in types}
    source = ClosureFile(file, text, frozenset({*_owners(file), *taken}))
    starts = [0, *(match.end() for match in re.finditer(r"\n", text)), len(text)]
    for symbol in file.facts.symbols:
        if symbol.kind in {"function", "method"}:
            end = starts[min(symbol.end_line, len(starts) - 1)]
            source.units.append(
                Unit(starts[symbol.line - 1], end, RouterKey(file.path, symbol.line, symbol.name), is_closure=False)
            )
    for match in _KEPT.finditer(text):
        key = RouterKey(file.path, text.count("\n", 0, match.start()) + 1, match[1])
        source.units.append(Unit(match.start(2), end_of_brackets(text, match.start(2)), key, is_closure=True))
    source.groups = sorted(_groups(source, constants))
    return source


def _groups(source: ClosureFile, constants: Constants) -> Iterator[Group]:
    for match in _GROUP.finditer(source.text):
        if match[1] not in source.owners:
            continue
        end = end_of_brackets(source.text, match.start(2))
        arguments = split_top_level(source.text[match.end() : end - 1])
        prefix = constants.text(source.file, arguments[0]) if arguments else None
        opened = _OPENED.search(source.text, match.end(), end)
        if prefix is None or not arguments[1:]:
            continue
        if opened and arguments[1].startswith("func()"):
            yield Group(opened.start(1), end_of_brackets(source.text, opened.start(1)), prefix)
        else:
            yield Group(match.end(), end, prefix)


def _note_called(source: ClosureFile, functions: dict[str, list[RouterKey]], routers: Routers) -> None:
    """Mount the units where they are called: a closure by its name, a function by the router handed to it."""
    for unit in source.units:
        for match in re.finditer(rf"\b{re.escape(unit.key.name)}\b(?!\s*:?=)", source.text) if unit.is_closure else ():
            if not unit.start <= match.start() < unit.end:
                routers.mount(unit.key, source.place_at(match.start()), source.file)
    for match in _HANDED.finditer(source.text):
        if match[3] in source.owners:
            for key in _meant(source, match[1] or "", functions.get(match[2], [])):
                routers.mount(key, source.place_at(match.start()), source.file)


def _meant(source: ClosureFile, package: str, found: list[RouterKey]) -> list[RouterKey]:
    """Return the function that a call means: of the package it is qualified by, else of the file's own."""
    directories = {source.file.directory}
    if package:
        written = re.search(rf"(?m)^\s*(?:import\s+)?{re.escape(package)}\s+\"([^\"]+)\"", source.text)
        modules = [written[1]] if written else [item.module for item in source.file.facts.imports]
        directories = {module for module in modules if written or module.rpartition("/")[2] == package}
    return [key for key in found if any(_lies_in(key.path.rpartition("/")[0], there) for there in directories)]


def _lies_in(directory: str, module: str) -> bool:
    return directory == module or (bool(directory) and module.endswith(f"/{directory}"))
