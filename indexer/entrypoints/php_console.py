"""Commands of PHP programs made with Symfony's console, Laravel's artisan among them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import literal, parse_arguments
from indexer.entrypoints.base import Kind, files_in, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.manifests import parse_json, strings_of
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "php"

_EXTENDS: Final = re.compile(r"\bextends\s+[\w\\]*Command\b")
_NAMED: Final = re.compile(
    r"\$defaultName\s*=\s*(['\"])(?P<stated>[\w:.\-]+)|\$this\s*->\s*setName\(\s*(['\"])(?P<set>[\w:.\-]+)"
    r"|parent::__construct\(\s*(?:name:\s*)?(['\"])(?P<given>[\w:.\-]+)"
)
_SIGNATURE: Final = re.compile(r"\$(?:signature|name)\s*=\s*['\"]\s*([\w:.\-]+)")
_LARAVEL: Final = "Console/Commands"
_CONSOLES: Final = ("bin/console", "artisan")
_ARTISAN: Final = "Illuminate\\Console\\Command"


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the console commands of ``tree``."""
    for file in files_in(tree, "php"):
        yield from _closures(file)
        attributes = [item for item in file.facts.registrations if item.callee.endswith("AsCommand")]
        for item in attributes:
            if name := literal(parse_arguments(item.arguments).at(0, "name")):
                yield _command(file, _program(tree, file), name.partition("|")[0], item.line, item.text)
        if not attributes and (_LARAVEL in file.directory or _extends_command(file)):
            yield from _stated(tree, file)


def _extends_command(file: SourceFile) -> bool:
    return any(symbol.kind == "class" and _EXTENDS.search(symbol.signature) for symbol in file.facts.symbols)


def _closures(file: SourceFile) -> Iterator[EntryPoint]:
    for item in file.facts.registrations:
        name = literal(parse_arguments(item.arguments).at(0)) if item.callee == "Artisan::command" else None
        if item.form == "call" and name:
            yield _command(file, "php artisan", name.split()[0], item.line, item.text)


def _stated(tree: SourceTree, file: SourceFile) -> Iterator[EntryPoint]:
    """Yield the command that a class names in its own body."""
    text = tree.text(file)
    if _LARAVEL in file.directory or any(item.module == _ARTISAN for item in file.facts.imports):
        if match := _SIGNATURE.search(text):
            line = line_of_offset(text, match.start())
            yield _command(file, "php artisan", match[1], line, line_at(text, line))
    elif match := _NAMED.search(text):
        line = line_of_offset(text, match.start())
        name = match["stated"] or match["set"] or match["given"]
        yield _command(file, _program(tree, file), name, line, line_at(text, line))


def _program(tree: SourceTree, file: SourceFile) -> str:
    """Return what a person types before the command: the framework's console, or the program that is installed."""
    directory = file.directory
    while True:
        manifest = tree.get(posixpath.join(directory, "composer.json"))
        if manifest is not None:
            consoles = [place for place in _CONSOLES if posixpath.join(directory, place) in tree]
            installed = strings_of(parse_json(tree.text(manifest)).get("bin"))
            own = posixpath.splitext(posixpath.basename(installed[0]))[0] if installed else ""
            return f"php {consoles[0]}" if consoles else own or f"php {_CONSOLES[0]}"
        if not directory:
            return f"php {_CONSOLES[0]}"
        directory = posixpath.dirname(directory)


def _command(file: SourceFile, program: str, name: str, line: int, evidence: str) -> EntryPoint:
    return make_entry_point(
        ecosystem,
        Kind.CLI_COMMAND,
        f"{program} {name}",
        file,
        line,
        confidence=tiers.REGISTERED,
        evidence=evidence,
    )
