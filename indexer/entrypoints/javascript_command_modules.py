"""Commands that are modules of their own: those of yargs, and the files of an oclif program."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import dotted, literals
from indexer.entrypoints.base import Kind, files_in, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.javascript_calls import REQUIRED
from indexer.entrypoints.javascript_modules import LANGUAGES, JavaScriptModules, imports_any
from indexer.entrypoints.javascript_programs import Package, Packages, command_name, packages_of
from indexer.entrypoints.javascript_text import calls_in, closing, without_comments
from indexer.entrypoints.manifests import table_at
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "javascript"

_YARGS: Final = frozenset({"yargs"})
_NAMED: Final = re.compile(
    r"(?m)^(?:export\s+const\s+|(?:module\.)?exports\.)command\s*(?::[^=\n]+)?=\s*([^;\n]+)"
    r"|^[ \t]+command\s*:\s*((?:\[[^\]]*\]|['\"`][^'\"`]*['\"`]))"
)
_RUN: Final = re.compile(r"\b(?:handler|builder)\b")
_OBJECT: Final = re.compile(
    r"(?:module\.exports\s*=|export\s+default|CommandModule(?:<[^=]*>)?\s*=)\s*\{|^export\s+const", re.MULTILINE
)
_DIRECTORY: Final = re.compile(r"\.commandDir\(\s*(.+?)\s*[,)\n]")
_ADDED: Final = re.compile(r"\.command(?=\()")


class Module(NamedTuple):
    """A module that is one command of yargs."""

    file: SourceFile
    line: int
    name: str


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the commands that are modules in ``tree``."""
    packages = packages_of(tree)
    yield from _yargs(tree, packages)
    for package in packages.found:
        if declared := table_at(package.document, "oclif"):
            yield from _oclif(tree, package, packages, declared)


def _yargs(tree: SourceTree, packages: Packages) -> Iterator[EntryPoint]:
    if not any(package.depends_on(_YARGS) for package in packages.found):
        return
    files = [
        file for file in files_in(tree, *LANGUAGES) if packages.depends_on(file, _YARGS) or imports_any(file, _YARGS)
    ]
    tree.preload(files)
    found = {module.file.path: module for file in files if (module := _module(tree, file)) is not None}
    parents = _parents(JavaScriptModules(tree), files, found) if found else {}
    by_path = {file.path: file for file in files}
    for path, module in found.items():
        way = _way(parents, path)
        program = packages.program(by_path[way[0]]) or packages.program(module.file)
        names = [found[one].name for one in way if one in found]
        yield _entry(tree, module.file, module.line, [program, *names])


def _module(tree: SourceTree, file: SourceFile) -> Module | None:
    text = without_comments(tree.text(file))
    match = _NAMED.search(text)
    if match is None or _RUN.search(text) is None or (match[2] and _OBJECT.search(text) is None):
        return None
    name = command_name(match[1] or match[2])
    return Module(file, line_of_offset(text, match.start()), name) if name else None


def _parents(modules: JavaScriptModules, files: list[SourceFile], found: Mapping[str, Module]) -> dict[str, str]:
    """Return the module that each was added to: by its directory, or by name."""
    parents: dict[str, str] = {}
    for file in files:
        text = modules.code(file)
        for match in _DIRECTORY.finditer(text):
            parts = literals(match[1])
            directory = posixpath.normpath(posixpath.join(file.directory, *(part.lstrip("/") for part in parts)))
            below = [path for path, one in found.items() if one.file.directory == directory and path != file.path]
            parents |= dict.fromkeys(below, file.path)
        for match in calls_in(text, _ADDED):
            added = text[match.end() + 1 : closing(text, match.end()) - 1].strip()
            required = REQUIRED.match(added)
            place = modules.follow(file, dotted(added)) if dotted(added) else None
            target = modules.find(file, required[1]) if required else place[0] if place else None
            if target is not None and target.path in found and target.path != file.path:
                parents[target.path] = file.path
    return parents


def _way(parents: Mapping[str, str], path: str) -> list[str]:
    """Return the modules on the way to one, itself last."""
    way = [path]
    while (parent := parents.get(way[0])) is not None and parent not in way:
        way.insert(0, parent)
    return way


def _oclif(
    tree: SourceTree, package: Package, packages: Packages, declared: Mapping[str, object]
) -> Iterator[EntryPoint]:
    stated = declared.get("commands")
    target = stated if isinstance(stated, str) else table_at(stated).get("target", "")
    root = _source_directory(tree, package.directory, target) if isinstance(target, str) and target else ""
    program, separator = declared.get("bin"), declared.get("topicSeparator")
    for file in files_in(tree, *LANGUAGES) if root else ():
        classes = [symbol for symbol in file.facts.symbols if symbol.kind == "class"]
        if not file.path.startswith(f"{root}/") or not classes or re.search(r"\.(?:d|test|spec)\.", file.name):
            continue
        parts = posixpath.splitext(file.path[len(root) + 1 :])[0].split("/")
        topics = parts[:-1] if parts[-1] == "index" else parts
        words = (separator if isinstance(separator, str) else ":").join(topics)
        name = program if isinstance(program, str) else packages.program(package.file)
        if words:
            yield _entry(tree, file, classes[0].line, [name, words])


def _source_directory(tree: SourceTree, package: str, target: str) -> str:
    """Return the directory of sources that is built into ``target``, or ``target`` itself."""
    built = posixpath.normpath(target)
    candidates = [built, posixpath.join("src", built.partition("/")[2]), built.partition("/")[2]]
    paths = [posixpath.join(package, candidate) if package else candidate for candidate in candidates if candidate]
    return next((path for path in paths if path in tree.directories), "")


def _entry(tree: SourceTree, file: SourceFile, line: int, names: Iterable[str]) -> EntryPoint:
    return make_entry_point(
        ecosystem,
        Kind.CLI_COMMAND,
        " ".join(name for name in names if name),
        file,
        line,
        confidence=tiers.REGISTERED,
        evidence=line_at(tree.text(file), line),
    )
