"""Go's programs and libraries: ``package main`` with a ``main`` function, and the package at a module's root."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, developer_role, files_in, files_named, line_at, line_of, make_entry_point
from indexer.entrypoints.script_roles import source_role
from indexer.facts import EntryPoint, Registration, Role
from indexer.tree import SourceFile, SourceTree

ecosystem = "go"

_MODULE: Final = re.compile(r"(?m)^module\s+\"?([^\s\"]+)")
_IGNORED: Final = re.compile(r"(?m)^//\s*(?:go:build\s+(?:ignore|tools|generate)\b|\+build\s+(?:ignore|tools)\b)")
_PACKAGE: Final = r"^package\s+\w+"
_PROGRAM: Final = re.compile(r"(?m)^package\s+main\b")
_MAJOR: Final = re.compile(r"v\d+")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the programs and library roots of ``tree``."""
    modules = {file.directory: module_path(tree, file) for file in files_named(tree, "go.mod")}
    mains = [(file, main) for file in files_in(tree, "go") for main in file.facts.registrations if main.form == "main"]
    tree.preload([file for file, _ in mains])
    taken: set[str] = set()
    for file, main in sorted(mains, key=lambda found: (found[0].name != "main.go", found[0].path)):
        if _IGNORED.search(tree.text(file)):
            yield _generator(file, main)
        elif file.directory not in taken:
            taken.add(file.directory)
            yield _program(file, main, program_name(modules, file.directory, tree.name))
    yield from _library_roots(tree, modules, taken)


def program_name(modules: dict[str, str], directory: str, fallback: str) -> str:
    """Return what ``go install`` calls the program of a directory: its name, or its module's at the root."""
    path = modules.get(directory, "")
    parts = (path or directory or fallback).split("/")
    return parts[-2] if len(parts) > 1 and _MAJOR.fullmatch(parts[-1]) else parts[-1]


def module_path(tree: SourceTree, file: SourceFile) -> str:
    """Return the path that a ``go.mod`` gives its module, empty when it gives none."""
    match = _MODULE.search(tree.text(file))
    return match[1] if match else ""


def _program(file: SourceFile, main: Registration, name: str) -> EntryPoint:
    return make_entry_point(
        ecosystem,
        Kind.BINARY,
        name,
        file,
        main.line,
        confidence=tiers.LANGUAGE_MAIN,
        evidence=main.text,
        symbol="main",
        role=source_role(file),
    )


def _generator(file: SourceFile, main: Registration) -> EntryPoint:
    return make_entry_point(
        ecosystem,
        Kind.SCRIPT,
        f"go run {file.path}",
        file,
        main.line,
        confidence=tiers.LANGUAGE_MAIN,
        evidence=main.text,
        symbol="main",
        role=developer_role(file),
    )


def _library_roots(tree: SourceTree, modules: dict[str, str], programs: set[str]) -> Iterator[EntryPoint]:
    by_directory: dict[str, list[SourceFile]] = {}
    for file in files_in(tree, "go"):
        if file.role is not Role.TEST:
            by_directory.setdefault(file.directory, []).append(file)
    for directory, module in sorted(modules.items()):
        files = by_directory.get(directory, [])
        # What lies below ``internal`` nobody else may import.
        if not module or not files or directory in programs or "internal" in directory.split("/"):
            continue
        stem = program_name(modules, directory, tree.name)
        file = min(files, key=lambda found: (found.name != "doc.go", found.name != f"{stem}.go", found.path))
        if _PROGRAM.search(tree.text(file)) or _IGNORED.search(tree.text(file)):
            continue
        line = line_of(tree.text(file), _PACKAGE) or 1
        yield make_entry_point(
            ecosystem,
            Kind.LIBRARY_ROOT,
            module,
            file,
            line,
            confidence=tiers.CONVENTION,
            evidence=line_at(tree.text(file), line),
            symbol=posixpath.basename(module),
        )
