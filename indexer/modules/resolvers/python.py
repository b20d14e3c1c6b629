"""Python: what ``import`` and ``from … import`` mean, without running anything.

An import of ``package.module`` means that module's file and not the package's ``__init__``; a name taken from a
package means the submodule of that name if there is one, else the package's ``__init__``.
"""

from __future__ import annotations

from collections.abc import Sequence

from indexer.facts import Import, Role
from indexer.modules.resolution import UNRESOLVED, Reason, Resolution, found
from indexer.modules.resolvers.python_modules import INITIALISERS, PythonModules
from indexer.modules.resolvers.python_path import Importer, PythonPath, View
from indexer.modules.resolvers.python_roots import python_roots
from indexer.tree import SourceFile, SourceTree

_ENDINGS = tuple(f"/{name}" for name in INITIALISERS)


class PythonResolver:
    """Resolves absolute imports over the import path of the importing file, and relative ones from its directory."""

    languages = frozenset({"python"})

    def __init__(self, tree: SourceTree) -> None:
        declared = python_roots(tree)
        self._modules = PythonModules(tree, declared.renamed)
        self._path = PythonPath(self._modules, declared)
        self._shared: dict[tuple[str, Role, bool], View] = {}
        self._views: dict[str, View] = {}
        self._resolutions: dict[tuple[object, ...], Resolution] = {}

    def resolve(self, file: SourceFile, statement: Import) -> Resolution:
        """Tell what ``statement`` in ``file`` means."""
        if statement.level:
            return self._resolve_relative(file, statement)
        if not statement.module:
            return UNRESOLVED[Reason.DYNAMIC]
        view = self._views.get(file.path)
        base = (self._view(file) if view is None else view)[statement.module.partition(".")[0]]
        return base if isinstance(base, Resolution) else self._resolve_below(*base, statement)

    def _resolve_relative(self, file: SourceFile, statement: Import) -> Resolution:
        directory = file.directory
        for _ in range(statement.level - 1):
            if not directory:
                return UNRESOLVED[Reason.MISSING]
            directory = directory.rpartition("/")[0]
        home = self._modules.locate(directory, statement.module)
        return found(self._taken(home, (directory,), statement))

    def _resolve_below(self, root: str, confidence: float, statement: Import) -> Resolution:
        key = (root, confidence, statement.form, statement.module, statement.names)
        resolution = self._resolutions.get(key)
        if resolution is None:
            top = statement.module.partition(".")[0]
            home = self._modules.locate(root, statement.module)
            if home:
                targets = self._taken(home, (root,), statement)
            else:
                targets = self._scattered(home, (root, *self._path.portions(root, top)), statement)
            # A mere directory of that name may as well stand beside an installed package of that name.
            external = not targets and not self._modules.locate(root, top)
            resolution = UNRESOLVED[Reason.EXTERNAL] if external else found(targets, confidence)
            self._resolutions[key] = resolution
        return resolution

    def _scattered(self, home: str | None, places: Sequence[str], statement: Import) -> Sequence[str]:
        """Return what a statement means whose module is not below the first of ``places``, or is a mere namespace."""
        elsewhere = [(file, place) for place in places[1:] if (file := self._modules.locate(place, statement.module))]
        if not elsewhere:
            return self._taken(home, places, statement)
        return self._taken(elsewhere[0][0], (elsewhere[0][1],), statement) if len(elsewhere) == 1 else ()

    def _taken(self, home: str | None, places: Sequence[str], statement: Import) -> Sequence[str]:
        """Return each submodule that a statement names, as ``places`` have it; for any other name, the ``home``."""
        targets: dict[str, None] = {}
        if statement.form == "from" and (not home or f"/{home}".endswith(_ENDINGS)):
            prefix = f"{statement.module}." if statement.module else ""
            located = (self._first(places, prefix + name) or home for name in statement.names if name != "*")
            targets = dict.fromkeys(file for file in located if file)
        return tuple(targets) or ((home,) if home else ())

    def _first(self, places: Sequence[str], dotted: str) -> str | None:
        for place in places:
            file = self._modules.locate(place, dotted)
            if file:
                return file
        return None

    def _view(self, file: SourceFile) -> View:
        """Return what ``file`` sees of the import path, which it shares with files like it."""
        directory = file.directory
        key = (directory, file.role, directory not in self._modules.packages or _is_guarded(file))
        if key not in self._shared:
            self._shared[key] = View(self._path, Importer(*key))
        self._views[file.path] = self._shared[key]
        return self._shared[key]


def _is_guarded(file: SourceFile) -> bool:
    """Whether the file asks if it is the program that was started."""
    return "main_guard" in [registration.form for registration in file.facts.registrations]
