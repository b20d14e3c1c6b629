"""JavaScript and TypeScript: relative files, path aliases, workspace packages and their exports."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator

from indexer.facts import Import
from indexer.modules.documents import parse_json
from indexer.modules.resolution import (
    DECLARED,
    DERIVED,
    UNRESOLVED,
    Reason,
    Resolution,
    found,
    join,
)
from indexer.modules.resolvers.packages import Package, Packages, split_specifier
from indexer.modules.resolvers.tsconfig import Configurations
from indexer.modules.words import words
from indexer.tree import SourceFile, SourceTree

BUILT_IN = words(
    "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain"
    " events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline"
    " repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib"
)
_EXTENSIONS = (".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs", ".json", ".vue", ".svelte")
# TypeScript is written with the extension that its output will have.
_WRITTEN_FOR = {".js": (".ts", ".tsx", ".d.ts", ".jsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}
_BUILT = re.compile(r"^(?:\./)?(?:dist|lib|build|out|esm|cjs|es|types)(?:/(?:esm|cjs|es|types|src))*/")
_PACKAGE_NAME = re.compile(r"@?[a-z0-9~_][\w.~-]*(?:/.*)?", re.IGNORECASE)
_SCHEMES = ("http:", "https:", "data:", "npm:", "jsr:", "virtual:")


class JavaScriptResolver:
    """Resolves a specifier as Node, bundlers and TypeScript do, over the files that git tracks."""

    languages = frozenset({"javascript", "typescript", "tsx"})

    def __init__(self, tree: SourceTree) -> None:
        self._tree = tree
        self._packages = Packages(tree)
        self._configurations = Configurations(tree, self._packages)
        self._cache: dict[tuple[str, str], Resolution] = {}

    def resolve(self, file: SourceFile, statement: Import) -> Resolution:
        """Tell what ``statement`` in ``file`` means."""
        key = (file.directory, statement.module)
        if key not in self._cache:
            self._cache[key] = self._resolve(file, statement.module.partition("?")[0])
        return self._cache[key]

    def _resolve(self, file: SourceFile, specifier: str) -> Resolution:
        if not specifier or "${" in specifier:
            return UNRESOLVED[Reason.DYNAMIC]
        if specifier.startswith(("/", "./", "../")) or specifier in {".", ".."}:
            path = specifier[1:] if specifier.startswith("/") else join(file.directory, specifier)
            return found(self._first([path]))
        return self._resolve_named(file, specifier)

    def _resolve_named(self, file: SourceFile, specifier: str) -> Resolution:
        if specifier.startswith(_SCHEMES):
            return UNRESOLVED[Reason.EXTERNAL]
        if specifier.startswith("node:") or specifier.partition("/")[0] in BUILT_IN:
            return self._own_module(file, specifier) or UNRESOLVED[Reason.STANDARD_LIBRARY]
        if specifier.startswith("#"):
            return self._resolve_private(file, specifier)
        return self._resolve_bare(file, specifier)

    def _own_module(self, file: SourceFile, specifier: str) -> Resolution | None:
        """Find a path alias: the only thing that goes before a built-in module of the same name."""
        for aliases in self._configurations.aliases(file.directory):
            targets = self._first(aliases.candidates(specifier)) if not specifier.startswith("node:") else []
            if targets:
                return found(targets, DECLARED)
        return None

    def _resolve_private(self, file: SourceFile, specifier: str) -> Resolution:
        package = self._packages.governing(file)
        if package:
            targets = self._first(_in(package, package.imports(specifier)))
            if targets:
                return found(targets, DECLARED)
        return self._own_module(file, specifier) or UNRESOLVED[Reason.MISSING]

    def _resolve_bare(self, file: SourceFile, specifier: str) -> Resolution:
        aliased = self._own_module(file, specifier)
        if aliased:
            return aliased
        name, subpath = split_specifier(specifier)
        packages = self._packages.named(name)
        if len(packages) > 1:
            own = self._packages.governing(file)
            packages = [package for package in packages if package is own]
            if not packages:
                return UNRESOLVED[Reason.AMBIGUOUS]
        if packages:
            return self._resolve_package(packages[0], subpath)
        if specifier.startswith(("@/", "~/", "$")) or not _PACKAGE_NAME.fullmatch(specifier):
            return UNRESOLVED[Reason.UNSUPPORTED]
        return UNRESOLVED[Reason.EXTERNAL]

    def _resolve_package(self, package: Package, subpath: str) -> Resolution:
        confidence = DECLARED if package.member else DERIVED
        entries = list(package.entries(subpath))
        declared = self._first(_in(package, entries))
        if declared:
            return found(declared, confidence)
        built = self._first(_in(package, _sources(entries)))
        if built:
            # Less sure than what a manifest names: where sources of built files lie is a convention.
            return found(built, confidence * 0.9)
        places = ["."] if subpath == "." else [subpath, f"./src/{subpath[2:]}"]
        conventional = ["./src/index", "./index", "./src/main"] if subpath == "." else places
        return found(self._first(_in(package, conventional)), confidence * 0.9)

    def _first(self, candidates: Iterable[str | None]) -> list[str]:
        """Return the first file that one of ``candidates`` means, as a list of at most one."""
        for candidate in candidates:
            path = None if candidate is None else self._file_at(candidate)
            if path is not None:
                return [path]
        return []

    def _file_at(self, base: str, depth: int = 0) -> str | None:
        if base in self._tree:
            return base
        stem, extension = posixpath.splitext(base)
        written = [stem + other for other in _WRITTEN_FOR.get(extension, ())]
        for candidate in (*written, *(base + other for other in _EXTENSIONS if base)):
            if candidate in self._tree:
                return candidate
        return self._directory_at(base, depth) if base in self._tree.directories else None

    def _directory_at(self, directory: str, depth: int) -> str | None:
        manifest = self._tree.get(posixpath.join(directory, "package.json"))
        # Once, since two manifests may name one another as their entries.
        if manifest and depth == 0:
            package = Package(directory, "", parse_json(self._tree.text(manifest)), member=False)
            for entry in _in(package, package.entries(".")):
                path = self._file_at(entry, 1) if entry else None
                if path:
                    return path
        indexes = (posixpath.join(directory, f"index{extension}") for extension in _EXTENSIONS)
        return next((path for path in indexes if path in self._tree), None)


def _in(package: Package, paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        location = join(package.directory, path)
        if location is not None:
            yield location


def _sources(entries: Iterable[str]) -> Iterator[str]:
    """Yield where the sources of built files lie by convention: ``dist/esm/x.d.ts`` is made from ``src/x.ts``."""
    for entry in entries:
        bare = _BUILT.sub("", entry).removeprefix("./")
        for suffix in (".d.ts", ".d.mts", ".d.cts", ".min.js"):
            bare = bare.removesuffix(suffix)
        stem = re.sub(r"\.[cm]?jsx?$", "", bare)
        yield f"./src/{stem}"
        yield f"./{stem}"
