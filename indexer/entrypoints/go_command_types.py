"""Types of a repository that stand for commands: made into a cobra command by a function, or spoken to as one.

The first are turned by ``func toCobra(c Command) *cobra.Command`` with ``Use: c.Name``; the second, of simplecobra,
have a method ``Name`` that returns the name, or the field that holds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints.arguments import end_of_brackets
from indexer.entrypoints.base import files_in
from indexer.entrypoints.go_texts import local_names, without_comments
from indexer.tree import SourceFile, SourceTree

_COBRA: Final = "github.com/spf13/cobra"
_SIMPLE: Final = "github.com/bep/simplecobra"
_TURNED: Final = re.compile(
    r"func \w+\((\w+) \*?(\w+)\) \*cobra\.Command \{\s*(?:\w+ := |return )&cobra\.Command\{\s*Use:\s*\1\.(\w+)"
)
_NAME_METHOD: Final = re.compile(r"func \((\w+) \*?(\w+)\) Name\(\) string \{\s*return (?:\1\.(\w+)|\"([^\"]+)\")\s*\}")


@dataclass(frozen=True, slots=True)
class CommandType:
    """A type that stands for commands: the field with their name, or the name that all of its kind have."""

    directory: str
    type_name: str
    field: str
    fixed: str


@dataclass(frozen=True, slots=True)
class CommandTypes:
    """The types of a tree that stand for commands."""

    found: tuple[CommandType, ...]

    def spelled_in(self, tree: SourceTree, file: SourceFile) -> dict[str, CommandType]:
        """Return the types by what a file calls them: their own names in their package, else with the package's."""
        spelled = {known.type_name: known for known in self.found if known.directory == file.directory}
        for known in self.found:
            modules = [item.module for item in file.facts.imports if _is_of(item.module, known.directory)]
            for package in local_names(tree.text(file), modules) if modules else ():
                spelled[f"{package}.{known.type_name}"] = known
        return spelled


def command_around(text: str, position: int, spelled: Mapping[str, CommandType]) -> str:
    """Return the name of the command whose literal, of one of the types, stands around a position; else empty."""
    for name, known in spelled.items():
        for match in re.finditer(rf"(?<![\w.]){re.escape(name)}(\{{)", text[:position]):
            if end_of_brackets(text, match.start(1)) > position:
                stated = re.compile(rf"\s*{known.field}:\s*\"([^\"]+)\"").match(text, match.end())
                return stated[1] if stated and known.field else known.fixed
    return ""


def command_types(tree: SourceTree) -> CommandTypes:
    """Return the types of ``tree`` that stand for commands."""
    files = [file for file in files_in(tree, "go") if _imports(file, _COBRA) or _imports(file, _SIMPLE)]
    tree.preload(files)
    return CommandTypes(tuple(dict.fromkeys(known for file in files for known in _types(tree, file))))


def _types(tree: SourceTree, file: SourceFile) -> Iterator[CommandType]:
    text = without_comments(tree.text(file))
    for match in _TURNED.finditer(text):
        yield CommandType(file.directory, match[2], match[3], "")
    for match in _NAME_METHOD.finditer(text) if _imports(file, _SIMPLE) else ():
        yield CommandType(file.directory, match[2], match[3] or "", match[4] or "")


def _imports(file: SourceFile, module: str) -> bool:
    return any(imported.module == module for imported in file.facts.imports)


def _is_of(module: str, directory: str) -> bool:
    return bool(directory) and module.endswith(f"/{directory}")
