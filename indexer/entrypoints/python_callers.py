"""Where the functions of a Python repository are called, and with what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from indexer.entrypoints.arguments import end_of_brackets, split_top_level
from indexer.entrypoints.base import line_of_offset
from indexer.entrypoints.python_modules import PythonModules
from indexer.facts import Symbol
from indexer.tree import SourceFile

_PARAMETERS: Final = re.compile(r"def\s+\w+\s*\((.*)", re.DOTALL)
_OWNER: Final = re.compile(r"(?:\w+\.)+$")
_OBJECT: Final = re.compile(r"[\w.]+$")
_LONGEST: Final = 120
"""Characters before a call that are looked at."""
_KEPT_IN: Final = re.compile(r"([\w.]+)\s*(?::[^=\n]+)?=\s*$")


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A call of a function of the repository, and the variable that keeps what it returns."""

    file: SourceFile
    line: int
    arguments: str
    kept_in: str


def scopes_at(file: SourceFile, line: int) -> tuple[int, ...]:
    """Return the first lines of the functions around a line, innermost first, and 0 for the module."""
    around = (symbol.line for symbol in _functions(file) if symbol.line <= line <= symbol.end_line)
    return (*sorted(around, reverse=True), 0)


def function_at(file: SourceFile, scopes: Sequence[int]) -> Symbol | None:
    """Return the innermost function of ``scopes``, None at the top of the module."""
    return next((symbol for symbol in _functions(file) if symbol.line in scopes[:1]), None)


def function_named(file: SourceFile, name: str) -> Symbol | None:
    """Return the function at the top of ``file`` that bears ``name``."""
    return next((symbol for symbol in _functions(file) if symbol.name == name and not symbol.container), None)


def _functions(file: SourceFile) -> Iterator[Symbol]:
    return (symbol for symbol in file.facts.symbols if symbol.kind in {"function", "method"})


def parameters(modules: PythonModules, file: SourceFile, function: Symbol) -> list[str]:
    """Return the names of a function's parameters, on whatever lines, without what a method is bound to."""
    lines = modules.tree.text(file).splitlines()[function.line - 1 : function.end_line]
    match = _PARAMETERS.search("\n".join(lines))
    written = match[1][: end_of_brackets(f"({match[1]}", 0) - 2] if match else ""
    names = [re.split(r"[:=\s]", part, maxsplit=1)[0] for part in split_top_level(written)]
    return [name for name in names if name not in {"self", "cls", "*", "/"}]


def calls_of(modules: PythonModules, file: SourceFile, function: Symbol) -> Iterator[FunctionCall]:
    """Yield the calls of a function in its own file, and in those that import it or its module."""
    # What owns the function is looked at where its name is: the other way round each word would be tried.
    called = re.compile(rf"{re.escape(function.name)}\s*\(")
    stem = file.directory.rpartition("/")[2] if file.name == "__init__.py" else file.name.removesuffix(".py")
    importing = modules.importing(stem)
    for there in sorted({one.path: one for one in (file, *importing)}.values(), key=attrgetter("path")):
        own = there.path == file.path
        text = modules.tree.text(there)
        for match in called.finditer(text):
            start = _start_of(text, match.start())
            if start >= 0 and (own or _means(modules, there, f"{text[start : match.start()]}{function.name}", file)):
                end = end_of_brackets(text, match.end() - 1)
                kept_in = _KEPT_IN.search(text, max(0, start - _LONGEST), start)
                line = line_of_offset(text, start)
                yield FunctionCall(there, line, text[match.end() : end - 1], kept_in[1] if kept_in else "")


def methods_called(modules: PythonModules, file: SourceFile, method: Symbol) -> Iterator[FunctionCall]:
    """Yield the calls of a method on whatever object, in its own file and in those that take a name from there."""
    called = re.compile(rf"\.{re.escape(method.name)}\s*\(")
    stem = file.directory.rpartition("/")[2] if file.name == "__init__.py" else file.name.removesuffix(".py")
    for there in sorted({one.path: one for one in (file, *modules.importing(stem))}.values(), key=attrgetter("path")):
        if there.path == file.path or _takes_from(modules, there, file):
            text = modules.tree.text(there)
            for match in called.finditer(text):
                owner = _OBJECT.search(text, max(0, match.start() - _LONGEST), match.start())
                start = owner.start() if owner else match.start()
                end = end_of_brackets(text, match.end() - 1)
                kept_in = _KEPT_IN.search(text, max(0, start - _LONGEST), start)
                line = line_of_offset(text, start)
                yield FunctionCall(there, line, text[match.end() : end - 1], kept_in[1] if kept_in else "")


def _takes_from(modules: PythonModules, there: SourceFile, file: SourceFile) -> bool:
    bound = modules.bindings(there)
    return any(found.path == file.path for name in bound for found, _ in modules.follow(there, name))


def _start_of(text: str, place: int) -> int:
    """Return where the dotted name that ends with the word at ``place`` begins; -1 for a definition or another word."""
    found = _OWNER.search(text, max(0, place - _LONGEST), place)
    start = found.start() if found else place
    before = text[max(0, start - 4) : start]
    return -1 if before.endswith(("def ", "_")) or before[-1:].isalnum() else start


def _means(modules: PythonModules, there: SourceFile, name: str, file: SourceFile) -> bool:
    return any(found.path == file.path for found, _ in modules.follow(there, name))
