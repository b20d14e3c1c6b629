"""Commands of Node programs made with citty: objects that name their sub-commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import dotted, literal, literals, parse_arguments, split_top_level
from indexer.entrypoints.base import Kind, files_in, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.javascript_modules import DEFAULT, LANGUAGES, JavaScriptModules, imports_any
from indexer.entrypoints.javascript_programs import packages_of
from indexer.entrypoints.javascript_text import closing, without_comments
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "javascript"

_CITTY: Final = frozenset({"citty"})
_DEFINED: Final = re.compile(
    r"(?:(?:const|let|var)\s+(\w+)\s*(?::[^=\n]+)?=|export\s+default)\s*(?:\w+\.)?defineCommand\(\s*(?=\{)"
)
_IMPORTED: Final = re.compile(r"import\(\s*['\"]([^'\"]+)['\"]\s*\)")
_EXPORTED: Final = re.compile(r"(?m)^export\s+default\b")
_OBJECT: Final = r"\b{0}\s*(?::[^=\n]+)?=\s*(?=\{{)"


class _Key(NamedTuple):
    path: str
    variable: str


class _Command(NamedTuple):
    file: SourceFile
    line: int
    fields: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Commands:
    modules: JavaScriptModules
    found: dict[_Key, _Command] = field(default_factory=dict)


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the commands of citty's programs in ``tree``."""
    files = [file for file in files_in(tree, *LANGUAGES) if imports_any(file, _CITTY)]
    tree.preload(files)
    commands = _Commands(JavaScriptModules(tree))
    for file in files:
        commands.found.update(_defined(tree, file))
    below = {key: tuple(_below(commands, key, command)) for key, command in list(commands.found.items())}
    named = {child for children in below.values() for _, child in children}
    packages = packages_of(tree) if files else None
    for root in commands.found.keys() - named if packages else ():
        stated = commands.found[root].fields.get("meta", "")
        for names, key in _walk(below, root, (), frozenset()):
            command = commands.found[key]
            program = packages.program(commands.found[root].file, literals(stated)) if packages else ""
            yield make_entry_point(
                ecosystem,
                Kind.CLI_COMMAND,
                " ".join(part for part in (program, *names) if part),
                command.file,
                command.line,
                confidence=tiers.REGISTERED,
                evidence=line_at(tree.text(command.file), command.line),
                symbol=key.variable if key.variable != DEFAULT else "",
            )


def _defined(tree: SourceTree, file: SourceFile) -> Iterator[tuple[_Key, _Command]]:
    text = without_comments(tree.text(file))
    for match in _DEFINED.finditer(text):
        given = text[match.end() + 1 : closing(text, match.end()) - 1]
        fields = parse_arguments(given).keywords
        yield _Key(file.path, match[1] or DEFAULT), _Command(file, line_of_offset(text, match.start()), dict(fields))


def _below(commands: _Commands, key: _Key, command: _Command) -> Iterator[tuple[str, _Key]]:
    """Yield name and place of each sub-command; one that has several names counts under its first."""
    seen: set[_Key] = set()
    file, given = command.file, command.fields.get("subCommands", "")
    if dotted(given):
        file, given = _object(commands, file, given)
    for entry in split_top_level(given[1:-1]) if given.startswith("{") else ():
        name, _, value = entry.partition(":")
        child = _child(commands, file, value.strip() or name)
        _note_other(commands, child)
        if child in commands.found and child != key and child not in seen:
            seen.add(child)
            yield literal(name.strip()) or name.strip(), child


def _note_other(commands: _Commands, key: _Key) -> None:
    """Note a sub-command that a file exports without saying how it is made."""
    file = commands.modules.tree.get(key.path)
    match = _EXPORTED.search(commands.modules.code(file)) if file and key not in commands.found else None
    if file is not None and match and key.variable == DEFAULT:
        line = line_of_offset(commands.modules.code(file), match.start())
        commands.found[key] = _Command(file, line, {})


def _object(commands: _Commands, file: SourceFile, name: str) -> tuple[SourceFile, str]:
    """Return the file and the text of an object that a name means."""
    place = commands.modules.follow(file, name) or (file, name)
    text = commands.modules.code(place[0])
    stated = re.search(rf"\b{re.escape(place[1])}\s*(?::[^=\n]+)?=\s*([^;\n{{]+)", text)
    # An object may be wrapped: ``Object.assign(Object.create(null), loaders)``.
    for one in (place[1], *(re.findall(r"[\w$]+", stated[1]) if stated else ())):
        if match := re.search(_OBJECT.format(re.escape(one)), text):
            return place[0], text[match.end() : closing(text, match.end())]
    return place[0], ""


def _child(commands: _Commands, file: SourceFile, expression: str) -> _Key:
    if imported := _IMPORTED.search(expression):
        target = commands.modules.find(file, imported[1])
        return _exported(commands, target, DEFAULT) if target else _Key("", "")
    place = commands.modules.follow(file, dotted(expression))
    return _exported(commands, *place) if place else _Key(file.path, expression)


def _exported(commands: _Commands, file: SourceFile, name: str) -> _Key:
    exported = _Key(file.path, commands.modules.exported(file, name))
    return exported if exported in commands.found else _Key(file.path, name)


def _walk(
    below: dict[_Key, tuple[tuple[str, _Key], ...]], key: _Key, names: tuple[str, ...], seen: frozenset[_Key]
) -> Iterator[tuple[tuple[str, ...], _Key]]:
    """Yield the names on the way to each command under another."""
    for name, child in below.get(key, ()):
        if child not in seen:
            yield (*names, name), child
            yield from _walk(below, child, (*names, name), seen | {child})
