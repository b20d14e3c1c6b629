"""Names for files that a project agrees on: paths of a ``tsconfig.json``, imports of a package, workspace packages."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from indexer.entrypoints.base import files_named
from indexer.entrypoints.javascript_text import without_comments
from indexer.entrypoints.manifests import parse_json, strings_of, table_at
from indexer.tree import SourceFile, SourceTree

_CONFIGURATIONS: Final = ("tsconfig.json", "tsconfig.base.json", "jsconfig.json")
_TRAILING_COMMA: Final = re.compile(r",(\s*[}\]])")
_BUILT: Final = re.compile(r"^(?:dist|lib|build|out)/")


@dataclass(slots=True)
class Aliases:
    """What configurations and manifests of a tree say of names, read once each."""

    tree: SourceTree
    _options: dict[str, dict[str, Any]] = field(default_factory=dict)
    _packages: dict[str, SourceFile] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for file in files_named(self.tree, *_CONFIGURATIONS):
            text = _TRAILING_COMMA.sub(r"\1", without_comments(self.tree.text(file)))
            if options := table_at(parse_json(text), "compilerOptions"):
                self._options.setdefault(file.directory, options)
        for file in files_named(self.tree, "package.json"):
            name = parse_json(self.tree.text(file)).get("name")
            if isinstance(name, str) and name:
                self._packages.setdefault(name, file)

    def candidates(self, importer: SourceFile, specifier: str) -> Iterator[str]:
        """Yield the paths, still without extension, that a specifier which is not relative may mean."""
        for directory in _ancestors(importer.directory):
            if directory in self._options:
                yield from _mapped(directory, self._options[directory], specifier)
        if specifier.startswith("#"):
            yield from self._imports(importer, specifier)
        parts = specifier.split("/")
        name = "/".join(parts[: 2 if specifier.startswith("@") else 1])
        if (package := self._packages.get(name)) is not None:
            yield from self._entries(package, "/".join([".", *parts[name.count("/") + 1 :]]))

    def _imports(self, importer: SourceFile, specifier: str) -> Iterator[str]:
        for directory in _ancestors(importer.directory):
            manifest = self.tree.get(posixpath.join(directory, "package.json"))
            imports = table_at(parse_json(self.tree.text(manifest)), "imports") if manifest else {}
            yield from _substituted(directory, imports, specifier)

    def _entries(self, package: SourceFile, subpath: str) -> Iterator[str]:
        document = parse_json(self.tree.text(package))
        exports = document.get("exports")
        stated = [*_texts(table_at(exports).get(subpath, exports if subpath == "." else None))]
        stated += [
            entry for key in ("main", "module") if subpath == "." and isinstance(entry := document.get(key), str)
        ]
        for entry in [*stated, *(["src/index", "index"] if subpath == "." else [subpath, f"src/{subpath[2:]}"])]:
            bare = posixpath.normpath(entry)
            stem = re.sub(r"(?:\.d)?\.[cm]?[jt]sx?$", "", bare)
            built = _BUILT.sub("", stem)
            for path in (bare, f"src/{built}" if built != stem else stem):
                yield posixpath.join(package.directory, path)


def _ancestors(directory: str) -> Iterator[str]:
    while directory:
        yield directory
        directory = posixpath.dirname(directory)
    yield ""


def _mapped(directory: str, options: dict[str, Any], specifier: str) -> Iterator[str]:
    stated = options.get("baseUrl")
    base = posixpath.normpath(posixpath.join(directory, stated)) if isinstance(stated, str) else directory
    base = "" if base == "." else base
    yield from _substituted(base, table_at(options, "paths"), specifier)
    if isinstance(stated, str):
        yield posixpath.join(base, specifier)


def _substituted(directory: str, table: dict[str, Any], specifier: str) -> Iterator[str]:
    """Yield what a table of patterns with one star each makes of a specifier, the longest pattern first."""
    for pattern in sorted(table, key=len, reverse=True):
        before, star, after = pattern.partition("*")
        fits = specifier.startswith(before) and specifier.endswith(after) and len(specifier) >= len(before + after)
        if specifier == pattern or (star and fits):
            middle = specifier[len(before) : len(specifier) - len(after)] if star else ""
            for target in _texts(table[pattern]):
                yield posixpath.normpath(posixpath.join(directory, target.replace("*", middle)))


def _texts(value: object) -> list[str]:
    """Return the texts of a list, of one text, or of a table of conditions."""
    if isinstance(value, dict):
        return [text for part in value.values() if isinstance(part, str) for text in (part,)]
    return list(strings_of(value))
