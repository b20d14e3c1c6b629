"""Commands of Python programs made with cleo: classes that bear the command's name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.entrypoints.python_classes import is_made_of
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.python_names import Programs
from indexer.facts import EntryPoint, Role
from indexer.tree import SourceFile, SourceTree

ecosystem = "python"

_COMMAND: Final = re.compile(r"(?:Base)?Command")
_NAME: Final = re.compile(r"\s+name\s*(?::[^=]+)?=\s*[\"']([\w: -]+)[\"']")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the cleo commands of ``tree``."""
    files = files_in(tree, "python")
    if not any(file.role is Role.PRODUCT and _imports_cleo(file) for file in files):
        return
    modules = PythonModules(tree)
    programs = Programs(modules)
    for file in files:
        if file.role is Role.PRODUCT and any(_may_be_command(symbol.signature) for symbol in file.facts.symbols):
            yield from _commands(modules, programs, file)


def _imports_cleo(file: SourceFile) -> bool:
    return any(imported.module.split(".")[0] == "cleo" for imported in file.facts.imports)


def _may_be_command(signature: str) -> bool:
    return signature.startswith("class ") and "Command" in signature


def _commands(modules: PythonModules, programs: Programs, file: SourceFile) -> Iterator[EntryPoint]:
    lines = modules.tree.text(file).splitlines()
    for symbol in file.facts.symbols:
        if symbol.kind != "class" or not is_made_of(modules, file, symbol.name, _COMMAND):
            continue
        for number in range(symbol.line, symbol.end_line + 1):
            if named := _NAME.match(lines[number - 1]):
                yield make_entry_point(
                    ecosystem,
                    Kind.CLI_COMMAND,
                    f"{programs.program_of(file, symbol.name)} {named[1]}".strip(),
                    file,
                    number,
                    confidence=tiers.REGISTERED,
                    evidence=lines[number - 1],
                    symbol=symbol.name,
                )
                break
