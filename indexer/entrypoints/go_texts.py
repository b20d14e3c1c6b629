"""Go source as text: comments blanked out, packages by the name they are imported under, programs by directory."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints.base import files_in, files_named
from indexer.entrypoints.go_programs import module_path, program_name
from indexer.entrypoints.script_roles import source_role
from indexer.facts import Role
from indexer.tree import SourceFile, SourceTree

_STRING_OR_COMMENT: Final = re.compile(
    r"\"(?:\\.|[^\"\\\n])*\"|`[^`]*`|'(?:\\.|[^'\\\n])+'|//[^\n]*|/\*.*?\*/", re.DOTALL
)
_MAJOR: Final = re.compile(r"v\d+|[\w\-]+\.v\d+")


def without_comments(text: str) -> str:
    """Blank out comments, whose quotes and brackets mean nothing, and keep every position."""
    return _STRING_OR_COMMENT.sub(lambda match: _blank(match[0]) if match[0].startswith("/") else match[0], text)


def _blank(comment: str) -> str:
    return re.sub(r"[^\n]", " ", comment)


def package_name(module: str) -> str:
    """Return the name that a package goes by, of its import path: the last part that is no version."""
    parts = module.split("/")
    last = parts[-2] if len(parts) > 1 and re.fullmatch(r"v\d+", parts[-1]) else parts[-1]
    return re.sub(r"\.v\d+$", "", last).removeprefix("go-")


def local_names(text: str, modules: Iterable[str]) -> set[str]:
    """Return the names under which a file imports packages: an alias written before the path, or their own."""
    names: set[str] = set()
    for module in modules:
        alias = re.search(rf"(?m)^\s*(?:import\s+)?(\w+)\s+\"{re.escape(module)}\"", text)
        own = alias[1] if alias and alias[1] != "import" else package_name(module)
        names.add(own)
    return names


@dataclass(frozen=True, slots=True)
class GoPrograms:
    """The product's programs by the directory of their main package, and the directories that each imports."""

    names: dict[str, str]
    imports: dict[str, frozenset[str]]

    def name_for(self, file: SourceFile) -> str:
        """Return the program that a file is part of, empty when that is not plain."""
        if len(self.names) == 1:
            return next(iter(self.names.values()))
        directory = file.directory
        while directory not in self.names and directory:
            directory = posixpath.dirname(directory)
        if directory in self.names and (directory or not file.directory):
            return self.names[directory]
        users = [name for there, name in self.names.items() if _imports(self.imports[there], file.directory)]
        return users[0] if len(users) == 1 else self.names.get("", "") if not users else ""


def go_programs(tree: SourceTree) -> GoPrograms:
    """Return the programs of ``tree`` that serve the product."""
    modules = {file.directory: module_path(tree, file) for file in files_named(tree, "go.mod")}
    names: dict[str, str] = {}
    imports: dict[str, set[str]] = {}
    for file in files_in(tree, "go"):
        if any(item.form == "main" for item in file.facts.registrations) and source_role(file) is Role.PRODUCT:
            names[file.directory] = program_name(modules, file.directory, tree.name)
        imports.setdefault(file.directory, set()).update(item.module for item in file.facts.imports)
    return GoPrograms(names, {directory: frozenset(imports[directory]) for directory in names})


def _imports(modules: frozenset[str], directory: str) -> bool:
    return bool(directory) and any(module.endswith(f"/{directory}") for module in modules)
