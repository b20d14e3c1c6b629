"""Paths in Java's annotations that are put together of literals and constants."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints.arguments import literal, literals, split_top_level
from indexer.tree import SourceFile, SourceTree

_NAME: Final = re.compile(r"(?:\w+\.)*?(?:(\w+)\.)?(\w+)")
_CONSTANT: Final = re.compile(
    r"(?m)^[ \t]*(?:(?:public|protected|private|static|final)[ \t]+)*String[ \t]+(\w+)[ \t]*=\s*([^;]{1,400});"
)
_STATIC_IMPORT: Final = re.compile(r"(?m)^\s*import\s+static\s+[\w.]*?(\w+)\.(\w+)\s*;")
_DEEPEST: Final = 4


@dataclass(frozen=True, slots=True)
class Constants:
    """The texts that constants of a tree's classes stand for; a file is read when one of its constants is asked for."""

    tree: SourceTree
    _by_path: dict[str, Mapping[str, str]] = field(default_factory=dict)

    def texts(self, file: SourceFile, expression: str) -> tuple[str, ...]:
        """Return what an argument says: each element of an array; of what cannot be told, the literals in it."""
        inner = expression.strip()
        parts = split_top_level(inner[1:-1]) if inner.startswith("{") and inner.endswith("}") else [inner]
        told = [self._text(file, part, 0) for part in parts if part]
        return tuple(text for text in told if text is not None) if None not in told else literals(expression)

    def _text(self, file: SourceFile, expression: str, depth: int) -> str | None:
        if (plain := literal(expression)) is not None:
            return plain
        parts = split_top_level(expression, "+")
        if len(parts) > 1:
            told = [self._text(file, part, depth + 1) for part in parts]
            return "".join(text for text in told if text is not None) if None not in told else None
        name = _NAME.fullmatch(expression.strip())
        return self._named(file, name[1] or "", name[2], depth) if name and depth < _DEEPEST else None

    def _named(self, file: SourceFile, owner: str, name: str, depth: int) -> str | None:
        for there in self._places(file, owner, name):
            written = self._of(there).get(name)
            if written is not None:
                return self._text(there, written, depth + 1)
        return None

    def _places(self, file: SourceFile, owner: str, name: str) -> list[SourceFile]:
        """Return the files that may hold a constant: the one that uses it, then that of the class it is named by."""
        imported = {member: outer for outer, member in _STATIC_IMPORT.findall(self.tree.text(file))}
        holder = owner or imported.get(name, "")
        others = self.tree.by_name.get(f"{holder}.java", ()) if holder else ()
        beside = [there for there in others if there.directory == file.directory]
        return [file, *(beside or (others if len(others) == 1 else ()))]

    def _of(self, file: SourceFile) -> Mapping[str, str]:
        if file.path not in self._by_path:
            self._by_path[file.path] = dict(_CONSTANT.findall(self.tree.text(file)))
        return self._by_path[file.path]
