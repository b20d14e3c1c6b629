"""Commands of Node programs made with commander, yargs, cac and sade."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import literal, literals, parse_arguments, split_top_level
from indexer.entrypoints.base import Kind, files_in, files_named, make_entry_point
from indexer.entrypoints.javascript_modules import LANGUAGES, imports_any
from indexer.entrypoints.javascript_packages import bin_targets
from indexer.entrypoints.manifests import parse_json
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "javascript"

_LIBRARIES: Final = frozenset("commander @commander-js yargs cac sade @caporal caporal vorpal".split())
_WORDS: Final = re.compile(r"[A-Za-z][\w:.\-]*(?: [A-Za-z][\w:.\-]*)*")
_COMMAND_LINK: Final = re.compile(r"command\((.*)\)$", re.DOTALL)


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the commands of the Node programs in ``tree``."""
    programs = [
        (file.directory, bin_targets(parse_json(tree.text(file)))) for file in files_named(tree, "package.json")
    ]
    for file in files_in(tree, *LANGUAGES):
        if imports_any(file, _LIBRARIES):
            yield from _commands(file, _program_of(programs, file))


def _program_of(programs: list[tuple[str, dict[str, str]]], file: SourceFile) -> str:
    """Return the command of the nearest package that installs any: the one that starts this file, or its only one."""
    around = [
        (directory, targets)
        for directory, targets in programs
        if targets and (not directory or file.path.startswith(f"{directory}/"))
    ]
    if not around:
        return ""
    directory, targets = max(around, key=lambda found: len(found[0]))
    for name, target in targets.items():
        if posixpath.normpath(posixpath.join(directory, target)) == file.path:
            return name
    return min(targets) if len(set(targets.values())) == 1 else ""


def _commands(file: SourceFile, program: str) -> Iterator[EntryPoint]:
    groups = _groups(file)
    for item in file.facts.registrations:
        links = split_top_level(item.callee, ".")
        if item.form not in {"call", "assignment"} or links[-1:] != ["command"]:
            continue
        if item.form == "assignment" and item.target in {group.split(" ")[0] for group in _parents(file)}:
            continue
        name = _name(item.arguments)
        if not name:
            continue
        before = [groups.get(links[0], ""), *(_link_name(link) for link in links[:-1] if links[0] in _parents(file))]
        yield make_entry_point(
            ecosystem,
            Kind.CLI_COMMAND,
            " ".join(part for part in (program, *before, name) if part),
            file,
            item.line,
            confidence=tiers.REGISTERED,
            evidence=item.text,
        )


def _parents(file: SourceFile) -> set[str]:
    """Return the variables on which a further ``command`` is called."""
    chains = (
        split_top_level(item.callee, ".") for item in file.facts.registrations if item.form in {"call", "assignment"}
    )
    return {links[0] for links in chains if links[-1:] == ["command"]}


def _groups(file: SourceFile) -> dict[str, str]:
    """Return the names of the commands that are kept in a variable."""
    return {
        item.target: name
        for item in file.facts.registrations
        if item.form == "assignment" and item.callee.endswith(".command") and (name := _name(item.arguments))
    }


def _name(arguments: str) -> str:
    """Return the words of ``"deploy <env> [tag]"``, or of the first of several names."""
    first = parse_arguments(arguments).at(0)
    text = literal(first) or next(iter(literals(first)), "")
    match = _WORDS.match(text)
    return match[0] if match else ""


def _link_name(link: str) -> str:
    match = _COMMAND_LINK.match(link)
    return _name(match[1]) if match else ""
