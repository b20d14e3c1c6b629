"""Which file a dotted Python name means below a directory of the import path."""

from __future__ import annotations

from collections.abc import Mapping

from indexer.modules.resolution import ancestors
from indexer.tree import SourceTree

INITIALISERS = ("__init__.py", "__init__.pyi")


class PythonModules:
    """Every file that Python can import, by the path that its dotted name gives.

    ``packages`` maps each directory with an ``__init__`` to that file; ``renamed`` maps a top-level package to the
    directory that its manifest says it is; ``places`` gives the directories in which a name means anything at all.
    """

    def __init__(self, tree: SourceTree, renamed: Mapping[str, str]) -> None:
        self.renamed = renamed
        self.packages = {
            file.directory: file.path for name in INITIALISERS[::-1] for file in tree.by_name.get(name, ())
        }
        files = [path for path in tree.paths if path.endswith((".py", ".pyi"))]
        # A source goes before its stub, so it comes last: ``x.py`` sorts before ``x.pyi``.
        self._files = {path.rpartition(".")[0]: path for path in reversed(files)}
        self._directories = _directories_of_python(tree)
        self.places = self._index()

    def locate(self, root: str, dotted: str) -> str | None:
        """Return the file of a module; the empty string for a namespace package; None when there is neither."""
        top = dotted.partition(".")[0]
        while top in self.renamed and self.renamed[top] == root:
            dotted = dotted[len(top) + 1 :]
            top = dotted.partition(".")[0]
        if not dotted:
            return self._package(root)
        base = dotted.replace(".", "/")
        return self._module(f"{root}/{base}" if root else base)

    def _module(self, base: str) -> str | None:
        return self.packages.get(base) or self._files.get(base) or self._package(base)

    def _package(self, directory: str) -> str | None:
        return self.packages.get(directory) or ("" if directory in self._directories else None)

    def _index(self) -> dict[str, set[str]]:
        places: dict[str, set[str]] = {}
        for base in (*self._files, *self._directories):
            directory, _, name = base.rpartition("/")
            places.setdefault(name, set()).add(directory)
        for name, directory in self.renamed.items():
            if directory in self._directories:
                places.setdefault(name, set()).add(directory)
        return places


def _directories_of_python(tree: SourceTree) -> frozenset[str]:
    """Every directory with Python code at any depth: what may serve as a namespace package."""
    holding = {file.directory for file in tree.by_language.get("python", ())}
    return frozenset(directory for lowest in holding for directory in ancestors(lowest))
