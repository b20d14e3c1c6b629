"""Go: an import names a package, which is a directory.

An edge to every file of the package would say the same thing many times, so it goes to one representative: the file
named like the package or ``doc.go``, else the first in order; tests are never meant.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

from indexer.facts import Import, Role
from indexer.modules.resolution import (
    CERTAIN,
    DECLARED,
    UNRESOLVED,
    Reason,
    Resolution,
    ancestors,
    found,
    is_within,
    join,
    nearest,
)
from indexer.tree import SourceFile, SourceTree

# The second is for ``go -modfile``, in repositories that do not want to be a module to others.
_MANIFESTS = ("go.mod", "vendor.mod")
# Blanks and no line feeds between the words: many empty lines would else be tried from each of them on.
_MODULE = re.compile(r'^[ \t]*module[ \t]+"?([^\s"]+)"?', re.MULTILINE)
_REPLACE = re.compile(
    r"^[ \t]*(?:replace[ \t]+)?(\S+)(?:[ \t]+v\S+)?[ \t]+=>[ \t]+(\.{1,2}(?:/\S*)?)(?:[ \t]+//.*)?\s*?$", re.MULTILINE
)
_VERSION = re.compile(r"v\d+")


class GoResolver:
    """Resolves over the module paths of every ``go.mod``, their local replacements, and vendored packages."""

    languages = frozenset({"go"})

    def __init__(self, tree: SourceTree) -> None:
        self._tree = tree
        named = (tree.by_name.get(name, ()) for name in _MANIFESTS)
        manifests = [file for files in named for file in files if file.role is not Role.VENDORED]
        tree.preload(manifests)
        self._modules: dict[str, list[str]] = {}
        self._replaced: dict[str, Mapping[str, str]] = {}
        for manifest in manifests:
            if manifest.directory not in self._replaced:
                self._read(manifest, tree.text(manifest))
        self._representatives = _representatives(tree)
        self._rules: dict[str, str | None] = {}
        self._cache: dict[tuple[str, str], Resolution] = {}

    def resolve(self, file: SourceFile, statement: Import) -> Resolution:
        """Tell what ``statement`` in ``file`` means."""
        key = (file.directory, statement.module)
        if key not in self._cache:
            self._cache[key] = self._resolve(file.directory, statement.module)
        return self._cache[key]

    def _read(self, manifest: SourceFile, text: str) -> None:
        declared = _MODULE.search(text)
        if declared:
            self._modules.setdefault(declared[1], []).append(manifest.directory)
        places = ((match[1], join(manifest.directory, match[2])) for match in _REPLACE.finditer(text))
        self._replaced[manifest.directory] = {path: place for path, place in places if place is not None}

    def _resolve(self, directory: str, path: str) -> Resolution:
        if path.startswith("."):
            return self._package(join(directory, path), CERTAIN)
        governing = self._governing(directory)
        replaced = self._replaced.get(governing, {}) if governing is not None else {}
        module = max((name for name in (*self._modules, *replaced) if _below(path, name)), key=len, default=None)
        if module is not None:
            return self._inside(directory, path, module, replaced)
        if "." not in path.partition("/")[0]:
            return UNRESOLVED[Reason.STANDARD_LIBRARY]
        vendored = posixpath.join(governing or "", "vendor", path)
        return self._package(vendored, DECLARED) if vendored in self._representatives else UNRESOLVED[Reason.EXTERNAL]

    def _governing(self, directory: str) -> str | None:
        """Return the directory of the ``go.mod`` that rules ``directory``."""
        if directory not in self._rules:
            self._rules[directory] = next((at for at in ancestors(directory) if at in self._replaced), None)
        return self._rules[directory]

    def _inside(self, directory: str, path: str, module: str, replaced: Mapping[str, str]) -> Resolution:
        if module in replaced:
            home: str | None = replaced[module]
        else:
            homes = self._modules[module]
            own = [home for home in homes if is_within(directory, home)]
            home = max(own, key=len) if own else nearest(f"{directory}/", homes)
        if home is None:
            return UNRESOLVED[Reason.AMBIGUOUS]
        own_module = is_within(directory, home)
        return self._package(posixpath.join(home, path[len(module) + 1 :]), CERTAIN if own_module else DECLARED)

    def _package(self, directory: str | None, confidence: float) -> Resolution:
        cleaned = "" if directory is None else directory.rstrip("/")
        representative = self._representatives.get(cleaned) if directory is not None else None
        return found([representative], confidence) if representative else UNRESOLVED[Reason.MISSING]


def _representatives(tree: SourceTree) -> dict[str, str]:
    packages: dict[str, list[str]] = {}
    for file in tree.by_language.get("go", ()):
        if not file.name.endswith("_test.go"):
            packages.setdefault(file.directory, []).append(file.path)
    return {directory: _representative(tree.name, directory, paths) for directory, paths in packages.items()}


def _representative(tree_name: str, directory: str, paths: list[str]) -> str:
    name = posixpath.basename(directory) or tree_name
    if _VERSION.fullmatch(name):
        name = posixpath.basename(posixpath.dirname(directory)) or tree_name
    for wanted in (f"{name}.go", "doc.go"):
        path = posixpath.join(directory, wanted)
        if path in paths:
            return path
    return paths[0]


def _below(path: str, module: str) -> bool:
    return path == module or path.startswith(f"{module}/")
