"""Ruby's programs: executables of gems, Rack applications and Rake tasks."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, developer_role, files_in, files_named, line_at, line_of, make_entry_point
from indexer.entrypoints.ruby_blocks import statements, symbols
from indexer.facts import EntryPoint, Role
from indexer.tree import SourceFile, SourceTree

ecosystem = "ruby"

_EXECUTABLES: Final = re.compile(r"\.executables\s*\+?=\s*(.+)")
_BIN_DIRECTORY: Final = re.compile(r"\.bindir\s*=\s*[\"'](\w+)[\"']")
_GEM_NAME: Final = re.compile(r"\.name\s*=\s*[\"']([\w.\-]+)[\"']")
_TASK: Final = re.compile(r"(?:multi)?task[\s(]+(?::(\w+)|[\"']([\w:]+)[\"']|(\w+):)")
_NAMESPACE: Final = re.compile(r"namespace[\s(]+(?::|[\"'])?(\w+)")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find what Ruby starts in ``tree``."""
    for file in tree:
        if file.name.endswith(".gemspec"):
            yield from _executables(tree, file)
            yield from _library_root(tree, file)
        elif file.name in {"Rakefile", "rakefile", "Rakefile.rb"} or file.name.endswith(".rake"):
            yield from _tasks(tree, file, developer_role(file))
    for file in files_in(tree, "ruby"):
        if _offers_tasks(file):
            yield from _tasks(tree, file, file.role)
    for file in files_named(tree, "config.ru"):
        yield from _rack(tree, file)


def executables(tree: SourceTree, file: SourceFile) -> list[str]:
    """Return the paths of the programs that a gemspec installs."""
    text = tree.text(file)
    match = _EXECUTABLES.search(text)
    if match is None:
        return []
    declared = text[match.start(1) :].partition("\n  end" if match[1].rstrip().endswith("do") else "\n")[0]
    stated = _BIN_DIRECTORY.search(text)
    directory = posixpath.join(file.directory, stated[1] if stated else "bin")
    computed = re.search(r"\bDir\b|\bgrep\b|\bglob\b|ls-files|\.map\b", declared)
    beside = sorted(found.name for found in tree if found.directory == directory)
    return [posixpath.join(directory, name) for name in (beside if computed else symbols(declared))]


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


def _offers_tasks(file: SourceFile) -> bool:
    """Tell whether a library defines tasks that its users load into a Rakefile of their own."""
    words = {item.callee for item in file.facts.registrations if item.form == "call"}
    return "lib" in file.directory.split("/") and file.name.endswith(".rb") and {"namespace", "desc", "task"} <= words


def _tasks(tree: SourceTree, file: SourceFile, role: Role) -> Iterator[EntryPoint]:
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
            role=role,
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
