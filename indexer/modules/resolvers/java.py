"""Java: a class is known by its package, and a package by its directories below some source root."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from indexer.facts import Import, Role
from indexer.modules.resolution import CERTAIN, LIKELY, UNRESOLVED, Reason, Resolution
from indexer.modules.resolvers.suffixes import ending_with, nearest_one
from indexer.tree import SourceFile, SourceTree

_STANDARD = ("java.", "jdk.", "sun.", "com.sun.")
_STANDARD_EXTENSIONS = tuple(
    f"javax.{name}."
    for name in (
        "crypto",
        "net",
        "sql",
        "swing",
        "xml",
        "imageio",
        "management",
        "naming",
        "script",
        "security",
        "tools",
    )
)


class JavaResolver:
    """Resolves classes, nested classes and static members to the file of the outermost class."""

    languages = frozenset({"java"})

    def __init__(self, tree: SourceTree) -> None:
        self._tree = tree
        self._packages: dict[str, list[str]] = {}
        for file in tree.by_language.get("java", ()):
            self._packages.setdefault(file.directory, []).append(file.path)
        self._directories: dict[str, list[str]] = {}
        for directory in self._packages:
            self._directories.setdefault(posixpath.basename(directory), []).append(directory)
        # Where source roots begin is not written in the files, so that every suffix of a directory may be a package.
        self._known = set(_package_prefixes(self._packages))

    def resolve(self, file: SourceFile, statement: Import) -> Resolution:
        """Tell what ``statement`` in ``file`` means."""
        name = statement.module
        if name.startswith((*_STANDARD, *_STANDARD_EXTENSIONS)):
            return UNRESOLVED[Reason.STANDARD_LIBRARY]
        parts = name.split(".")
        # The last parts may name a nested class or a member, never the first, which names a package.
        for length in range(len(parts), max(0, len(parts) - 3), -1):
            candidates = self._visible(file, ending_with(self._tree, "/".join(parts[:length]) + ".java"))
            if candidates:
                return nearest_one(file, candidates, CERTAIN)
        if statement.names == ("*",):
            return self._resolve_package(file, name)
        return UNRESOLVED[Reason.MISSING if ".".join(parts[:-1]) in self._known else Reason.EXTERNAL]

    def _resolve_package(self, file: SourceFile, name: str) -> Resolution:
        """Resolve ``import a.b.*`` to the package's ``package-info.java``, else to its first class."""
        suffix = name.replace(".", "/")
        places = self._directories.get(posixpath.basename(suffix), [])
        directories = [place for place in places if place == suffix or place.endswith(f"/{suffix}")]
        named = [
            min(self._packages[place], key=lambda path: (not path.endswith("package-info.java"), path))
            for place in directories
        ]
        return nearest_one(file, self._visible(file, named), LIKELY) if named else UNRESOLVED[Reason.EXTERNAL]

    def _visible(self, file: SourceFile, paths: list[str]) -> list[str]:
        """Leave out test code for product code, and prefer the file's own project where both have the class."""
        if file.role is not Role.PRODUCT:
            return paths
        return [path for path in paths if (other := self._tree.get(path)) and other.role is not Role.TEST]


def _package_prefixes(directories: dict[str, list[str]]) -> Iterator[str]:
    """Yield the dotted form of each directory below each of its ancestors that may be a source root."""
    for directory in directories:
        parts = directory.split("/")
        for start in range(len(parts)):
            yield ".".join(parts[start:])
