"""What a package.json declares: installed commands, exports and scripts."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, developer_role, files_named, line_at, make_entry_point
from indexer.entrypoints.javascript_roles import web_role
from indexer.entrypoints.manifests import json_line, parse_json, table_at
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "javascript"

_BUILT: Final = frozenset({"dist", "lib", "build", "out", "output", "es", "esm", "cjs", "umd", "pkg", "bin", "target"})
_SUFFIXES: Final = ("", ".js", ".json", ".node", ".mjs", ".cjs", ".ts", "/index.js", "/index.ts")
_SHORT: Final = {"start": "npm start", "test": "npm test"}
_PRODUCT_SCRIPTS: Final = frozenset({"start"})


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find what the packages of ``tree`` declare."""
    for declared in files_named(tree, "package.json"):
        file, text = replace(declared, role=web_role(tree, declared)), tree.text(declared)
        package = parse_json(text)
        yield from _commands(file, text, package)
        yield from _exports(tree, file, text, package)
        yield from _scripts(file, text, package)


def bin_targets(package: Mapping[str, Any]) -> dict[str, str]:
    """Return the commands that a package installs, and the file that each starts."""
    declared = package.get("bin")
    if isinstance(declared, str):
        name = package.get("name")
        return {name.rpartition("/")[2]: declared} if isinstance(name, str) and name else {}
    return {name: path for name, path in table_at(declared).items() if isinstance(path, str)}


def _commands(file: SourceFile, text: str, package: Mapping[str, Any]) -> Iterator[EntryPoint]:
    named = isinstance(package.get("bin"), dict)
    for name, path in bin_targets(package).items():
        line = json_line(text, "bin", name) if named else json_line(text, "bin")
        yield _declared(file, Kind.BINARY, name, text, line, posixpath.normpath(posixpath.join(file.directory, path)))


def _exports(tree: SourceTree, file: SourceFile, text: str, package: Mapping[str, Any]) -> Iterator[EntryPoint]:
    """Yield one entry point for each path that others can import from the package."""
    name = package.get("name")
    if not isinstance(name, str) or not name:
        return
    exports = package.get("exports")
    subpaths = [key for key in table_at(exports) if key.startswith(".")]
    if exports and (subpaths or isinstance(exports, str | dict)):
        for subpath in subpaths or ["."]:
            if not subpath.endswith(".json"):
                line = json_line(text, "exports", subpath) if subpaths else json_line(text, "exports")
                target = _target(exports[subpath] if isinstance(exports, dict) and subpaths else exports)
                yield _declared(
                    file, Kind.PACKAGE_EXPORT, posixpath.normpath(posixpath.join(name, subpath)), text, line, target
                )
    elif package.get("private") is not True:
        yield from _main(tree, file, text, package, name)


def _main(tree: SourceTree, file: SourceFile, text: str, package: Mapping[str, Any], name: str) -> Iterator[EntryPoint]:
    for key in ("main", "module", "browser", "types", "typings"):
        path = package.get(key)
        if isinstance(path, str) and path:
            if _exists(tree, file, path):
                yield _declared(file, Kind.PACKAGE_EXPORT, name, text, json_line(text, key), path)
            return
    index = tree.get(posixpath.join(file.directory, "index.js"))
    if index is not None and "bin" not in package:
        yield make_entry_point(
            ecosystem,
            Kind.PACKAGE_EXPORT,
            name,
            index,
            1,
            confidence=tiers.CONVENTION,
            evidence=f"{file.path}: {line_at(text, json_line(text, 'name'))}",
            role=file.role,
        )


def _exists(tree: SourceTree, file: SourceFile, path: str) -> bool:
    """Tell whether the file is tracked or will be built; ``npm init`` writes a main that is neither."""
    target = posixpath.normpath(posixpath.join(file.directory, path))
    built = not _BUILT.isdisjoint(posixpath.normpath(path).split("/")[:-1])
    return built or any(target + suffix in tree for suffix in _SUFFIXES) or target in tree.directories


def _target(value: object) -> str:
    """Return the file that an export leads to, for the first of its conditions that names one."""
    while isinstance(value, dict):
        value = next(iter(value.values()), None)
    return value if isinstance(value, str) else ""


def _scripts(file: SourceFile, text: str, package: Mapping[str, Any]) -> Iterator[EntryPoint]:
    for name, command in table_at(package, "scripts").items():
        if isinstance(command, str):
            yield make_entry_point(
                ecosystem,
                Kind.NPM_SCRIPT,
                _SHORT.get(name, f"npm run {name}"),
                file,
                line := json_line(text, "scripts", name),
                confidence=tiers.DECLARED,
                evidence=line_at(text, line),
                symbol=name,
                role=file.role if name in _PRODUCT_SCRIPTS else developer_role(file),
            )


def _declared(file: SourceFile, kind: Kind, name: str, text: str, line: int, target: str) -> EntryPoint:
    return make_entry_point(
        ecosystem, kind, name, file, line, confidence=tiers.DECLARED, evidence=line_at(text, line), symbol=target
    )
