"""Python: what ``import`` and ``from … import`` mean, without running anything.

An import of ``package.module`` means that module's file and not the package's ``__init__``; a name taken from a
package means the submodule of that name if there is one, else the package's ``__init__``.
"""

from __future__ import annotations

import posixpath
import sys
from collections.abc import Iterator

from indexer.facts import Import, Role
from indexer.modules.resolution import (
    CERTAIN,
    DECLARED,
    DERIVED,
    LIKELY,
    UNRESOLVED,
    Reason,
    Resolution,
    ancestors,
    found,
    is_within,
    nearest,
)
from indexer.modules.resolvers.python_roots import python_roots
from indexer.modules.roles import directory_role
from indexer.tree import SourceFile, SourceTree

STANDARD_LIBRARY = sys.stdlib_module_names | {"__main__"}
_INITIALISERS = ("__init__.py", "__init__.pyi")
_ENDINGS = tuple(f"/{name}" for name in _INITIALISERS)


class PythonResolver:
    """Resolves absolute imports over the roots of the importing file, and relative ones from its directory."""

    languages = frozenset({"python"})

    def __init__(self, tree: SourceTree) -> None:
        self._tree = tree
        declared = python_roots(tree)
        self._roots, self._renamed = declared.roots, declared.renamed
        self._packages = {file.directory for name in _INITIALISERS for file in tree.by_name.get(name, ())}
        self._parents = self._directories_of_python()
        self._homes: dict[str, list[str]] = {}
        for home in sorted(self._packages):
            if posixpath.dirname(home) not in self._packages or "/" not in home:
                self._homes.setdefault(posixpath.basename(home), []).append(posixpath.dirname(home))
        self._bases: dict[tuple[str, str, Role, bool], tuple[str, float] | Reason] = {}
        self._located: dict[tuple[str, str], str | None] = {}

    def resolve(self, file: SourceFile, statement: Import) -> Resolution:
        """Tell what ``statement`` in ``file`` means."""
        if not statement.module and not statement.level:
            return UNRESOLVED[Reason.DYNAMIC]
        if statement.level:
            return self._resolve_relative(file, statement)
        top = statement.module.partition(".")[0]
        base = self._base_of(file, top)
        if isinstance(base, Reason):
            return UNRESOLVED[base]
        root, confidence = base
        targets = tuple(self._targets(root, statement))
        # A mere directory of that name may as well stand beside an installed package of that name.
        if not targets and not self._locate(root, top):
            return UNRESOLVED[Reason.EXTERNAL]
        return found(targets, confidence)

    def _resolve_relative(self, file: SourceFile, statement: Import) -> Resolution:
        directory = file.directory
        for _ in range(statement.level - 1):
            if not directory:
                return UNRESOLVED[Reason.MISSING]
            directory = posixpath.dirname(directory)
        return found(self._targets(directory, statement))

    def _targets(self, root: str, statement: Import) -> Iterator[str]:
        """Yield each file once, in the order of the names."""
        home = self._locate(root, statement.module)
        if home is None:
            return
        seen: set[str] = set()
        package = not home or f"/{home}".endswith(_ENDINGS)
        for name in statement.names if statement.form == "from" else ():
            dotted = f"{statement.module}.{name}" if statement.module else name
            submodule = self._locate(root, dotted) if package and name != "*" else None
            target = submodule or home
            if target and target not in seen:
                seen.add(target)
                yield target
        if home and not seen:
            yield home

    def _locate(self, root: str, dotted: str) -> str | None:
        """Return the file of a module; the empty string for a namespace package; None when there is neither."""
        key = (root, dotted)
        if key not in self._located:
            self._located[key] = self._look_up(root, dotted)
        return self._located[key]

    def _look_up(self, root: str, dotted: str) -> str | None:
        top, _, rest = dotted.partition(".")
        if top in self._renamed and root == self._renamed[top]:
            return self._look_up(root, rest)
        base = posixpath.join(root, *dotted.split(".")) if dotted else root
        prefix = f"{base}/" if base else ""
        candidates = [f"{prefix}{name}" for name in _INITIALISERS]
        if dotted:
            candidates += [f"{base}.py", f"{base}.pyi"]
        for candidate in candidates:
            if candidate in self._tree:
                return candidate
        return "" if base in self._parents else None

    def _base_of(self, file: SourceFile, top: str) -> tuple[str, float] | Reason:
        """Return the root under which ``top`` is found for ``file``, or the reason why it is not."""
        directory = file.directory
        key = (directory, top, file.role, self._runs_as_script(file, directory))
        if key not in self._bases:
            self._bases[key] = self._find_base(file, top)
        return self._bases[key]

    def _find_base(self, file: SourceFile, top: str) -> tuple[str, float] | Reason:
        own, standard = self._own_root(file.directory), top in STANDARD_LIBRARY
        # A program that is started in the root of its package finds what lies there before the standard library.
        if own != file.directory and (self._locate(own, top) or (self._has_code(own, top) and not standard)):
            return own, CERTAIN
        if top in self._renamed:
            return self._renamed[top], DECLARED
        if standard:
            return Reason.STANDARD_LIBRARY
        if own == file.directory and self._has_code(own, top):
            return own, DERIVED
        return self._search(file, own, top)

    def _search(self, file: SourceFile, own: str, top: str) -> tuple[str, float] | Reason:
        regular = [root for root in self._roots if self._locate(root, top)]
        declared = regular or [root for root in self._roots if self._has_code(root, top)]
        root = self._choose(file, declared)
        if root is not None:
            return root, DECLARED
        if declared:
            return Reason.AMBIGUOUS
        if self._runs_as_script(file, file.directory) and self._locate(file.directory, top):
            return file.directory, LIKELY
        enclosing = next((root for root in ancestors(own) if self._has_code(root, top)), None)
        if enclosing is not None:
            return enclosing, DERIVED
        return self._search_homes(file, top)

    def _search_homes(self, file: SourceFile, top: str) -> tuple[str, float] | Reason:
        homes = self._homes.get(top, [])
        visible = [home for home in homes if self._is_visible(file, posixpath.join(home, top))]
        root = self._choose(file, visible)
        if root is not None:
            return root, DERIVED
        return Reason.AMBIGUOUS if visible else Reason.EXTERNAL

    def _is_visible(self, file: SourceFile, package: str) -> bool:
        """Whether ``file`` may mean ``package``: product code imports nothing that only tests hold."""
        role = directory_role(package)
        return role in {Role.PRODUCT, Role.DEV, file.role}

    def _choose(self, file: SourceFile, roots: list[str]) -> str | None:
        """Choose the only root, or the deepest that contains the file, or the nearest."""
        if len(roots) <= 1:
            return roots[0] if roots else None
        containing = [root for root in roots if is_within(file.path, root)]
        return max(containing, key=len) if containing else nearest(file.path, roots)

    def _own_root(self, directory: str) -> str:
        """Return the directory above the package that holds ``directory``; a lone directory is its own root."""
        # A directory within a package need not be one itself: scripts and data lie there too.
        root = next((at for at in ancestors(directory) if at in self._packages), directory)
        while root in self._packages and root:
            root = posixpath.dirname(root)
        return root

    def _runs_as_script(self, file: SourceFile, directory: str) -> bool:
        """Whether the file may be started by its path, which puts its own directory on the import path."""
        if directory not in self._packages:
            return True
        return any(registration.form == "main_guard" for registration in file.facts.registrations)

    def _has_code(self, root: str, top: str) -> bool:
        return self._locate(root, top) is not None

    def _directories_of_python(self) -> frozenset[str]:
        """Every directory with Python code at any depth: what may serve as a namespace package."""
        directories: set[str] = set()
        for file in self._tree.by_language.get("python", ()):
            for directory in ancestors(file.directory):
                if directory in directories:
                    break
                directories.add(directory)
        return frozenset(directories)
