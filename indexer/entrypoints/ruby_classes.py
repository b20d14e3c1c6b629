"""Which of a repository's Ruby classes inherit from a class of a library."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from indexer.entrypoints.base import files_in
from indexer.tree import SourceTree

_BASE: Final = re.compile(r"<\s*(?:::)?([\w:]+)")
_LONGEST_LINE: Final = 4
"""Generations between a class of the repository and the library's."""


def descendants(tree: SourceTree, bases: Iterable[str]) -> frozenset[str]:
    """Return the names of the classes that inherit from ``bases``, if only through others of the repository."""
    declared = [
        (symbol.name.rpartition("::")[2], base[1])
        for file in files_in(tree, "ruby")
        for symbol in file.facts.symbols
        if symbol.kind == "class" and (base := _BASE.search(symbol.signature))
    ]
    known: frozenset[str] = frozenset()
    named = frozenset(bases)
    for _ in range(_LONGEST_LINE):
        known |= {name for name, base in declared if base in named or base.rpartition("::")[2] in known}
    return known
