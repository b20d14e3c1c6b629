"""Commands of Flask applications that are managed with Flask-Script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import dotted, literal, parse_arguments
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "python"

_LIBRARIES: Final = frozenset({"flask_script", "flask.ext.script"})
_DECORATING: Final = frozenset({"command", "option"})


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the commands of Flask-Script's managers in ``tree``."""
    for file in files_in(tree, "python"):
        if any(imported.module in _LIBRARIES for imported in file.facts.imports):
            managers = [
                item.target
                for item in file.facts.registrations
                if item.form == "assignment" and item.callee.rpartition(".")[2] == "Manager"
            ]
            yield from _commands(file, frozenset(managers))


def _commands(file: SourceFile, managers: frozenset[str]) -> Iterator[EntryPoint]:
    groups = dict(_groups(file, managers))
    for item in file.facts.registrations:
        manager, _, word = item.callee.rpartition(".")
        if manager not in managers:
            continue
        name = _name(item, word)
        if name and groups.get(dotted(parse_arguments(item.arguments).at(1))) != name:
            yield make_entry_point(
                ecosystem,
                Kind.CLI_COMMAND,
                " ".join(part for part in (f"python {file.path}", groups.get(manager, ""), name) if part),
                file,
                item.line,
                confidence=tiers.REGISTERED,
                evidence=item.text,
                symbol=item.target,
            )


def _groups(file: SourceFile, managers: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield the managers that stand below another one, and the names they have there."""
    for item in file.facts.registrations:
        arguments = parse_arguments(item.arguments)
        name, below = literal(arguments.at(0, "name")), dotted(arguments.at(1))
        if item.callee.rpartition(".")[2] == "add_command" and name and below in managers:
            yield below, name


def _name(item: Registration, word: str) -> str:
    if item.form == "decorator" and word in _DECORATING:
        return item.target.rpartition(".")[2]
    if item.form == "call" and word == "add_command":
        return literal(parse_arguments(item.arguments).at(0, "name")) or ""
    return ""
