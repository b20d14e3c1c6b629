"""Commander's commands that are objects of their own, put together with ``addCommand``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from indexer.entrypoints.arguments import dotted
from indexer.entrypoints.base import line_of_offset
from indexer.entrypoints.javascript_modules import DEFAULT, JavaScriptModules
from indexer.entrypoints.javascript_programs import command_name
from indexer.entrypoints.javascript_text import calls_in, closing, without_comments
from indexer.entrypoints.signatures import function_at
from indexer.tree import SourceFile, SourceTree

_MADE: Final = re.compile(
    r"(?:(?:const|let|var)\s+(\w+)\s*(?::[^=\n]+)?=|(\bexport\s+default|\bmodule\.exports\s*=)|(\breturn\b|=>))\s*"
    r"(?:new\s+(?:\w+\.)?Command|createCommand)\(([^()]*)\)((?:\s*\.\s*(?:name|description)\([^()]*\)){0,2})"
)
_NAMED: Final = re.compile(r"\.\s*name\(([^()]*)\)")
_ADDED: Final = re.compile(r"(?:\b(\w+)\s*)?(?:\)\s*)?\.\s*addCommand(?=\()")
_STARTS: Final = r"\b{0}\s*(?:\.\s*\w+\([^;]*?\)\s*)*\.\s*parse(?:Async)?\("


class Node(NamedTuple):
    """A command that is an object, under the variable or function that gives it."""

    name: str
    file: SourceFile
    line: int


Key = tuple[str, str]
"""The path of a file and a name in it."""


@dataclass(frozen=True, slots=True)
class CommandTree:
    """All commands that are objects, which one each was added to, and the functions that return those in variables."""

    modules: JavaScriptModules
    nodes: dict[Key, Node] = field(default_factory=dict)
    parents: dict[Key, Key] = field(default_factory=dict)
    returned: dict[Key, Key] = field(default_factory=dict)

    def names(self, file: SourceFile, variable: str) -> list[str]:
        """Return the names on the way to the command in a variable; none for the program itself."""
        key = self.key(file, variable)
        return self._names(key) if key in self.parents else []

    def attached(self) -> Iterator[tuple[Node, list[str]]]:
        """Yield each command that was added to another, with the names on the way to it."""
        for key, node in sorted(self.nodes.items()):
            if key in self.parents and node.name:
                yield node, self._names(key)

    def _names(self, key: Key) -> list[str]:
        found: list[str] = []
        seen: set[Key] = set()
        while key in self.parents and key not in seen:
            seen.add(key)
            found.insert(0, self.nodes[key].name)
            key = self.parents[key]
        return found

    def key(self, file: SourceFile, expression: str) -> Key:
        """Return the place of the command that an expression means: a variable, or a call of what returns one."""
        name = dotted(re.sub(r"\(.*\)$", "", expression, flags=re.DOTALL))
        place = self.modules.follow(file, name) if name else None
        if place is None:
            return self.returned.get((file.path, name), (file.path, name))
        exported = place[0].path, place[1]
        only = [key for key in self.nodes if key[0] == place[0].path]
        return only[0] if exported not in self.nodes and place[1] == DEFAULT and len(only) == 1 else exported


def command_tree(tree: SourceTree, files: Iterable[SourceFile]) -> CommandTree:
    """Return the commands that files make as objects and add to one another."""
    files = list(files)
    found = CommandTree(JavaScriptModules(tree))
    for file in files:
        found.nodes.update(_nodes(tree, file, found.returned))
    for file in files:
        _attach(tree, found, file)
    return found


def _nodes(tree: SourceTree, file: SourceFile, returned: dict[Key, Key]) -> Iterator[tuple[Key, Node]]:
    text = without_comments(tree.text(file))
    for match in _MADE.finditer(text):
        line = line_of_offset(text, match.start())
        function = function_at(file, line)
        given = function.name if match[3] and function else ""
        variable = match[1] or (DEFAULT if match[2] else given)
        named = _NAMED.search(match[5])
        name = command_name(named[1] if named else match[4])
        if variable and not (match[1] and re.search(_STARTS.format(re.escape(match[1])), text)):
            yield (file.path, variable), Node(name, file, line)
            if function and re.search(rf"\breturn\s+{re.escape(variable)}\b", text):
                returned[file.path, variable] = (file.path, function.name)
                yield (file.path, function.name), Node(name, file, line)


def _attach(tree: SourceTree, found: CommandTree, file: SourceFile) -> None:
    """Note what is added to what; a chain of additions belongs to what it begins with."""
    text = without_comments(tree.text(file))
    root = ""
    for match in calls_in(text, _ADDED):
        root = match[1] or root
        added = text[match.end() + 1 : closing(text, match.end()) - 1]
        child = found.key(file, added)
        if child in found.nodes:
            found.parents.setdefault(child, (file.path, root))
