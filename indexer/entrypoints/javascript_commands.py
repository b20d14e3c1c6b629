"""Commands of Node programs made with commander, yargs, cac and sade, where calls name them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import parse_arguments, split_top_level
from indexer.entrypoints.base import Kind, files_in, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.javascript_commander import CommandTree, command_tree
from indexer.entrypoints.javascript_modules import LANGUAGES, imports_any
from indexer.entrypoints.javascript_programs import Packages, command_name, packages_of
from indexer.entrypoints.javascript_text import calls_in, closing, without_comments
from indexer.entrypoints.signatures import function_at, parameters_of
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "javascript"

_COMMANDER: Final = frozenset("commander @commander-js".split())
_LIBRARIES: Final = _COMMANDER | frozenset("yargs cac sade @caporal caporal vorpal".split())
_COMMANDER_PACKAGES: Final = frozenset({"commander", "@commander-js/extra-typings"})
_PACKAGES: Final = _LIBRARIES | _COMMANDER_PACKAGES | frozenset({"@caporal/core"})
_PROGRAMS: Final = frozenset("program yargs cli commander prog argv y cmd command caporal vorpal".split())
_COMMAND_LINK: Final = re.compile(r"command\((.*)\)$", re.DOTALL)
_COMMAND_CALL: Final = re.compile(r"\.command(?=\()")


@dataclass(frozen=True, slots=True)
class _Span:
    """The call that names a command, in offsets of its text; what it names inside its brackets lies under it."""

    start: int
    end: int
    line: int
    name: str


@dataclass(frozen=True, slots=True)
class _Program:
    """A file that names commands, with what is known of its variables."""

    file: SourceFile
    program: str
    nests: bool
    tree: CommandTree
    spans: tuple[_Span, ...]
    groups: dict[str, str] = field(default_factory=dict)


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the commands that calls name in the Node programs of ``tree``."""
    packages = packages_of(tree)
    files = [file for file in files_in(tree, *LANGUAGES) if _may_name_commands(packages, file)]
    tree.preload(files)
    commander = command_tree(tree, [file for file in files if imports_any(file, _COMMANDER)])
    for node, names in commander.attached():
        yield _entry(node.file, node.line, packages.program(node.file), names, line_at(tree.text(node.file), node.line))
    for file in files:
        library = imports_any(file, _LIBRARIES)
        nests = imports_any(file, _COMMANDER) or (not library and packages.depends_on(file, _COMMANDER_PACKAGES))
        yield from _commands(
            _Program(file, packages.program(file), nests, commander, _spans(without_comments(tree.text(file))))
        )


def _may_name_commands(packages: Packages, file: SourceFile) -> bool:
    if imports_any(file, _LIBRARIES):
        return True
    calls = any(_is_command(item) for item in file.facts.registrations)
    return calls and packages.depends_on(file, _PACKAGES)


def _is_command(item: Registration) -> bool:
    return item.form in {"call", "assignment"} and item.callee.endswith(".command")


def _commands(program: _Program) -> Iterator[EntryPoint]:
    file = program.file
    parents = {split_top_level(item.callee, ".")[0] for item in file.facts.registrations if _is_command(item)}
    for item in file.facts.registrations:
        name = command_name(parse_arguments(item.arguments).at(0)) if _is_command(item) else ""
        links = split_top_level(item.callee, ".")
        if not name or not _is_program(program, item, links[0]):
            continue
        if item.form == "assignment":
            program.groups[item.target] = " ".join((*_before(program, item, links), name))
            if item.target in parents:
                continue
        yield _entry(file, item.line, program.program, [*_before(program, item, links), name], item.text)


def _is_program(program: _Program, item: Registration, root: str) -> bool:
    """Tell whether a command is named on a program: the library's, or one that is handed in."""
    root = root.removeprefix("new").partition("(")[0]
    if imports_any(program.file, _LIBRARIES) or root in _PROGRAMS or root in program.groups:
        return True
    function = function_at(program.file, item.line)
    parameters = parameters_of(program.tree.modules.tree, program.file, function) if function and root else ""
    return re.search(rf"\b{re.escape(root)}\b", parameters) is not None


def _before(program: _Program, item: Registration, links: list[str]) -> list[str]:
    """Return the names of the commands that one is named under."""
    root = links[0]
    group = program.groups.get(root) or " ".join(program.tree.names(program.file, root))
    chained = [_link_name(link) for link in links[:-1]] if program.nests else []
    return [name for name in (*_around(program, item), group, *chained) if name]


def _around(program: _Program, item: Registration) -> list[str]:
    """Return the names of the calls whose brackets hold the one at a registration's line."""
    name = command_name(parse_arguments(item.arguments).at(0))
    own = next((span for span in program.spans if span.name == name and span.line >= item.line), None)
    return [span.name for span in program.spans if own is not None and span.start < own.start < span.end]


def _spans(text: str) -> tuple[_Span, ...]:
    found = []
    for match in calls_in(text, _COMMAND_CALL):
        end = closing(text, match.end())
        name = command_name(parse_arguments(text[match.end() + 1 : end - 1]).at(0))
        found += [_Span(match.start(), end, line_of_offset(text, match.start()), name)] if name else []
    return tuple(found)


def _link_name(link: str) -> str:
    match = _COMMAND_LINK.match(link)
    return command_name(parse_arguments(match[1]).at(0)) if match else ""


def _entry(file: SourceFile, line: int, program: str, names: Iterable[str], evidence: str) -> EntryPoint:
    return make_entry_point(
        ecosystem,
        Kind.CLI_COMMAND,
        " ".join(part for part in (program, *names) if part),
        file,
        line,
        confidence=tiers.REGISTERED,
        evidence=evidence,
    )
