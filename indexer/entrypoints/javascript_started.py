"""Which command of a package starts a file: the one whose own file leads to it by the fewest imports."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from indexer.entrypoints.javascript_modules import JavaScriptModules
from indexer.tree import SourceFile, SourceTree

_MOST_HOPS: Final = 5


def started_files(tree: SourceTree, directory: str, targets: Mapping[str, str]) -> dict[str, str]:
    """Return the command for each file that a package's commands lead to; of commands equally near, the first."""
    modules = JavaScriptModules(tree)
    found: dict[str, str] = {}
    nearest = [(name, file) for name, target in targets.items() if (file := _file(tree, directory, target)) is not None]
    for _ in range(_MOST_HOPS):
        new = [(name, file) for name, file in nearest if file.path not in found]
        for name, file in new:
            found.setdefault(file.path, name)
        nearest = [(name, onward) for name, file in new for onward in _imported(modules, file)]
    return found


def _file(tree: SourceTree, directory: str, target: str) -> SourceFile | None:
    return tree.get(posixpath.normpath(posixpath.join(directory, target)))


def _imported(modules: JavaScriptModules, file: SourceFile) -> Iterator[SourceFile]:
    for specifier in _specifiers(file):
        if (target := modules.find(file, specifier)) is not None:
            yield target


def _specifiers(file: SourceFile) -> Iterable[str]:
    return dict.fromkeys(imported.module for imported in file.facts.imports if imported.module.startswith("."))
