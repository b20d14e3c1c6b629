"""Which package a JavaScript file belongs to: the command that starts it, and the libraries it may use."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from indexer.entrypoints.arguments import literal, literals
from indexer.entrypoints.base import files_named
from indexer.entrypoints.javascript_packages import bin_targets
from indexer.entrypoints.javascript_started import started_files
from indexer.entrypoints.manifests import parse_json, table_at
from indexer.tree import SourceFile, SourceTree

_WORDS: Final = re.compile(r"[A-Za-z][\w:.\-]*(?: [A-Za-z][\w:.\-]*)*")
_DEPENDENCIES: Final = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")


@dataclass(frozen=True, slots=True)
class Package:
    """A ``package.json``: where it lies, what it says, and which of several commands starts each file."""

    file: SourceFile
    document: dict[str, Any]
    started: Mapping[str, str] = field(default_factory=dict)

    @property
    def directory(self) -> str:
        """The directory that the package is."""
        return self.file.directory

    def holds(self, file: SourceFile) -> bool:
        """Tell whether a file lies in the package, or in one below it."""
        return not self.directory or file.path.startswith(f"{self.directory}/")

    def depends_on(self, libraries: frozenset[str]) -> bool:
        """Tell whether the package depends on one of ``libraries``."""
        return any(not libraries.isdisjoint(table_at(self.document, kind)) for kind in _DEPENDENCIES)


@dataclass(frozen=True, slots=True)
class Packages:
    """The packages of a tree."""

    found: tuple[Package, ...]

    def around(self, file: SourceFile) -> Package | None:
        """Return the nearest package around a file."""
        around = [package for package in self.found if package.holds(file)]
        return max(around, key=lambda package: len(package.directory), default=None)

    def depends_on(self, file: SourceFile, libraries: frozenset[str]) -> bool:
        """Tell whether the nearest package around a file depends on one of ``libraries``."""
        package = self.around(file)
        return package is not None and package.depends_on(libraries)

    def program(self, file: SourceFile, likely: Sequence[str] = ()) -> str:
        """Return the command of the nearest package that installs any: the one that starts this file, or its only one.

        Of several names for one program it is the first of the ``likely`` ones.
        """
        around = [package for package in self.found if package.holds(file) and bin_targets(package.document)]
        if not around:
            return ""
        package = max(around, key=lambda found: len(found.directory))
        targets = bin_targets(package.document)
        if named := [name for name in likely if name in targets]:
            return named[0]
        for name, target in targets.items():
            if posixpath.normpath(posixpath.join(package.directory, target)) == file.path:
                return name
        return min(targets) if len(set(targets.values())) == 1 else package.started.get(file.path, "")


def packages_of(tree: SourceTree) -> Packages:
    """Return the packages of ``tree``."""
    return Packages(tuple(_package(tree, file) for file in files_named(tree, "package.json")))


def _package(tree: SourceTree, file: SourceFile) -> Package:
    document = parse_json(tree.text(file))
    targets = bin_targets(document)
    several = len(set(targets.values())) > 1
    return Package(file, document, started_files(tree, file.directory, targets) if several else {})


def command_name(expression: str) -> str:
    """Return the words of ``"deploy <env> [tag]"``, or of the first of several names that has any."""
    written = literal(expression)
    for text in [written] if written is not None else literals(expression):
        if match := _WORDS.match(text):
            return match[0]
    return ""
