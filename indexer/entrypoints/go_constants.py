"""Paths in Go that are put together of literals, constants and values that only the running program knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints.arguments import literal, split_top_level
from indexer.tree import SourceFile, SourceTree

_NAME: Final = re.compile(r"\*?(?:(\w+)\.)?(\w+)")
_DEFINED: Final = re.compile(
    r"(?m)^[ \t]*(?:const[ \t]+|var[ \t]+)?(\w+)(?:[ \t]+string)?[ \t]*:?=[ \t]*([^\n]{2,200})$"
)
_CALL: Final = re.compile(r"([\w.]+)\((.*)\)", re.DOTALL)
_VERB: Final = re.compile(r"%[+#]?[a-z]")
_DEEPEST: Final = 4
_METHOD: Final = re.compile(r"http\.Method([A-Z]\w+)")


@dataclass(frozen=True, slots=True)
class Constants:
    """The texts that names of a tree stand for, read from a directory's files when the first is asked for."""

    tree: SourceTree
    _by_directory: dict[str, dict[str, str]] = field(default_factory=dict)

    def text(self, file: SourceFile, expression: str, depth: int = 0) -> str | None:
        """Return what an expression of a file says; of a sum what is known of it, None when that is nothing."""
        if (plain := literal(expression)) is not None:
            return plain
        if method := _METHOD.fullmatch(expression):
            return method[1].upper()
        if call := _CALL.fullmatch(expression):
            return self._called(file, call[1], split_top_level(call[2]), depth)
        parts = split_top_level(expression, "+")
        if len(parts) > 1:
            known = [text for part in parts if (text := self.text(file, part, depth + 1)) is not None]
            return "".join(known) if known else None
        name = _NAME.fullmatch(expression)
        return self._named(file, name[1] or "", name[2], depth) if name and depth < _DEEPEST else None

    def _called(self, file: SourceFile, function: str, arguments: list[str], depth: int) -> str | None:
        """Return what a function makes of a literal: parts joined, a form filled in, or the literal with more to it."""
        if depth >= _DEEPEST or not arguments:
            return None
        if function in {"path.Join", "url.JoinPath"}:
            known = [text for part in arguments if (text := self.text(file, part, depth + 1)) is not None]
            return "/".join(known) if known else None
        first = self.text(file, arguments[0], depth + 1)
        if function == "fmt.Sprintf" and first is not None:
            values = iter(arguments[1:])
            return _VERB.sub(lambda _: self.text(file, next(values, ""), depth + 1) or "", first)
        return first if len(arguments) == 1 else None

    def _named(self, file: SourceFile, package: str, name: str, depth: int) -> str | None:
        for directory in self._directories(file, package):
            defined = self._of(directory).get(name)
            if defined is not None:
                return self.text(file, defined, depth + 1)
        return None

    def _directories(self, file: SourceFile, package: str) -> Iterator[str]:
        """Yield the directory of the file, or those that it imports under the name of a package."""
        if not package:
            yield file.directory
            return
        for imported in file.facts.imports:
            if imported.module.rpartition("/")[2] == package:
                parts = imported.module.split("/")
                yield from (
                    found
                    for index in range(1, len(parts))
                    if (found := "/".join(parts[index:])) in self.tree.directories
                )

    def _of(self, directory: str) -> dict[str, str]:
        if directory not in self._by_directory:
            files = [file for file in self.tree.by_language.get("go", ()) if file.directory == directory]
            self.tree.preload(files)
            found: dict[str, str] = {}
            for file in files:
                for match in _DEFINED.finditer(self.tree.text(file)):
                    found.setdefault(match[1], match[2].partition(" //")[0].strip())
            self._by_directory[directory] = found
        return self._by_directory[directory]
