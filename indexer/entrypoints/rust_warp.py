"""Routes of Rust servers made with warp: filters chained with ``and``, whose paths and method stand in any order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import end_of_brackets, literal
from indexer.entrypoints.base import Kind, files_in, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.rust_spans import end_of_chain, plain
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "rust"

_BEGINNING: Final = re.compile(r"\bwarp::(?:path!?|get|post|put|delete|patch|head|options|any)\s*(\()")
_METHOD: Final = re.compile(r"\bwarp::(get|post|put|delete|patch|head|options)\(\)")
_HANDLED: Final = re.compile(r"\.(?:map|then|and_then)\(")
_SEGMENT: Final = re.compile(
    r"\bpath!\(([^()]*)\)|\bpath\(\s*(\"[^\"]*\")\s*\)|\bpath::param(?:::<\s*([\w:<>]+?)\s*>)?\(\)|\bpath::(tail)\(\)"
)


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the routes of the warp servers in ``tree``."""
    files = [file for file in files_in(tree, "rust") if _uses_warp(file)]
    tree.preload(files)
    for file in files:
        for name, line in _routes(plain(tree.text(file))):
            yield make_entry_point(
                ecosystem,
                Kind.HTTP_ROUTE,
                name,
                file,
                line,
                confidence=tiers.REGISTERED,
                evidence=line_at(tree.text(file), line),
            )


def _uses_warp(file: SourceFile) -> bool:
    return any(re.split(r"::", imported.module)[0] == "warp" for imported in file.facts.imports)


def _routes(text: str) -> Iterator[tuple[str, int]]:
    """Yield the name and the line of each chain of filters that has a path and ends in a handler."""
    position = 0
    while match := _BEGINNING.search(text, position):
        position = end_of_chain(text, end_of_brackets(text, match.start(1)))
        chain = text[match.start() : position]
        path = "/".join(_segments(chain))
        if path and _HANDLED.search(chain):
            method = _METHOD.search(chain)
            name = f"{method[1].upper()} /{path}" if method else f"/{path}"
            yield name, line_of_offset(text, match.start())


def _segments(chain: str) -> Iterator[str]:
    for match in _SEGMENT.finditer(chain):
        if match[1] is not None:
            for part in match[1].split("/"):
                written = part.strip()
                text = literal(written)
                yield from [text or f"{{{written}}}"] if written and written != ".." else []
        elif match[2]:
            yield literal(match[2]) or ""
        else:
            yield "*" if match[4] else f"{{{match[3] or 'param'}}}"
