"""Commands of Python programs made with click and typer, with the names of the groups around them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import Arguments, dotted, literal, parse_arguments
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.entrypoints.python_flask_commands import flask_name
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.python_names import Programs
from indexer.entrypoints.routing import RouterKey, Scopes
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "python"

_LIBRARIES: Final = frozenset("click typer rich_click asyncclick cloup flask quart asyncer".split())
_CLICK_SUFFIX: Final = re.compile(r"_(?:command|cmd|group|grp)$")
_GROUP_CLASS: Final = re.compile(r"(?:[A-Z]\w*)?(?:Group|Typer|MultiCommand|CommandCollection)")
_GENERIC: Final = frozenset({"main", "cli", "app", "entry", "root", "entrypoint", "entry-point"})
_FORMS: Final = frozenset({"decorator", "call", "assignment"})
_WORDS: Final = frozenset({"command", "group", "callback", "add_command", "add_typer"})


@dataclass(slots=True)
class _Node:
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
class _Commands:
    """All commands and groups of a tree while they are put together."""

    modules: PythonModules
    scopes: Scopes = field(default_factory=Scopes)
    nodes: dict[RouterKey, _Node] = field(default_factory=dict)

    def find(self, file: SourceFile, line: int, name: str) -> _Node | None:
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

    def _nested(self, file: SourceFile, line: int, name: str) -> _Node | None:
        """Return the node that a function makes inside another one, which is known by both names."""
        if not self.scopes.around(file, line):
            return None
        found = [node for key, node in self.nodes.items() if key.path == file.path and key.name.endswith(f".{name}")]
        return found[0] if len(found) == 1 else None


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the commands of the Python programs in ``tree``."""
    files = [file for file in files_in(tree, "python") if _has_commands(file)]
    tree.preload(files)
    commands = _Commands(PythonModules(tree))
    found = [(file, item) for file in files for item in file.facts.registrations if item.form in _FORMS]
    for file, item in found:
        _define(commands, file, item)
    for file, item in found:
        _attach(commands, file, item)
    yield from _named(commands, Programs(commands.modules))


def _has_commands(file: SourceFile) -> bool:
    return any(
        item.callee.rpartition(".")[2] in _WORDS or (item.form == "assignment" and _is_group_class(item))
        for item in file.facts.registrations
    )


def _is_group_class(item: Registration) -> bool:
    return _GROUP_CLASS.fullmatch(item.callee.rpartition(".")[2]) is not None


def _imports_library(file: SourceFile) -> bool:
    return any(imported.module.split(".")[0] in _LIBRARIES for imported in file.facts.imports)


def _define(commands: _Commands, file: SourceFile, item: Registration) -> None:
    """Note the command or group that a decorator or an assignment makes."""
    last = item.callee.rpartition(".")[2]
    arguments = parse_arguments(item.arguments)
    scopes = commands.scopes.around(file, item.line)
    if item.form == "decorator" and last in {"command", "group"} and item.target:
        key = RouterKey(file.path, 0, item.target)
        name = _written_name(arguments) or _function_name(item.target)
        commands.nodes.setdefault(key, _Node(key, file, item, name, last == "group"))
    elif item.form == "assignment" and item.target and _is_group_class(item):
        key = RouterKey(file.path, 0 if "." in item.target else (scopes or (0,))[0], item.target)
        typer = last.endswith("Typer")
        name = literal(arguments.keywords.get("name", "")) or ("" if typer else _written_name(arguments))
        commands.nodes.setdefault(key, _Node(key, file, item, name or "", is_group=True, typer=typer))


def _attach(commands: _Commands, file: SourceFile, item: Registration) -> None:
    """Put a command under its group, as a decorator's owner or a call says."""
    owner, _, last = item.callee.rpartition(".")
    arguments = parse_arguments(item.arguments)
    if item.form == "decorator" and last in {"command", "group", "callback"}:
        _attach_decorated(commands, file, item, owner, last)
    elif item.form == "call" and last in {"add_command", "add_typer"}:
        _attach_added(commands, file, item, owner, arguments)


def _attach_added(commands: _Commands, file: SourceFile, item: Registration, owner: str, arguments: Arguments) -> None:
    child = commands.find(file, item.line, dotted(arguments.at(0, "cmd") or arguments.at(0, "typer_instance")))
    parent = _owner(commands, file, item, owner)
    given = literal(arguments.at(1, "name"))
    if child is None:
        if parent is not None and given and _is_foreign(commands, file, dotted(arguments.at(0, "cmd"))):
            key = RouterKey(file.path, item.line, given)
            commands.nodes[key] = _Node(key, file, item, given, is_group=False, parents=[(parent.key, given)])
        return
    name = given or child.name
    if parent is not None and child is not parent:
        child.parents.append((parent.key, name))
    elif owner.endswith(".cli"):
        child.flask_name = flask_name(commands.modules, file, owner, name)


def _is_foreign(commands: _Commands, file: SourceFile, name: str) -> bool:
    """Tell whether a name is bound to something of a module that is not the repository's."""
    bound = commands.modules.bindings(file).get(name)
    return bound is not None and not bound.level and commands.modules.find(bound.module, file.path) is None


def _attach_decorated(commands: _Commands, file: SourceFile, item: Registration, owner: str, last: str) -> None:
    parent = (commands.find(file, item.line, owner) or _handed_in(commands, file, item, owner)) if owner else None
    if parent is not None and last == "callback":
        parent.callback = True
    node = commands.nodes.get(RouterKey(file.path, 0, item.target))
    if node is None or node.registration is not item:
        return
    if parent is not None and parent is not node:
        if parent.typer and not _written_name(parse_arguments(item.arguments)):
            node.name = item.target.rpartition(".")[2].replace("_", "-").lower()
        node.parents.append((parent.key, node.name))


def _handed_in(commands: _Commands, file: SourceFile, item: Registration, owner: str) -> _Node | None:
    """Return the program's only group of the name that a function of a plugin takes as its parameter."""
    if not commands.scopes.around(file, item.line) or owner in commands.modules.bindings(file):
        return None
    groups = [node for node in commands.nodes.values() if node.key.name == owner and node.is_group]
    around = commands.scopes.around(file, item.line)
    takes = any(
        re.search(rf"[(,]\s*{re.escape(owner)}\s*[:,)=]", symbol.signature)
        for symbol in file.facts.symbols
        if symbol.line in around
    )
    return groups[0] if takes and len(groups) == 1 and groups[0].file.role is file.role else None


def _owner(commands: _Commands, file: SourceFile, item: Registration, owner: str) -> _Node | None:
    """Return the group that ``owner`` means; ``self`` is the variable that holds an instance of the class."""
    if owner != "self":
        return commands.find(file, item.line, owner)
    classes = {
        symbol.name
        for symbol in file.facts.symbols
        if symbol.kind == "class" and symbol.line <= item.line <= symbol.end_line
    }
    nodes = (node for node in commands.nodes.values() if node.file.path == file.path)
    return next((node for node in nodes if node.registration.callee.rpartition(".")[2] in classes), None)


def _written_name(arguments: Arguments) -> str:
    return literal(arguments.at(0, "name")) or ""


def _function_name(target: str) -> str:
    return _CLICK_SUFFIX.sub("", target.rpartition(".")[2]).replace("_", "-").lower()


def _named(commands: _Commands, programs: Programs) -> Iterator[EntryPoint]:
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


def _is_real(node: _Node) -> bool:
    """Tell whether a library of commands is at work, not another framework with the same words."""
    owner = node.registration.callee.rpartition(".")[0]
    return bool(node.parents) or (_imports_library(node.file) and _is_known_owner(node, owner))


def _is_known_owner(node: _Node, owner: str) -> bool:
    return node.registration.form != "decorator" or not owner or owner.endswith(".cli") or owner in _LIBRARIES


def _only_commands(commands: _Commands) -> frozenset[RouterKey]:
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


def _root(commands: _Commands, node: _Node) -> _Node:
    seen = {node.key}
    while node.parents and node.parents[0][0] not in seen:
        node = commands.nodes[node.parents[0][0]]
        seen.add(node.key)
    return node


def _full_names(commands: _Commands, programs: Programs, node: _Node, seen: frozenset[RouterKey]) -> set[str]:
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
