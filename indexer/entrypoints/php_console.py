"""Commands of PHP programs made with Symfony's console, Laravel's artisan among them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
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
    r"|(?:\$defaultName\s*=|\$this\s*->\s*setName\(|parent::__construct\()\s*(?:self|static)::(?P<constant>\w+)"
)
_SIGNATURE: Final = re.compile(r"\$(?:signature|name)\s*=\s*['\"]\s*([\w:.\-]+)")
_LARAVEL: Final = "Console/Commands"
_APPLICATION: Final = re.compile(r"\bnew\s+[\w\\]*Application\s*\(\s*(?:['\"]([\w.\-]+)['\"])?")
_CONSOLES: Final = ("bin/console", "artisan")
_ARTISAN: Final = "Illuminate\\Console\\Command"


@dataclass(slots=True)
class _Programs:
    """Tells what a person types before a command of a tree; the applications that it has looked for it keeps."""

    tree: SourceTree
    _made: list[tuple[SourceFile, str]] | None = None

    def of(self, file: SourceFile) -> str:
        """Return the framework's console, or the program that is installed, or the script that has the command."""
        directory = file.directory
        while True:
            manifest = self.tree.get(posixpath.join(directory, "composer.json"))
            if manifest is not None:
                return self._of_project(manifest, file)
            if not directory:
                return f"php {_CONSOLES[0]}"
            directory = posixpath.dirname(directory)

    def _of_project(self, manifest: SourceFile, file: SourceFile) -> str:
        consoles = [place for place in _CONSOLES if posixpath.join(manifest.directory, place) in self.tree]
        if consoles:
            return f"php {consoles[0]}"
        installed = strings_of(parse_json(self.tree.text(manifest)).get("bin"))
        names = [posixpath.splitext(posixpath.basename(path))[0] for path in installed]
        if len(names) == 1:
            return names[0]
        for script, name in self._adding(manifest.directory, file):
            if name in names or not names:
                return name if names else self._started(script)
        return names[0] if names else f"php {_CONSOLES[0]}"

    def _started(self, script: SourceFile) -> str:
        executable = self.tree.text(script).startswith("#!") and not script.name.endswith(".php")
        return script.path if executable else f"php {script.path}"

    def _adding(self, directory: str, file: SourceFile) -> Iterator[tuple[SourceFile, str]]:
        """Yield the files that make an application and put the command of ``file`` in it, and what each calls it."""
        added = re.compile(rf"\bnew\s+[\w\\]*{re.escape(posixpath.splitext(file.name)[0])}\s*\(")
        for script, name in self._applications():
            inside = not directory or script.path.startswith(f"{directory}/")
            if inside and added.search(self.tree.text(script)):
                yield script, name

    def _applications(self) -> list[tuple[SourceFile, str]]:
        if self._made is None:
            files = files_in(self.tree, "php")
            made = [(file, _APPLICATION.search(self.tree.text(file))) for file in files]
            self._made = [(file, match[1] or "") for file, match in made if match is not None]
        return self._made


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the console commands of ``tree``."""
    programs = _Programs(tree)
    for file in files_in(tree, "php"):
        yield from _closures(file)
        attributes = [item for item in file.facts.registrations if item.callee.endswith("AsCommand")]
        for item in attributes:
            if name := literal(parse_arguments(item.arguments).at(0, "name")):
                yield _command(file, programs.of(file), name.partition("|")[0], item.line, item.text)
        if not attributes and (_LARAVEL in file.directory or _extends_command(file)):
            yield from _stated(programs, file)


def _extends_command(file: SourceFile) -> bool:
    return any(symbol.kind == "class" and _EXTENDS.search(symbol.signature) for symbol in file.facts.symbols)


def _closures(file: SourceFile) -> Iterator[EntryPoint]:
    for item in file.facts.registrations:
        name = literal(parse_arguments(item.arguments).at(0)) if item.callee == "Artisan::command" else None
        if item.form == "call" and name:
            yield _command(file, "php artisan", name.split()[0], item.line, item.text)


def _stated(programs: _Programs, file: SourceFile) -> Iterator[EntryPoint]:
    """Yield the command that a class names in its own body."""
    text = programs.tree.text(file)
    if _LARAVEL in file.directory or any(item.module == _ARTISAN for item in file.facts.imports):
        if match := _SIGNATURE.search(text):
            line = line_of_offset(text, match.start())
            yield _command(file, "php artisan", match[1], line, line_at(text, line))
    elif match := _NAMED.search(text):
        line = line_of_offset(text, match.start())
        name = match["stated"] or match["set"] or match["given"] or _constant(text, match["constant"])
        if name:
            yield _command(file, programs.of(file), name, line, line_at(text, line))


def _constant(text: str, name: str) -> str:
    """Return the text of a class's own constant, empty when it is none."""
    match = re.search(rf"\bconst\s+(?:string\s+)?{re.escape(name)}\s*=\s*['\"]([\w:.\-]+)['\"]", text)
    return match[1] if match else ""


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
