"""What the classes of a repository are made of, however many of its files stand between."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from indexer.entrypoints.arguments import dotted, split_top_level
from indexer.entrypoints.python_modules import PythonModules
from indexer.tree import SourceFile

_BASES: Final = re.compile(r"class\s+\w+\s*\((.*)\)", re.DOTALL)
_MOST_CLASSES: Final = 12
"""A class made of more of the repository's classes than this is read in part."""


def is_made_of(modules: PythonModules, file: SourceFile, name: str, bases: re.Pattern[str]) -> bool:
    """Tell whether the class ``name``, as ``file`` calls it, or one that it is made of bears a name of ``bases``."""
    waiting, seen = [(file, name)], set[tuple[str, str]]()
    while waiting and len(seen) < _MOST_CLASSES:
        there, called = waiting.pop(0)
        if bases.fullmatch(called.rpartition(".")[2]):
            return True
        if (there.path, called) not in seen:
            seen.add((there.path, called))
            waiting.extend(_bases(modules, there, called))
    return False


def methods_of(modules: PythonModules, file: SourceFile, name: str) -> tuple[str, ...]:
    """Return the methods of the class ``name``, as ``file`` calls it, and of the repository's classes it is made of."""
    waiting, seen, found = [(file, name)], set[tuple[str, str]](), dict[str, None]()
    while waiting and len(seen) < _MOST_CLASSES:
        there, called = waiting.pop(0)
        if (there.path, called) not in seen:
            seen.add((there.path, called))
            for place, rest in [(there, called), *modules.follow(there, called)]:
                found |= {symbol.name: None for symbol in place.facts.symbols if symbol.container == rest}
            waiting.extend(_bases(modules, there, called))
    return tuple(found)


def _bases(modules: PythonModules, file: SourceFile, name: str) -> Iterator[tuple[SourceFile, str]]:
    """Yield what the class of that name is made of, as the file that defines it calls it."""
    for there, rest in [(file, name), *modules.follow(file, name)]:
        for symbol in there.facts.symbols:
            header = _BASES.match(symbol.signature) if symbol.kind == "class" and symbol.name == rest else None
            for base in split_top_level(header[1]) if header else ():
                if called := dotted(base):
                    yield there, called
