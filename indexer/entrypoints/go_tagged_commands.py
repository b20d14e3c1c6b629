"""Commands of Go programs that struct tags declare: kong, go-flags and go-arg."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import end_of_brackets, split_top_level
from indexer.entrypoints.base import Kind, files_in, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.go_texts import GoPrograms, go_programs, without_comments
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "go"

_PARSERS: Final = re.compile(r"github\.com/(?:alecthomas/kong|jessevdk/go-flags|alexflint/go-arg)(?:/v\d+)?")
_STRUCT: Final = re.compile(r"(?m)^\s*(?:type\s+|var\s+)?(\w+)\s*(?::?=\s*)?&?struct\s*(\{)")
_FIELD: Final = re.compile(r"(?:(\w+)[ \t]+)?(struct\s*\{.*\}|[*\w.]+)[ \t]*(?:`([^`]*)`|\"([^\"]*)\")?", re.DOTALL)
_NAMED: Final = re.compile(r"\bname:\\?\"([^\"\\]+)")
_COMMAND: Final = re.compile(r"\bcmd(?::|\b)|\bcommand:\\?\"([\w\-:]+)|\barg:\\?\"[^\"]*subcommand(?::([\w\-]+))?")
_EMBEDDED: Final = re.compile(r"\bembed(?::|\b)")
_PROGRAM: Final = re.compile(r"\bkong\.Name\(\s*\"([^\"]+)\"")
_WORD_BORDER: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_DEEPEST: Final = 6


@dataclass(frozen=True, slots=True)
class _Command:
    """A command below a struct: its name, and the type or the text of the struct that it leads to."""

    file: SourceFile
    name: str
    line: int
    leads_to: str


@dataclass(slots=True)
class _Structs:
    """What lies between the braces of each struct, with the file and the line at which it begins."""

    bodies: dict[str, list[tuple[SourceFile, str, int]]]

    def below(self, written: str, file: SourceFile, line: int, depth: int = 0) -> Iterator[_Command]:
        """Yield the commands of a struct, given as a text in braces or as the name of its type."""
        found = self.bodies.get(written.lstrip("*").rpartition(".")[2], [])
        same = [place for place in found if place[0].directory == file.directory] or found
        bodies = [(file, written[written.index("{") + 1 : -1], line)] if "{" in written else same[:1]
        for there, body, begins in bodies if depth < _DEEPEST else ():
            position = 0
            for part in split_top_level(body, "\n"):
                position = body.find(part, position)
                yield from self._field(there, part, begins + body.count("\n", 0, position), depth)
                position += len(part)

    def _field(self, file: SourceFile, part: str, line: int, depth: int) -> Iterator[_Command]:
        match = _FIELD.fullmatch(part)
        if match is None:
            return
        tags = match[3] or match[4] or ""
        if command := _COMMAND.search(tags):
            named = _NAMED.search(tags) if not (command[1] or command[2]) else None
            name = command[1] or command[2] or (named[1] if named else _dashed(match[1] or match[2]))
            yield _Command(file, name, line, match[2])
        elif match[1] is None or _EMBEDDED.search(tags):
            yield from self.below(match[2], file, line, depth + 1)


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the commands that the tags of structs declare in ``tree``."""
    speaking = {file.directory for file in files_in(tree, "go") if _parses(file)}
    files = [file for file in files_in(tree, "go") if file.directory in speaking or _near(file, speaking)]
    tree.preload(files)
    texts = {file.path: without_comments(tree.text(file)) for file in files} if speaking else {}
    structs = _read([(file, texts[file.path]) for file in files if file.path in texts])
    stated = next((found[1] for text in texts.values() if (found := _PROGRAM.search(text))), "")
    programs = go_programs(tree) if structs.bodies else GoPrograms({}, {})
    for name, command in _roots(structs):
        yield from _entries(tree, structs, command, (stated or programs.name_for(command.file), name), 0)


def _parses(file: SourceFile) -> bool:
    return any(_PARSERS.fullmatch(imported.module) for imported in file.facts.imports)


def _near(file: SourceFile, speaking: set[str]) -> bool:
    """Tell whether the file lies below a directory that parses arguments: its commands may be packages of their own."""
    return any(not directory or file.directory.startswith(f"{directory}/") for directory in speaking)


def _read(files: list[tuple[SourceFile, str]]) -> _Structs:
    bodies: dict[str, list[tuple[SourceFile, str, int]]] = {}
    for file, text in files:
        for match in _STRUCT.finditer(text):
            body = text[match.end() : end_of_brackets(text, match.start(2)) - 1]
            bodies.setdefault(match[1], []).append((file, body, line_of_offset(text, match.end())))
    return _Structs(bodies)


def _roots(structs: _Structs) -> Iterator[tuple[str, _Command]]:
    """Yield the commands of the structs that no command leads to."""
    tops = [
        list(structs.below(f"struct {{{body}}}", file, line))
        for places in structs.bodies.values()
        for file, body, line in places
    ]
    every = {command for commands in tops for command in commands}
    inner = {below for command in every for below in structs.below(command.leads_to, command.file, command.line)}
    yield from ((command.name, command) for command in sorted(every - inner, key=lambda one: (one.file.path, one.line)))


def _entries(
    tree: SourceTree, structs: _Structs, command: _Command, names: tuple[str, ...], depth: int
) -> Iterator[EntryPoint]:
    below = list(structs.below(command.leads_to, command.file, command.line)) if depth < _DEEPEST else []
    for inner in below:
        yield from _entries(tree, structs, inner, (*names, inner.name), depth + 1)
    if not below:
        yield make_entry_point(
            ecosystem,
            Kind.CLI_COMMAND,
            " ".join(filter(None, names)),
            command.file,
            command.line,
            confidence=tiers.REGISTERED,
            evidence=line_at(tree.text(command.file), command.line),
        )


def _dashed(name: str) -> str:
    return _WORD_BORDER.sub("-", name.lstrip("*").rpartition(".")[2]).lower()
