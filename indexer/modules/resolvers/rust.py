"""Rust: the tree of ``mod`` declarations of each crate, and what ``use`` paths mean in it."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from indexer.facts import Import
from indexer.modules.documents import Document, parse_toml, string, table
from indexer.modules.resolution import CERTAIN, DECLARED, UNRESOLVED, Reason, Resolution, ancestors, found, join
from indexer.modules.words import words
from indexer.tree import SourceFile, SourceTree

_STANDARD = words("std core alloc proc_macro test")
_ROOT_FOLDERS = words("bin tests examples benches")
_DEPENDENCIES = ("dependencies", "dev-dependencies", "build-dependencies")
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cargo:
    """A package: its directory, its library's name and file, and what the names of its dependencies mean.

    ``renamed`` gives the package behind a local name; ``dependencies`` are the packages it declares, without those that
    come from a registry or another repository, though one of the same name may lie in this one.
    """

    directory: str
    package: str
    library: str
    library_file: str
    renamed: Mapping[str, str]
    dependencies: frozenset[str]


class RustResolver:
    """Resolves ``mod`` to files, and ``use`` to the file of the deepest module that its path names."""

    languages = frozenset({"rust"})

    def __init__(self, tree: SourceTree) -> None:
        self._tree = tree
        manifests = tree.by_name.get("Cargo.toml", ())
        tree.preload(manifests)
        documents = {file.directory: parse_toml(tree.text(file)) for file in manifests}
        self._packages = {
            place: _cargo(tree, place, document, _workspace(documents, place)) for place, document in documents.items()
        }
        self._libraries = {cargo.library: cargo for cargo in self._packages.values() if cargo.library_file}
        self._named = {cargo.package: cargo for cargo in self._packages.values() if cargo.library_file}
        self._modules: dict[str, dict[Path, str]] = {}
        self._places: dict[str, tuple[str, Path]] = {}
        for root in self._crate_roots(documents):
            self._walk(root)

    def resolve(self, file: SourceFile, statement: Import) -> Resolution:
        """Tell what ``statement`` in ``file`` means."""
        if statement.form == "mod":
            child = self._child(file, statement.module)
            return found([child] if child else [])
        paths = [tuple(statement.module.split("::"))]
        if statement.names:
            paths = [(*paths[0], name) for name in statement.names]
        resolutions = [self._resolve(file, path) for path in paths]
        targets = dict(target for resolution in resolutions for target in resolution.targets)
        return Resolution(tuple(targets.items())) if targets else resolutions[0]

    def _resolve(self, file: SourceFile, path: Path) -> Resolution:
        root, here = self._places.get(file.path, ("", ()))
        head = path[0]
        if head in {"crate", "$crate", "self", "super"}:
            if not root:
                return UNRESOLVED[Reason.MISSING]
            return self._in_crate(root, _absolute(here, path), CERTAIN)
        if root and (*here, head) in self._modules[root]:
            return self._in_crate(root, (*here, *path), CERTAIN)
        if head in _STANDARD:
            return UNRESOLVED[Reason.STANDARD_LIBRARY]
        library = self._library(file, head)
        if library:
            return self._in_crate(library.library_file, path[1:], DECLARED)
        return UNRESOLVED[Reason.EXTERNAL]

    def _library(self, file: SourceFile, name: str) -> Cargo | None:
        own = next((self._packages[at] for at in ancestors(file.directory) if at in self._packages), None)
        if own is None:
            return self._libraries.get(name)
        named = self._named.get(own.renamed[name]) if name in own.renamed else self._libraries.get(name)
        return named if named and (named is own or named.package in own.dependencies) else None

    def _in_crate(self, root: str, path: Path, confidence: float) -> Resolution:
        modules = self._modules.get(root, {})
        for length in range(len(path), -1, -1):
            if path[:length] in modules:
                return found([modules[path[:length]]], confidence)
        return found([root] if root in self._tree else [], confidence)

    def _crate_roots(self, documents: Mapping[str, Document]) -> Iterator[str]:
        """Yield the root file of every library, program, test, example and benchmark."""
        for directory, document in sorted(documents.items()):
            if self._packages[directory].library_file:
                yield self._packages[directory].library_file
            sections = [document.get(kind) for kind in ("bin", "test", "example", "bench")]
            written = [
                string(table(item).get("path")) for items in sections if isinstance(items, list) for item in items
            ]
            yield from (path for place in written if place and (path := join(directory, place)) in self._tree and path)
            yield from (
                path for name in ("src/main.rs", "build.rs") if (path := posixpath.join(directory, name)) in self._tree
            )
        for file in self._tree.by_language.get("rust", ()):
            folder, parent = posixpath.basename(file.directory), posixpath.dirname(file.directory)
            if folder in _ROOT_FOLDERS or (file.name == "main.rs" and posixpath.basename(parent) in _ROOT_FOLDERS):
                yield file.path

    def _walk(self, root: str) -> None:
        """Follow the ``mod`` declarations from a crate's root."""
        if root in self._modules:
            return
        modules = self._modules[root] = {(): root}
        # Each file once: a ``mod main;`` in ``main.rs`` means the file itself, under ever longer names.
        seen = {root}
        waiting: list[tuple[str, Path]] = [(root, ())]
        while waiting:
            path, place = waiting.pop()
            self._places.setdefault(path, (root, place))
            file = self._tree.get(path)
            for statement in file.facts.imports if file else ():
                child = self._child(file, statement.module, root) if file and statement.form == "mod" else None
                key = (*place, statement.module)
                if child and child not in seen:
                    seen.add(child)
                    modules[key] = child
                    waiting.append((child, key))

    def _child(self, file: SourceFile, name: str, root: str = "") -> str | None:
        """Find the file of ``mod name;`` in ``file``."""
        root = root or self._places.get(file.path, ("", ()))[0]
        owns_directory = file.path == root or file.name in {"mod.rs", "lib.rs", "main.rs"}
        directory = file.directory if owns_directory else posixpath.join(file.directory, file.name.removesuffix(".rs"))
        candidates = (posixpath.join(directory, f"{name}.rs"), posixpath.join(directory, name, "mod.rs"))
        return next((candidate for candidate in candidates if candidate in self._tree), None)


def _workspace(documents: Mapping[str, Document], directory: str) -> Document:
    """Return the manifest of the workspace around ``directory``, or its own where there is none."""
    around = (documents[at] for at in ancestors(directory) if "workspace" in documents.get(at, {}))
    return next(around, documents[directory])


def _cargo(tree: SourceTree, directory: str, document: Document, workspace: Document) -> Cargo:
    library = table(document, "lib")
    package = string(table(document, "package").get("name")).replace("-", "_")
    name = string(library.get("name")) or package
    path = posixpath.join(directory, string(library.get("path")) or "src/lib.rs")
    inherited = table(workspace, "workspace", "dependencies")
    patched = {name for source in table(workspace, "patch").values() for name in _local(table(source))}
    renamed: dict[str, str] = {}
    dependencies: set[str] = set()
    for local, written in _dependencies(document):
        entry = inherited.get(local) if table(written).get("workspace") is True else written
        original = string(table(entry).get("package")) or local
        if original != local:
            renamed[local.replace("-", "_")] = original.replace("-", "_")
        if original in patched or not _is_published(entry):
            dependencies.add(original.replace("-", "_"))
    return Cargo(directory, package, name, path if path in tree else "", renamed, frozenset(dependencies))


def _dependencies(document: Document) -> Iterator[tuple[str, object]]:
    """Yield the local name and the entry of each dependency, those of single platforms among them."""
    for place in (document, *map(table, table(document, "target").values())):
        for section in _DEPENDENCIES:
            yield from table(place, section).items()


def _is_published(entry: object) -> bool:
    """Whether a dependency comes from a registry or another repository: a path goes before a version."""
    named = table(entry)
    return isinstance(entry, str) or ("path" not in named and not {"git", "version"}.isdisjoint(named))


def _local(patches: Document) -> Iterator[str]:
    """Yield the crates that a table of patches replaces by ones of the repository."""
    for name, patch in patches.items():
        if "path" in table(patch):
            yield string(table(patch).get("package")) or name


def _absolute(here: Path, path: Path) -> Path:
    """Turn a path that begins with ``crate``, ``self`` or ``super`` into one from the crate's root."""
    if path[0] in {"crate", "$crate"}:
        return path[1:]
    rest = list(path)
    while rest and rest[0] in {"self", "super"}:
        here = here[:-1] if rest.pop(0) == "super" else here
    return (*here, *rest)
