"""Ruby's programs: executables of gems, Rack applications, Sinatra routes and Rake tasks."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import literal, parse_arguments
from indexer.entrypoints.base import Kind, developer_role, files_in, files_named, line_at, line_of, make_entry_point
from indexer.entrypoints.ruby_blocks import statements, symbols
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "ruby"

_EXECUTABLES: Final = re.compile(r"\.executables\s*\+?=\s*(.+)")
_BIN_DIRECTORY: Final = re.compile(r"\.bindir\s*=\s*[\"'](\w+)[\"']")
_GEM_NAME: Final = re.compile(r"\.name\s*=\s*[\"']([\w.\-]+)[\"']")
_TASK: Final = re.compile(r"(?:multi)?task[\s(]+(?::(\w+)|[\"']([\w:]+)[\"']|(\w+):)")
_NAMESPACE: Final = re.compile(r"namespace[\s(]+(?::|[\"'])?(\w+)")
_VERBS: Final = frozenset({"get", "post", "put", "patch", "delete", "options"})


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find what Ruby starts in ``tree``."""
    for file in tree:
        if file.name.endswith(".gemspec"):
            yield from _executables(tree, file)
            yield from _library_root(tree, file)
        elif file.name in {"Rakefile", "rakefile", "Rakefile.rb"} or file.name.endswith(".rake"):
            yield from _tasks(tree, file)
    for file in files_named(tree, "config.ru"):
        yield from _rack(tree, file)
    for file in files_in(tree, "ruby"):
        if any(imported.module.partition("/")[0] == "sinatra" for imported in file.facts.imports):
            yield from _sinatra(file)


def executables(tree: SourceTree, file: SourceFile) -> list[str]:
    """Return the paths of the programs that a gemspec installs."""
    text = tree.text(file)
    declared = _EXECUTABLES.search(text)
    if declared is None:
        return []
    stated = _BIN_DIRECTORY.search(text)
    directory = posixpath.join(file.directory, stated[1] if stated else "bin")
    computed = re.search(r"\bDir\b|\bgrep\b|ls-files|\.map\b", declared[1])
    beside = sorted(found.name for found in tree if found.directory == directory)
    return [posixpath.join(directory, name) for name in (beside if computed else symbols(declared[1]))]


def _executables(tree: SourceTree, file: SourceFile) -> Iterator[EntryPoint]:
    text = tree.text(file)
    line = line_of(text, r"\.executables\s*\+?=")
    for path in executables(tree, file):
        yield make_entry_point(
            ecosystem,
            Kind.BINARY,
            posixpath.basename(path),
            file,
            line,
            confidence=tiers.DECLARED,
            evidence=line_at(text, line),
            symbol=path,
        )


def _library_root(tree: SourceTree, file: SourceFile) -> Iterator[EntryPoint]:
    """Yield the file that ``require`` of a gem's name loads."""
    stated = _GEM_NAME.search(tree.text(file))
    name = stated[1] if stated else file.name.removesuffix(".gemspec")
    for stem in dict.fromkeys((name, name.replace("-", "/"), name.replace("-", "_"))):
        root = tree.get(posixpath.join(file.directory, "lib", f"{stem}.rb"))
        if root is not None:
            yield make_entry_point(
                ecosystem,
                Kind.LIBRARY_ROOT,
                name,
                root,
                1,
                confidence=tiers.CONVENTION,
                evidence=line_at(tree.text(root), 1) or root.path,
                symbol=name,
            )
            return


def _tasks(tree: SourceTree, file: SourceFile) -> Iterator[EntryPoint]:
    for statement in statements(tree.text(file)):
        match = _TASK.match(statement.text)
        if match is None:
            continue
        names = [found[1] for opening in statement.around if (found := _NAMESPACE.match(opening))]
        name = ":".join([*names, match[1] or match[2] or match[3]])
        yield make_entry_point(
            ecosystem,
            Kind.TASK,
            f"rake {name}",
            file,
            statement.line,
            confidence=tiers.REGISTERED,
            evidence=statement.text,
            symbol=name,
            role=developer_role(file),
        )


def _rack(tree: SourceTree, file: SourceFile) -> Iterator[EntryPoint]:
    text = tree.text(file)
    line = line_of(text, r"^\s*run\b")
    if line:
        yield make_entry_point(
            ecosystem,
            Kind.HTTP_APP,
            file.path,
            file,
            line,
            confidence=tiers.REGISTERED,
            evidence=line_at(text, line),
            symbol=line_at(text, line).removeprefix("run").strip(" ()"),
        )


def _sinatra(file: SourceFile) -> Iterator[EntryPoint]:
    for item in file.facts.registrations:
        path = literal(parse_arguments(item.arguments).at(0)) if item.callee in _VERBS else None
        if item.form == "call" and path is not None and path.startswith("/"):
            yield make_entry_point(
                ecosystem,
                Kind.HTTP_ROUTE,
                f"{item.callee.upper()} {path}",
                file,
                item.line,
                confidence=tiers.REGISTERED,
                evidence=item.text,
            )
