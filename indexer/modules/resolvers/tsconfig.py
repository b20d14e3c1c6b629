"""``tsconfig.json`` and ``jsconfig.json``: path aliases and base directories, followed through ``extends``."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from indexer.modules.documents import Document, parse_json, string, strings, table
from indexer.modules.resolution import ancestors, join
from indexer.modules.resolvers.packages import Packages, mapped, split_specifier
from indexer.tree import SourceTree

_NAMES = ("tsconfig.json", "jsconfig.json")
_DEEPEST = 16  # of extends: no stack overflows on a chain of thousands


@dataclass(frozen=True, slots=True)
class Aliases:
    """What one configuration says: ``paths`` relative to ``origin``, and the directory of bare imports or None."""

    paths: Mapping[str, tuple[str, ...]]
    origin: str
    base: str | None

    def candidates(self, specifier: str) -> Iterator[str]:
        """Yield the repository paths, still without extension, that ``specifier`` may mean."""
        for path in mapped({key: list(value) for key, value in self.paths.items()}, specifier):
            location = join(self.origin, path)
            if location is not None:
                yield location
        if self.base is not None:
            yield posixpath.join(self.base, specifier)


class Configurations:
    """The aliases in force for each directory."""

    def __init__(self, tree: SourceTree, packages: Packages) -> None:
        self._tree = tree
        self._packages = packages
        self._in_force: dict[str, tuple[Aliases, ...]] = {}
        self._completed: dict[str, tuple[Aliases, ...]] = {}
        self._known: dict[str, Aliases] = {}
        named = [file for name in _NAMES for file in tree.by_name.get(name, ())]
        tree.preload(named)
        self._roots = {file.directory: file.path for file in reversed(named)}

    def aliases(self, directory: str) -> tuple[Aliases, ...]:
        """Return the aliases for files of ``directory``: those of the nearest configuration and its references."""
        if directory not in self._in_force:
            path = next((self._roots[at] for at in ancestors(directory) if at in self._roots), None)
            self._in_force[directory] = self._complete(path) if path else ()
        return self._in_force[directory]

    def _complete(self, path: str) -> tuple[Aliases, ...]:
        """Return what the configuration at ``path`` says, and what its references do."""
        if path not in self._completed:
            self._completed[path] = tuple(self._read_with_references(path, 0))
        return self._completed[path]

    def _read_with_references(self, path: str, depth: int) -> Iterator[Aliases]:
        yield self._read(path, depth)
        references = self._document(path).get("references")
        for reference in references if isinstance(references, list) and depth == 0 else ():
            target = self._locate(path, string(table(reference).get("path")))
            if target is not None:
                yield self._read(target, depth + 1)

    def _read(self, path: str, depth: int) -> Aliases:
        if path not in self._known:
            # Until it is read it says nothing, which ends circles; read once each, configurations that extend several
            # others, which extend several others, take no exponential time.
            self._known[path] = Aliases({}, posixpath.dirname(path), None)
            self._known[path] = self._compose(path, depth)
        return self._known[path]

    def _compose(self, path: str, depth: int) -> Aliases:
        document = self._document(path)
        directory = posixpath.dirname(path)
        inherited = Aliases({}, directory, None)
        for parent in strings(document.get("extends")) if depth < _DEEPEST else ():
            target = self._locate(path, parent)
            if target is not None:
                inherited = _overlaid(inherited, self._read(target, depth + 1))
        options = table(document, "compilerOptions")
        base = join(directory, string(options.get("baseUrl"))) if "baseUrl" in options else inherited.base
        if "paths" not in options:
            return Aliases(inherited.paths, inherited.origin, base)
        paths = {key: strings(value) for key, value in table(options, "paths").items()}
        return Aliases(paths, directory if base is None else base, base)

    def _document(self, path: str) -> Document:
        file = self._tree.get(path)
        return parse_json(self._tree.text(file)) if file else {}

    def _locate(self, path: str, reference: str) -> str | None:
        """Find the configuration that ``reference`` in ``path`` names: a relative path, or one inside a package."""
        if not reference:
            return None
        if reference.startswith((".", "/")):
            return self._existing(join(posixpath.dirname(path), reference))
        name, subpath = split_specifier(reference)
        for package in self._packages.named(name):
            found = self._existing(join(package.directory, subpath))
            if found is not None:
                return found
        return None

    def _existing(self, path: str | None) -> str | None:
        if path is None:
            return None
        candidates = (path, f"{path}.json", posixpath.join(path, "tsconfig.json"))
        return next((candidate for candidate in candidates if candidate in self._tree), None)


def _overlaid(lower: Aliases, upper: Aliases) -> Aliases:
    base = lower.base if upper.base is None else upper.base
    return Aliases(upper.paths, upper.origin, base) if upper.paths else Aliases(lower.paths, lower.origin, base)
