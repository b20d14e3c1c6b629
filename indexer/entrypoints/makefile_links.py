"""What a Makefile calls the programs that it links, so that ``server.c`` is known as ``redis-server``."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints.base import files_named
from indexer.tree import SourceFile, SourceTree

_VARIABLE: Final = re.compile(r"^\s*(?:export\s+)?([\w.\-]+)\s*(\+|:|::|\?)?=\s*(.*)$")
_RULE: Final = re.compile(r"^([^\s:=#][^:=#]*?)\s*::?(?![=])\s*(.*)$")
_REFERENCE: Final = re.compile(r"\$[({]([\w.\-]+)[)}]")
_OBJECT: Final = re.compile(r"([\w./\-]+)\.(?:o|c|cc|cpp)(?=\s|$)")
_LARGEST: Final = 20_000
_NO_PROGRAM: Final = re.compile(r"\.|%|\$|/$")


@dataclass(frozen=True, slots=True)
class Makefile:
    """The rules of a Makefile with variables expanded: target, prerequisites, and the line of the rule."""

    file: SourceFile
    rules: tuple[tuple[str, str, int], ...]

    def links(self) -> Iterator[tuple[str, list[str]]]:
        """Yield each program and the objects, without suffix, that it is linked from."""
        for target, prerequisites, _ in self.rules:
            objects = _OBJECT.findall(prerequisites)
            if objects and target != "all":
                yield posixpath.basename(target), objects


def read_makefiles(tree: SourceTree) -> list[Makefile]:
    """Return the Makefiles of ``tree`` with the rules that may name programs."""
    files = files_named(tree, "Makefile", "makefile", "GNUmakefile")
    return [Makefile(file, tuple(_rules(tree.text(file)))) for file in files]


def linked_programs(makefiles: Iterable[Makefile]) -> dict[str, str]:
    """Return the program linked from each object: ``src/server`` → ``redis-server``."""
    found: dict[str, tuple[int, str]] = {}
    for makefile in makefiles:
        for target, objects in makefile.links():
            for stem in objects:
                path = posixpath.normpath(posixpath.join(makefile.file.directory, stem))
                # Its own name wins, then the fewest prerequisites: an umbrella rule names every object too.
                size = 0 if target == posixpath.basename(stem) else len(objects)
                found[path] = min(found.get(path, (_LARGEST, "")), (size, target))
    return {path: name for path, (_, name) in found.items() if name}


def copied_programs(makefile: Makefile, programs: Collection[str]) -> Iterator[tuple[str, int]]:
    """Yield name and line of what ``all`` makes of one linked program alone: that program under another name."""
    wanted = {word for target, words, _ in makefile.rules if target == "all" for word in words.split()}
    for target, prerequisites, line in makefile.rules:
        if target in wanted and prerequisites.strip() in programs:
            yield target, line


def _rules(text: str) -> Iterator[tuple[str, str, int]]:
    variables: dict[str, str] = {}
    rules: list[tuple[str, str, int]] = []
    begun, joined = 0, ""
    for number, written in enumerate(text.splitlines(), start=1):
        begun, joined = (begun, joined + written) if joined else (number, written)
        if joined.endswith("\\"):
            joined = f"{joined[:-1]} "
            continue
        line, joined = joined, ""
        if not line or line[0] in "\t#":
            continue
        if variable := _VARIABLE.match(line):
            before = variables.get(variable[1], "") if variable[2] == "+" else ""
            variables[variable[1]] = f"{before} {variable[3].partition('#')[0]}".strip()[:_LARGEST]
        elif rule := _RULE.match(line):
            rules.append((rule[1], rule[2].partition("#")[0], begun))
    for target, prerequisites, line_number in rules:
        name = _expand(target, variables).strip()
        if name == "all" or (" " not in name and not _NO_PROGRAM.search(name)):
            yield name, _expand(prerequisites, variables), line_number


def _expand(text: str, variables: dict[str, str]) -> str:
    for _ in range(6 if "$" in text else 0):
        expanded = _REFERENCE.sub(lambda match: variables.get(match[1], ""), text)[:_LARGEST]
        if expanded == text:
            break
        text = expanded
    return text
