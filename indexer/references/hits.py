"""Finds a name in one file: comments and texts left out, and each place told apart by what happens there."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import islice

from tree_sitter import Node

from indexer.parsing.extraction import run_query
from indexer.parsing.grammars import load_grammar
from indexer.parsing.imports import Statement
from indexer.parsing.sniffing import classify, normalise
from indexer.parsing.symbols import Definition, read_symbols
from indexer.parsing.text import first_line
from indexer.references.nodes import is_called, is_code, is_declared

TEXT_LIMIT = 200
MAXIMAL_HITS = 2_000  # in one file; more tell a reader nothing


class ReferenceKind(StrEnum):
    """What happens where a name stands; ``TEXT`` in files that no grammar reads."""

    DEFINITION = "definition"
    DECLARATION = "declaration"
    IMPORT = "import"
    CALL = "call"
    OTHER = "other"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Hit:
    """A place where the name stands: ``line`` and ``column`` count from 1, the column in characters.

    ``symbol`` is the dotted name of the innermost definition around it; of a definition, that one's own.
    """

    line: int
    column: int
    kind: ReferenceKind
    text: str
    symbol: str


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What the language's query says of the part of the file that holds the name; symbols are dotted names.

    ``defined`` are the symbols by the byte at which their names end, ``holders`` the innermost ones by the byte at
    which a name starts that they hold.
    """

    defined: Mapping[int, str]
    holders: Mapping[int, str]
    imports: Sequence[tuple[int, int]]


def find_hits(content: bytes, language: str, name: str) -> tuple[Hit, ...]:
    """Return where the code in ``content`` uses ``name``, in order; nothing for what is not worth a parser."""
    content = normalise(content)
    if classify(content) is not None:
        return ()
    spans = list(islice(_spans(content, name), MAXIMAL_HITS))
    if not spans:
        return ()
    grammar = load_grammar(language)
    root = grammar.parser.parse(content).root_node
    wanted = _encoded(name)
    leaves = {
        start: leaf
        for start, end in spans
        # A look down from the root for each place, since most names stand in few places of a file.
        if (leaf := root.descendant_for_byte_range(start, end)) is not None and is_code(leaf, wanted)
    }
    if not leaves:
        return ()
    # The query is run on the part that holds the name: over a whole file it would take a third as long as parsing.
    definitions, statements, _ = run_query(grammar, root, (spans[0][0], spans[-1][1]))
    symbols = read_symbols(content, language, definitions).by_name_start
    named = [(one, symbols[one.name.start_byte]) for one in definitions if one.name.start_byte in symbols]
    around = _Surroundings(
        defined={one.name.end_byte: symbol for one, symbol in named},
        holders=_innermost(named, leaves),
        imports=[_extent(one) for one in statements],
    )
    return tuple(_hit(content, leaf, start, start + len(wanted), around) for start, leaf in leaves.items())


def find_words(content: bytes, name: str) -> tuple[Hit, ...]:
    """Return where ``name`` stands as a word in a text that no grammar reads."""
    content = normalise(content)
    if b"\0" in content:
        return ()
    spans = islice(_spans(content, name), MAXIMAL_HITS)
    return tuple(Hit(*_position(content, start), ReferenceKind.TEXT, _line(content, start), "") for start, _ in spans)


def _spans(content: bytes, name: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in _pattern(name).finditer(content))


def _encoded(name: str) -> bytes:
    """Return the bytes that a name given on a command line stands for."""
    return name.encode("utf-8", "surrogateescape")


@lru_cache(maxsize=8)
def _pattern(name: str) -> re.Pattern[bytes]:
    # Bytes above 0x7f are parts of letters, which Git counts as no word characters; leaves are compared whole.
    return re.compile(rb"(?<![A-Za-z0-9_])" + re.escape(_encoded(name)) + rb"(?![A-Za-z0-9_])")


def _hit(content: bytes, leaf: Node, start: int, end: int, around: _Surroundings) -> Hit:
    defined = around.defined.get(end, "")
    line, column = _position(content, start)
    kind = ReferenceKind.DEFINITION if defined else _kind(leaf, start, around)
    return Hit(line, column, kind, _line(content, start), defined or around.holders.get(start, ""))


def _kind(leaf: Node, start: int, around: _Surroundings) -> ReferenceKind:
    if any(begin <= start < end for begin, end in around.imports):
        return ReferenceKind.IMPORT
    if is_called(leaf):
        return ReferenceKind.CALL
    return ReferenceKind.DECLARATION if is_declared(leaf) else ReferenceKind.OTHER


def _innermost(named: Sequence[tuple[Definition, str]], starts: Iterable[int]) -> dict[int, str]:
    """Return the innermost definition around each byte, in one walk over both."""
    coming = deque(sorted(named, key=lambda pair: (pair[0].start, -pair[0].end, pair[0].rank)))
    opened: list[tuple[int, str]] = []
    holders: dict[int, str] = {}
    for start in sorted(starts):
        while coming and coming[0][0].start <= start:
            definition, symbol = coming.popleft()
            while opened and opened[-1][0] <= definition.start:
                opened.pop()
            opened.append((definition.end, symbol))
        while opened and opened[-1][0] <= start:
            opened.pop()
        if opened:
            holders[start] = opened[-1][1]
    return holders


def _extent(statement: Statement) -> tuple[int, int]:
    """Return the bytes of an import; of ``const { a } = require("b")`` the names belong to it."""
    node, parent = statement.node, statement.node.parent
    if parent is not None and parent.type == "variable_declarator":
        node = parent
    return node.start_byte, node.end_byte


def _position(content: bytes, start: int) -> tuple[int, int]:
    line_start = content.rfind(b"\n", 0, start) + 1
    column = len(content[line_start:start].decode("utf-8", errors="replace")) + 1
    return content.count(b"\n", 0, start) + 1, column


def _line(content: bytes, start: int) -> str:
    return first_line(content, content.rfind(b"\n", 0, start) + 1, TEXT_LIMIT)
