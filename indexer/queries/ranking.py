"""Which files and which of their symbols to read first."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from indexer.facts import Outcome, Role
from indexer.modules.importance import page_rank
from indexer.queries.definitions import ROLE_ORDER
from indexer.storage.index import Index
from indexer.storage.tables import FileRecord, SymbolRecord

_READ = frozenset({Outcome.PARSED, Outcome.PARTIAL})
_LEFT_OUT = frozenset({Role.VENDORED, Role.GENERATED})
_KIND_ORDER = {
    **dict.fromkeys(("class", "interface", "struct", "trait"), 0),
    **dict.fromkeys(("function", "enum", "type"), 1),
    **dict.fromkeys(("method", "module", "namespace"), 2),
}
_LITTLE = 3
_FUNCTIONS = frozenset({"function", "method"})


def rank_files(index: Index) -> tuple[FileRecord, ...]:
    """Return the files with symbols, most worth reading first: key files, then by how much rests on each.

    Product files come before others; vendored and generated ones are left out.
    """
    files = [file for file in index.files() if file.symbols and file.outcome in _READ and file.role not in _LEFT_OUT]
    edges = ((edge.source, edge.target, edge.confidence) for edge in index.file_imports())
    ranks = page_rank((file.path for file in files), edges)
    key = {path: place for place, path in enumerate(index.state.key_files)}
    return tuple(
        sorted(
            files,
            key=lambda file: (
                key.get(file.path, len(key)),
                ROLE_ORDER[file.role],
                # Length counts by its root: a file of a hundred times the lines tells ten times as much.
                -ranks[file.path] * math.sqrt(max(1, file.lines)),
                file.path,
            ),
        )
    )


def rank_symbols(
    symbols: Sequence[SymbolRecord], public: Collection[str] = ()
) -> tuple[list[SymbolRecord], list[SymbolRecord]]:
    """Return a file's symbols, most telling first, and apart from them those that tell little.

    Types come before functions before members, the longer first; ``public`` are names that its module is known for.
    Values, what lies inside functions, and what the language calls private tell little.
    """
    functions = {symbol.qualified for symbol in symbols if symbol.kind in _FUNCTIONS}
    # By identity, as two symbols of a file may be equal in every field.
    weights = {id(symbol): _weight(symbol, public, functions) for symbol in symbols}
    ranked = sorted(symbols, key=lambda one: (weights[id(one)], one.line - one.end_line, one.line, one.name, one.kind))
    ranked = list({(one.line, one.name): one for one in reversed(ranked)}.values())[::-1]
    telling = [symbol for symbol in ranked if weights[id(symbol)] < _LITTLE]
    return telling, [symbol for symbol in ranked if weights[id(symbol)] >= _LITTLE]


def _weight(symbol: SymbolRecord, public: Collection[str], functions: Collection[str]) -> int:
    private = symbol.name.startswith("_") or symbol.signature.startswith(("static ", "private "))
    weight = _KIND_ORDER.get(symbol.kind, _LITTLE)
    weight += _LITTLE * (private or symbol.container in functions)
    return weight - (symbol.name in public and not symbol.container)
