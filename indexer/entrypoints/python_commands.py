"""Commands of Python programs made with click and typer, with the names of the groups around them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from indexer.entrypoints.arguments import Arguments, dotted, literal, parse_arguments
from indexer.entrypoints.base import files_in
from indexer.entrypoints.python_command_names import Commands, Node, named_commands
from indexer.entrypoints.python_flask_commands import flask_name
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.python_names import Programs
from indexer.entrypoints.routing import RouterKey
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "python"

_CLICK_SUFFIX: Final = re.compile(r"_(?:command|cmd|group|grp)$")
_GROUP_CLASS: Final = re.compile(r"(?:[A-Z]\w*)?(?:Group|Typer|MultiCommand|CommandCollection)")
_FORMS: Final = frozenset({"decorator", "call", "assignment"})
_WORDS: Final = frozenset({"command", "group", "callback", "add_command", "add_typer"})


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the commands of the Python programs in ``tree``."""
    files = [file for file in files_in(tree, "python") if _has_commands(file)]
    tree.preload(files)
    commands = Commands(PythonModules(tree))
    found = [(file, item) for file in files for item in file.facts.registrations if item.form in _FORMS]
    for file, item in found:
        _define(commands, file, item)
    for file, item in found:
        _attach(commands, file, item)
    yield from named_commands(ecosystem, commands, Programs(commands.modules))


def _has_commands(file: SourceFile) -> bool:
    return any(
        item.callee.rpartition(".")[2] in _WORDS or (item.form == "assignment" and _is_group_class(item))
        for item in file.facts.registrations
    )


def _is_group_class(item: Registration) -> bool:
    return _GROUP_CLASS.fullmatch(item.callee.rpartition(".")[2]) is not None


def _define(commands: Commands, file: SourceFile, item: Registration) -> None:
    """Note the command or group that a decorator or an assignment makes."""
    last = item.callee.rpartition(".")[2]
    arguments = parse_arguments(item.arguments)
    scopes = commands.scopes.around(file, item.line)
    if item.form == "decorator" and last in {"command", "group"} and item.target:
        key = RouterKey(file.path, 0, item.target)
        name = _written_name(arguments) or _function_name(item.target)
        commands.nodes.setdefault(key, Node(key, file, item, name, last == "group"))
    elif item.form == "assignment" and item.target and _is_group_class(item):
        key = RouterKey(file.path, 0 if "." in item.target else (scopes or (0,))[0], item.target)
        typer = last.endswith("Typer")
        name = literal(arguments.keywords.get("name", "")) or ("" if typer else _written_name(arguments))
        commands.nodes.setdefault(key, Node(key, file, item, name or "", is_group=True, typer=typer))


def _attach(commands: Commands, file: SourceFile, item: Registration) -> None:
    """Put a command under its group, as a decorator's owner or a call says."""
    owner, _, last = item.callee.rpartition(".")
    arguments = parse_arguments(item.arguments)
    if item.form == "decorator" and last in {"command", "group", "callback"}:
        _attach_decorated(commands, file, item, owner, last)
    elif item.form == "call" and last in {"add_command", "add_typer"}:
        _attach_added(commands, file, item, owner, arguments)


def _attach_added(commands: Commands, file: SourceFile, item: Registration, owner: str, arguments: Arguments) -> None:
    child = commands.find(file, item.line, dotted(arguments.at(0, "cmd") or arguments.at(0, "typer_instance")))
    parent = _owner(commands, file, item, owner)
    given = literal(arguments.at(1, "name"))
    if child is None:
        if parent is not None and given and _is_foreign(commands, file, dotted(arguments.at(0, "cmd"))):
            key = RouterKey(file.path, item.line, given)
            commands.nodes[key] = Node(key, file, item, given, is_group=False, parents=[(parent.key, given)])
        return
    name = given or child.name
    if parent is not None and child is not parent:
        child.parents.append((parent.key, name))
    elif owner.endswith(".cli"):
        child.flask_name = flask_name(commands.modules, file, owner, name)


def _is_foreign(commands: Commands, file: SourceFile, name: str) -> bool:
    """Tell whether a name is bound to something of a module that is not the repository's."""
    bound = commands.modules.bindings(file).get(name)
    return bound is not None and not bound.level and commands.modules.find(bound.module, file.path) is None


def _attach_decorated(commands: Commands, file: SourceFile, item: Registration, owner: str, last: str) -> None:
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


def _handed_in(commands: Commands, file: SourceFile, item: Registration, owner: str) -> Node | None:
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


def _owner(commands: Commands, file: SourceFile, item: Registration, owner: str) -> Node | None:
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
