"""What the commands of a Python program are called, from the program's name on, once its groups are put together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, make_entry_point
from indexer.entrypoints.python_flask_commands import flask_name
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.python_names import Programs
from indexer.entrypoints.routing import RouterKey, Scopes
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile

_LIBRARIES: Final = frozenset("click typer rich_click asyncclick cloup flask quart asyncer".split())
_GENERIC: Final = frozenset({"main", "cli", "app", "entry", "root", "entrypoint", "entry-point"})


@dataclass(slots=True)
class Node:
    """A command, or a group of commands, by the variable or function that holds it."""

    key: RouterKey
    file: SourceFile
    registration: Registration
    name: str
    is_group: bool
    parents: list[tuple[RouterKey, str]] = field(default_factory=list)
    typer: bool = False
    callback: bool = False
    flask_name: str = ""


@dataclass(slots=True)
class Commands:
    """All commands and groups of a tree while they are put together."""

    modules: PythonModules
    scopes: Scopes = field(default_factory=Scopes)
    nodes: dict[RouterKey, Node] = field(default_factory=dict)

    def find(self, file: SourceFile, line: int, name: str) -> Node | None:
        """Return the node that the dotted ``name`` means at a line of ``file``."""
        for scope in (*self.scopes.around(file, line), 0):
            if (node := self.nodes.get(RouterKey(file.path, scope, name))) is not None:
                return node
        if name and (nested := self._nested(file, line, name)) is not None:
            return nested
        for there, rest in self.modules.follow(file, name) if name else ():
            if (node := self.nodes.get(RouterKey(there.path, 0, rest))) is not None:
                return node
        return None

    def _nested(self, file: SourceFile, line: int, name: str) -> Node | None:
        """Return the node that a function makes inside another one, which is known by both names."""
        if not self.scopes.around(file, line):
            return None
        found = [node for key, node in self.nodes.items() if key.path == file.path and key.name.endswith(f".{name}")]
        return found[0] if len(found) == 1 else None


def imports_library(file: SourceFile) -> bool:
    """Tell whether a file imports a library of commands."""
    return any(imported.module.split(".")[0] in _LIBRARIES for imported in file.facts.imports)


def named_commands(ecosystem: str, commands: Commands, programs: Programs) -> Iterator[EntryPoint]:
    """Yield each command that is no whole program of its own."""
    only_command = _only_commands(commands)
    for node in commands.nodes.values():
        if node.is_group or not _is_real(node):
            continue
        if not node.parents and (programs.is_declared(node.file, node.key.name) or programs.starts(node.file)):
            continue
        if node.key in only_command and programs.program_of(node.file, _root(commands, node).key.name):
            continue
        for name in sorted(_full_names(commands, programs, node, frozenset())):
            yield make_entry_point(
                ecosystem,
                Kind.CLI_COMMAND,
                name,
                node.file,
                node.registration.line,
                confidence=tiers.REGISTERED if " " in name or node.parents else tiers.CONVENTION,
                evidence=node.registration.text,
                symbol=node.registration.target if node.registration.form == "decorator" else "",
            )


def _is_real(node: Node) -> bool:
    """Tell whether a library of commands is at work, not another framework with the same words."""
    owner = node.registration.callee.rpartition(".")[0]
    return bool(node.parents) or (imports_library(node.file) and _is_known_owner(node, owner))


def _is_known_owner(node: Node, owner: str) -> bool:
    return node.registration.form != "decorator" or not owner or owner.endswith(".cli") or owner in _LIBRARIES


def _only_commands(commands: Commands) -> frozenset[RouterKey]:
    """Return the commands that are a whole typer program, started without being named."""
    children: dict[RouterKey, list[RouterKey]] = {}
    for node in commands.nodes.values():
        for parent, _ in node.parents:
            children.setdefault(parent, []).append(node.key)
    return frozenset(
        keys[0]
        for parent, keys in children.items()
        if len(keys) == 1
        and commands.nodes[parent].typer
        and not commands.nodes[parent].callback
        and not commands.nodes[parent].parents
        and not commands.nodes[keys[0]].is_group
    )


def _root(commands: Commands, node: Node) -> Node:
    seen = {node.key}
    while node.parents and node.parents[0][0] not in seen:
        node = commands.nodes[node.parents[0][0]]
        seen.add(node.key)
    return node


def _full_names(commands: Commands, programs: Programs, node: Node, seen: frozenset[RouterKey]) -> set[str]:
    """Return the names that start ``node``, from the program's name on."""
    if node.key in seen:
        return set()
    if node.parents:
        return {
            f"{before} {name}".strip()
            for parent, name in node.parents
            for before in _full_names(commands, programs, commands.nodes[parent], seen | {node.key}) or {""}
        }
    own = node.name if not node.is_group else ""
    callee = node.registration.callee
    if node.flask_name:
        return {f"{node.flask_name} {own}".strip() if node.is_group else node.flask_name}
    if callee.rpartition(".")[0].endswith(".cli") and node.registration.form == "decorator":
        return {flask_name(commands.modules, node.file, callee, node.name)}
    if callee.endswith("AppGroup"):
        return {f"flask {node.name}".strip()}
    program = programs.program_of(node.file, node.key.name)
    if not program and node.is_group and not node.typer and node.name not in _GENERIC:
        program = node.name
    return {f"{program} {own}".strip()}
