"""Where a Python file finds the top-level names that it imports: its import path, as far as the tree tells it."""

from __future__ import annotations

import posixpath
import sys
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from indexer.facts import Role
from indexer.modules.resolution import (
    CERTAIN,
    DECLARED,
    DERIVED,
    LIKELY,
    UNRESOLVED,
    Reason,
    Resolution,
    ancestors,
    is_within,
    nearest,
)
from indexer.modules.resolvers.python_modules import PythonModules
from indexer.modules.resolvers.python_roots import PythonRoots
from indexer.modules.roles import directory_role

STANDARD_LIBRARY = sys.stdlib_module_names | {"__main__"}
_IMPORTED = frozenset({Role.PRODUCT, Role.DEV})
Base = tuple[str, float] | Resolution


@dataclass(frozen=True, slots=True)
class Importer:
    """What decides where a file finds a name: files of which all this is equal find the same."""

    directory: str
    role: Role
    is_script: bool  # it may be started by its path, which puts its directory on the import path


class PythonPath:
    """Finds the directory below which a top-level name is found."""

    def __init__(self, modules: PythonModules, declared: PythonRoots) -> None:
        self._modules = modules
        self._roots = declared.roots
        self._sources = declared.sources
        self._own_roots: dict[str, str] = {}
        self._declared: dict[str, list[str]] = {}
        self._homes: dict[str, list[str]] = {}
        for home in sorted(modules.packages):
            directory, _, name = home.rpartition("/")
            # Below a directory of sources it is part of a namespace, and is not imported by its last name.
            if (directory not in modules.packages or not directory) and self._source_above(directory) is None:
                self._homes.setdefault(name, []).append(directory)

    def find(self, importer: Importer, top: str) -> Base:
        """Return the root under which ``importer`` finds ``top``, or the reason why it does not."""
        standard, places = top in STANDARD_LIBRARY, self._modules.places.get(top)
        if not places:
            return UNRESOLVED[Reason.STANDARD_LIBRARY if standard else Reason.EXTERNAL]
        own = self._own_root(importer.directory)
        # A program that is started in the root of its package finds what lies there before the standard library.
        if own != importer.directory and own in places and (not standard or self._modules.locate(own, top)):
            return own, CERTAIN
        if top in self._modules.renamed:
            return self._modules.renamed[top], DECLARED
        if standard:
            return UNRESOLVED[Reason.STANDARD_LIBRARY]
        if own == importer.directory and own in places:
            return own, DERIVED
        return self._search(importer, own, top, places)

    def portions(self, root: str, top: str) -> list[str]:
        """Return the other directories with a part of ``top``: a namespace may lie in several distributions."""
        places = self._modules.places.get(top, set())
        declared = (place for place in self._declared_roots(top, places) if place != root)
        return [place for place in declared if directory_role(posixpath.join(place, top)) in _IMPORTED]

    def _search(self, importer: Importer, own: str, top: str, places: AbstractSet[str]) -> Base:
        declared = self._declared_roots(top, places)
        root = _choose(importer.directory, declared)
        if root is not None:
            return root, DECLARED
        if declared:
            return UNRESOLVED[Reason.AMBIGUOUS]
        if importer.is_script and importer.directory in places and self._modules.locate(importer.directory, top):
            return importer.directory, LIKELY
        enclosing = next((root for root in ancestors(own) if root in places), None)
        if enclosing is not None:
            return enclosing, DERIVED
        return self._search_homes(importer, top)

    def _search_homes(self, importer: Importer, top: str) -> Base:
        homes = self._homes.get(top, [])
        visible = [home for home in homes if _is_visible(importer, posixpath.join(home, top))]
        root = _choose(importer.directory, visible)
        if root is not None:
            return root, DERIVED
        return UNRESOLVED[Reason.AMBIGUOUS if visible else Reason.EXTERNAL]

    def _declared_roots(self, top: str, places: AbstractSet[str]) -> list[str]:
        """Return the roots that hold ``top``: as a module or a package if any does so, else as a mere directory."""
        if top not in self._declared:
            roots = [root for root in self._roots if root in places]
            self._declared[top] = [root for root in roots if self._modules.locate(root, top)] or roots
        return self._declared[top]

    def _own_root(self, directory: str) -> str:
        """Return the directory above the package that holds ``directory``; a lone directory is its own root."""
        if directory not in self._own_roots:
            packages = self._modules.packages
            # A directory within a package need not be one itself: scripts and data lie there too.
            root = next((at for at in ancestors(directory) if at in packages), directory)
            while root in packages and root:
                root = root.rpartition("/")[0]
            above = self._source_above(root) if root != directory else None
            self._own_roots[directory] = root if above is None else above
        return self._own_roots[directory]

    def _source_above(self, directory: str) -> str | None:
        """Return the directory of sources that holds ``directory``, which is none itself."""
        if not self._sources or directory in self._sources:
            return None
        return next((at for at in ancestors(directory) if at in self._sources), None)


class View(dict[str, Base]):
    """The import path as an importer sees it: where each top-level name is found, looked up once."""

    def __init__(self, path: PythonPath, importer: Importer) -> None:
        super().__init__()
        self._path = path
        self._importer = importer

    def __missing__(self, top: str) -> Base:
        """Look up a name that was not asked for before."""
        self[top] = base = self._path.find(self._importer, top)
        return base


def _is_visible(importer: Importer, package: str) -> bool:
    """Whether the importer may mean ``package``: product code imports nothing that only tests hold."""
    return (role := directory_role(package)) in _IMPORTED or role is importer.role


def _choose(directory: str, roots: Sequence[str]) -> str | None:
    """Choose the only root, or the deepest that contains the directory, or the nearest."""
    if len(roots) <= 1:
        return roots[0] if roots else None
    containing = [root for root in roots if is_within(directory, root)]
    return max(containing, key=len) if containing else nearest(f"{directory}/", roots)
