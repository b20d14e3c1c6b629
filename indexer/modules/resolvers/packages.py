"""The JavaScript packages of a repository: their names, what they export, and which belong to a workspace."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from indexer.facts import Role
from indexer.modules.documents import Document, parse_json, parse_yaml, string, strings, table
from indexer.modules.resolution import ancestors, is_within
from indexer.tree import SourceFile, SourceTree

_ENTRY_FIELDS = ("source", "module", "main", "browser", "types", "typings")
# Another package may be a link to the same name elsewhere; these are nobody's dependency.
_NEVER_IMPORTED = frozenset({Role.TEST, Role.EXAMPLE, Role.DOCS, Role.VENDORED, Role.GENERATED})


@dataclass(frozen=True, slots=True)
class Package:
    """A ``package.json``: where it lies, its name and content, and whether a workspace names it a member."""

    directory: str
    name: str
    document: Document
    member: bool

    def entries(self, subpath: str) -> Iterator[str]:
        """Yield what the package offers under ``subpath`` (``.`` or ``./x``), the most telling first."""
        exports = self.document.get("exports")
        if exports is not None:
            yield from mapped(exports if _has_subpaths(exports) else {".": exports}, subpath)
        if subpath == ".":
            yield from (value for field in _ENTRY_FIELDS if (value := string(self.document.get(field))))

    def imports(self, specifier: str) -> Iterator[str]:
        """Yield what the package means by ``#specifier``."""
        yield from mapped(table(self.document, "imports"), specifier)


class Packages:
    """Every package of the tree, by name and by the directory it governs."""

    def __init__(self, tree: SourceTree) -> None:
        files = [file for file in tree.by_name.get("package.json", ()) if file.role is not Role.VENDORED]
        tree.preload(files)
        documents = {file.directory: parse_json(tree.text(file)) for file in files}
        is_member = _membership(tree, documents)
        self._by_directory = {
            directory: Package(directory, string(document.get("name")), document, is_member(directory))
            for directory, document in documents.items()
        }
        self._by_name: dict[str, list[Package]] = {}
        roles = {file.directory: file.role for file in files}
        for package in self._by_directory.values():
            if package.name and (package.member or roles[package.directory] not in _NEVER_IMPORTED):
                self._by_name.setdefault(package.name, []).append(package)

    def named(self, name: str) -> list[Package]:
        """Return the packages of that name, workspace members alone if there are any."""
        candidates = self._by_name.get(name, [])
        return [package for package in candidates if package.member] or candidates

    def governing(self, file: SourceFile) -> Package | None:
        """Return the package in whose directory ``file`` lies, the innermost."""
        return next((self._by_directory[at] for at in ancestors(file.directory) if at in self._by_directory), None)


def mapped(targets: Mapping[str, object], specifier: str) -> Iterator[str]:
    """Yield the paths that a table of ``exports`` or ``imports`` gives for ``specifier``, longest pattern first."""
    if specifier in targets:
        yield from _paths(targets[specifier])
    # Node allows a single asterisk, and lets the longest text before it win.
    patterns = [key for key in targets if key.count("*") == 1]
    for pattern in sorted(patterns, key=lambda key: (-key.index("*"), key)):
        prefix, suffix = pattern.split("*")
        longer = len(specifier) >= len(prefix) + len(suffix)
        if longer and specifier.startswith(prefix) and specifier.endswith(suffix):
            middle = specifier[len(prefix) : len(specifier) - len(suffix)]
            yield from (path.replace("*", middle) for path in _paths(targets[pattern]))


def split_specifier(specifier: str) -> tuple[str, str]:
    """Split ``@scope/name/deep/path`` into the package's name and ``./deep/path``, or ``.`` for the package itself."""
    parts = specifier.split("/")
    length = 2 if specifier.startswith("@") else 1
    rest = "/".join(parts[length:])
    return "/".join(parts[:length]), f"./{rest}" if rest else "."


def _has_subpaths(exports: object) -> bool:
    return isinstance(exports, Mapping) and any(str(key).startswith(".") for key in exports)


def _paths(value: object) -> Iterator[str]:
    """Yield every path under nested conditions (``import``, ``require``, ``types``, …), in the order written."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _paths(item)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _paths(item)


class _Membership:
    """The globs of every workspace root, as one question: is this directory a member."""

    def __init__(self, globs: Iterable[tuple[str, str]]) -> None:
        self._globs = tuple(globs)

    def __call__(self, directory: str) -> bool:
        return any(
            is_within(directory, root) and _glob(pattern).fullmatch(posixpath.relpath(directory or ".", root or "."))
            for root, pattern in self._globs
        )


def _membership(tree: SourceTree, documents: Mapping[str, Document]) -> _Membership:
    globs: list[tuple[str, str]] = []
    for directory, document in documents.items():
        workspaces = document.get("workspaces")
        patterns = strings(workspaces) or strings(table(workspaces).get("packages"))
        globs += [(directory, pattern) for pattern in patterns]
    for name, parse in (("pnpm-workspace.yaml", parse_yaml), ("lerna.json", parse_json)):
        for file in tree.by_name.get(name, ()):
            patterns = strings(parse(tree.text(file)).get("packages"))
            globs += [(file.directory, pattern) for pattern in patterns]
    return _Membership((root, pattern) for root, pattern in globs if not pattern.startswith("!"))


@lru_cache(maxsize=256)
def _glob(pattern: str) -> re.Pattern[str]:
    """Translate a workspace glob: ``*`` stays within a directory, ``**`` does not."""
    cleaned = pattern.removeprefix("./").rstrip("/")
    pieces = re.split(r"(\*\*/|\*\*|\*|\{[^{}]*\})", cleaned)
    return re.compile("".join(_translated(piece) for piece in pieces))


def _translated(piece: str) -> str:
    if piece == "**/":
        return "(?:.*/)?"
    if piece in {"*", "**"}:
        return "[^/]*" if piece == "*" else ".*"
    if piece.startswith("{"):
        return "(?:" + "|".join(map(re.escape, piece[1:-1].split(","))) + ")"
    return re.escape(piece)
