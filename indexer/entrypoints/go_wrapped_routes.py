"""Routes that a closure registers: ``add := func(pattern string, h http.Handler) { mux.Handle(pattern, wrap(h)) }``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from indexer.entrypoints.arguments import end_of_brackets, split_top_level
from indexer.entrypoints.base import line_of_offset
from indexer.entrypoints.go_constants import Constants
from indexer.entrypoints.go_texts import without_comments
from indexer.tree import SourceFile, SourceTree

_CLOSURE: Final = re.compile(r"\b(\w+)\s*:=\s*func\(\s*(\w+)(?:\s+string)?\s*,[^{}\n]*\)\s*(\{)")


def wrapped_routes(tree: SourceTree, file: SourceFile, constants: Constants) -> Iterator[tuple[str, int]]:
    """Yield pattern and line of each route that a closure of ``file`` is called for."""
    if not _CLOSURE.search(tree.text(file)):
        return
    text = without_comments(tree.text(file))
    registering = _registering(text)
    for match in re.finditer(rf"(?<![\w.])({'|'.join(registering)})(\()", text) if registering else ():
        arguments = split_top_level(text[match.end() : end_of_brackets(text, match.start(2)) - 1])
        pattern = constants.text(file, arguments[0]) if len(arguments) > 1 else None
        if pattern is not None and "/" in pattern:
            yield pattern, line_of_offset(text, match.start())


def _registering(text: str) -> list[str]:
    """Return the closures that hand their first parameter to a mux, or to another of them."""
    bodies = {
        match[1]: (match[2], text[match.start(3) : end_of_brackets(text, match.start(3))])
        for match in _CLOSURE.finditer(text)
    }
    found: list[str] = []
    for _ in bodies:
        called = "|".join([r"\.Handle(?:Func)?", *(rf"(?<![\w.]){re.escape(name)}" for name in found)])
        found += [
            name
            for name, (parameter, body) in bodies.items()
            if name not in found and re.search(rf"(?:{called})\(\s*{parameter}\b", body)
        ]
    return sorted(found)
