"""Commands of Go programs that calls and methods name: kingpin, and google's subcommands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, files_in, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.go_texts import go_programs, package_name, without_comments
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "go"

_CALLED: Final = re.compile(r"(?:([\w.]+)\s*:?=\s*)?([\w.]+)\s*\.\s*Command\(\s*\"([^\"]+)\"\s*,")
_METHOD: Final = re.compile(r"\)\s*Name\(\)\s*string\s*\{\s*return\s*\"([\w\-]+)\"")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the commands that are made by calls in ``tree``."""
    readers = {"kingpin": _called, "subcommands": _methods}
    files = [(file, read) for file in files_in(tree, "go") for name, read in readers.items() if _imports(file, name)]
    tree.preload([file for file, _ in files])
    programs = go_programs(tree) if files else None
    for file, read in files:
        text = without_comments(tree.text(file))
        for name, line in read(text):
            program = programs.name_for(file) if programs else ""
            yield make_entry_point(
                ecosystem,
                Kind.CLI_COMMAND,
                f"{program} {name}".strip(),
                file,
                line,
                confidence=tiers.REGISTERED,
                evidence=line_at(tree.text(file), line),
            )


def _imports(file: SourceFile, name: str) -> bool:
    known = ("alecthomas/kingpin", "google/subcommands", "gopkg.in/alecthomas/kingpin")
    return any(
        package_name(imported.module) == name and any(part in imported.module for part in known)
        for imported in file.facts.imports
    )


def _called(text: str) -> Iterator[tuple[str, int]]:
    """Yield the commands that have none below them, by their names from the top, and the line of each."""
    names: dict[str, str] = {}
    found: list[tuple[str, str, int]] = []
    for match in _CALLED.finditer(text):
        above = names.get(match[2], "")
        name = f"{above} {match[3]}".strip()
        if match[1]:
            names[match[1]] = name
        found.append((name, above, line_of_offset(text, match.start(3))))
    groups = {above for _, above, _ in found}
    yield from ((name, line) for name, _, line in found if name not in groups)


def _methods(text: str) -> Iterator[tuple[str, int]]:
    yield from ((match[1], line_of_offset(text, match.start(1))) for match in _METHOD.finditer(text))
