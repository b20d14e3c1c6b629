"""Rust's programs and libraries: what Cargo builds, declared or found where Cargo looks for it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, files_in, files_named, line_at, line_of, make_entry_point
from indexer.entrypoints.manifests import parse_toml, table_at, toml_line
from indexer.facts import EntryPoint, Role
from indexer.tree import SourceFile, SourceTree

ecosystem = "rust"

_AUTOMATIC: Final = re.compile(r"src/bin/(?:([^/]+)\.rs|([^/]+)/main\.rs)")
_OWN_DIRECTORY: Final = re.compile(r"(?:^|/)src/bin/([^/]+?)(?:/|\.rs$)")
_EXAMPLE: Final = re.compile(r"examples/(?:([^/]+)\.rs|([^/]+)/main\.rs)")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find what Cargo builds in ``tree``."""
    by_package = _files_by_package(tree)
    publishes = _publishes_root(tree)
    for manifest in files_named(tree, "Cargo.toml"):
        document = parse_toml(tree.text(manifest))
        package = table_at(document, "package")
        if package:
            files = by_package.get(manifest.directory, {})
            kept_back = publishes and package.get("publish") is False
            for program in _programs(tree, manifest, document, files):
                yield replace(program, role=Role.DEV) if kept_back and program.role is Role.PRODUCT else program
            yield from _library(tree, document, files)


def _publishes_root(tree: SourceTree) -> bool:
    """Tell whether the root is a package that is published: a program beside it that is not serves its developers."""
    root = tree.get("Cargo.toml")
    package = table_at(parse_toml(tree.text(root)), "package") if root else {}
    return bool(package) and package.get("publish") is not False


@dataclass(frozen=True, slots=True)
class Programs:
    """The programs of each package, by the directory of its manifest."""

    by_package: Mapping[str, tuple[EntryPoint, ...]]

    def name_for(self, file: SourceFile, stated: str = "") -> str:
        """Return the program that a file of a package is part of; ``stated`` is what it calls itself there."""
        around = [directory for directory in self.by_package if not directory or file.path.startswith(f"{directory}/")]
        own = self.by_package[max(around, key=len)] if around else ()
        for programs in (own, self._product()):
            if programs:
                return _chosen(programs, file, stated)
        return stated

    def _product(self) -> tuple[EntryPoint, ...]:
        everything = (program for programs in self.by_package.values() for program in programs)
        return tuple(program for program in everything if program.role is Role.PRODUCT)


def programs_of(tree: SourceTree) -> Programs:
    """Return the programs that Cargo builds, examples left out."""
    found: dict[str, tuple[EntryPoint, ...]] = {}
    by_package = _files_by_package(tree)
    for manifest in files_named(tree, "Cargo.toml"):
        document = parse_toml(tree.text(manifest))
        if table_at(document, "package"):
            programs = _programs(tree, manifest, document, by_package.get(manifest.directory, {}))
            found[manifest.directory] = tuple(program for program in programs if program.role is not Role.EXAMPLE)
    return Programs(found)


def _chosen(programs: tuple[EntryPoint, ...], file: SourceFile, stated: str) -> str:
    """Return the program of the very file, of its directory below ``src/bin``, as stated, or the package's main one."""
    own = _OWN_DIRECTORY.search(file.path)
    choices = (
        [program for program in programs if program.path == file.path],
        [program for program in programs if own and f"src/bin/{own[1]}/" in program.path],
        [program for program in programs if program.name == stated],
        programs,
        [program for program in programs if program.path.endswith("src/main.rs")] if not stated else [],
    )
    return next((choice[0].name for choice in choices if len(choice) == 1), stated)


def package_directory(tree: SourceTree, file: SourceFile) -> str:
    """Return the directory of the package that a Rust file belongs to: the innermost with a manifest."""
    roots = {manifest.directory for manifest in tree.by_name.get("Cargo.toml", ())}
    directory = file.directory
    while directory and directory not in roots:
        directory = posixpath.dirname(directory)
    return directory


def _files_by_package(tree: SourceTree) -> dict[str, dict[str, SourceFile]]:
    """Return the Rust files of each package by their path inside it; the innermost manifest owns a file."""
    roots = {file.directory for file in tree.by_name.get("Cargo.toml", ())}
    found: dict[str, dict[str, SourceFile]] = {}
    for file in files_in(tree, "rust"):
        directory = package_directory(tree, file)
        if directory in roots:
            inside = file.path.removeprefix(f"{directory}/") if directory else file.path
            found.setdefault(directory, {})[inside] = file
    return found


def _programs(
    tree: SourceTree, manifest: SourceFile, document: dict[str, Any], files: dict[str, SourceFile]
) -> Iterator[EntryPoint]:
    package = table_at(document, "package")
    name = str(package.get("name", posixpath.basename(manifest.directory)))
    taken: set[str] = set()
    for binary in _tables(document.get("bin")):
        declared = str(binary.get("name", name))
        path = (
            posixpath.normpath(str(binary.get("path", ""))) if binary.get("path") else _default(declared, name, files)
        )
        taken.add(path)
        yield _program(tree, manifest, declared, files.get(path), tiers.DECLARED)
    if package.get("autobins") is not False:
        if "src/main.rs" in files and "src/main.rs" not in taken:
            yield _program(tree, manifest, name, files["src/main.rs"], tiers.LANGUAGE_MAIN)
        for path, file in files.items():
            if (match := _AUTOMATIC.fullmatch(path)) and path not in taken:
                yield _program(tree, manifest, match[1] or match[2], file, tiers.LANGUAGE_MAIN)
    for path, file in files.items():
        if match := _EXAMPLE.fullmatch(path):
            yield _program(tree, manifest, match[1] or match[2], file, tiers.LANGUAGE_MAIN, example=True)


def _default(declared: str, package: str, files: dict[str, SourceFile]) -> str:
    for path in (f"src/bin/{declared}.rs", f"src/bin/{declared}/main.rs"):
        if path in files:
            return path
    return "src/main.rs" if declared == package or "src/main.rs" in files else ""


def _program(
    tree: SourceTree,
    manifest: SourceFile,
    name: str,
    file: SourceFile | None,
    confidence: float,
    *,
    example: bool = False,
) -> EntryPoint:
    """Return the program where its ``main`` stands, or at the manifest when its file is not tracked."""
    if file is None:
        line = toml_line(tree.text(manifest), ["bin"], "name")
        return make_entry_point(
            ecosystem,
            Kind.BINARY,
            name,
            manifest,
            line,
            confidence=confidence,
            evidence=line_at(tree.text(manifest), line),
        )
    main = next((item for item in file.facts.registrations if item.form == "main"), None)
    return make_entry_point(
        ecosystem,
        Kind.BINARY,
        name,
        file,
        main.line if main else 1,
        confidence=confidence,
        evidence=main.text if main else line_at(tree.text(file), 1),
        symbol="main",
        role=Role.EXAMPLE if example and file.role is Role.PRODUCT else None,
    )


def _library(tree: SourceTree, document: dict[str, Any], files: dict[str, SourceFile]) -> Iterator[EntryPoint]:
    library = table_at(document, "lib")
    file = files.get(posixpath.normpath(str(library.get("path", "src/lib.rs"))))
    name = library.get("name") or table_at(document, "package").get("name")
    if file is not None and isinstance(name, str):
        text = tree.text(file)
        line = line_of(text, r"[A-Za-z]{2}") or 1
        yield make_entry_point(
            ecosystem,
            Kind.LIBRARY_ROOT,
            name,
            file,
            line,
            confidence=tiers.DECLARED if library.get("path") else tiers.LANGUAGE_MAIN,
            evidence=line_at(text, line) or file.path,
        )


def _tables(value: object) -> list[dict[str, Any]]:
    return [table for table in value if isinstance(table, dict)] if isinstance(value, list) else []
