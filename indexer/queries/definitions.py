"""Where is it defined, what does this file hold: asked of the generation's table of symbols."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

import pyarrow as pa
import pyarrow.compute as pc

from indexer.facts import Role
from indexer.queries.names import Name, parse_name
from indexer.storage.index import Index
from indexer.storage.tables import SymbolRecord, from_table

ROLE_ORDER = {
    role: rank
    for rank, role in enumerate(
        (Role.PRODUCT, Role.DEV, Role.EXAMPLE, Role.DOCS, Role.TEST, Role.GENERATED, Role.VENDORED)
    )
}
_CAMEL = r"([a-z0-9])([A-Z])"
_SPLIT = r"\1_\2"
_FEWEST_LETTERS = 2  # a single letter begins far too many names to be an answer
_MOST_LETTERS = 100


class Match(StrEnum):
    """How a name fits what was asked for, best first; ``NAME`` without the container that was asked for."""

    EXACT = "exact"
    CASE = "case"
    NAME = "name"
    PREFIX = "prefix"


@dataclass(frozen=True, slots=True)
class Definition:
    """A symbol, and how its name fits."""

    symbol: SymbolRecord
    match: Match


def find_definitions(
    index: Index, text: str, *, kinds: Collection[str] = (), path: str = "."
) -> tuple[Definition, ...]:
    """Return the symbols that a name stands for: those of that name, then those of it in another letter case.

    When there are none, those of that name in other containers, since a method may be inherited; failing these, those
    whose words begin with its letters (``getusr`` finds ``get_user_role``). Those of the product come first, then what
    stands outermost, then by path and line.
    """
    name = parse_name(text)
    table = _narrowed(index.table("symbols"), kinds, path)
    for matches in (_tiers_of_names, _tier_of_other_containers, _tier_of_prefixes):
        found = [Definition(symbol, match) for match, rows in matches(table, name) for symbol in _ordered(rows, match)]
        if found:
            return tuple(found)
    return ()


def symbols_below(index: Index, path: str, *, kinds: Collection[str] = ()) -> tuple[SymbolRecord, ...]:
    """Return what a file or directory defines, ordered by path and line."""
    return from_table(SymbolRecord, _narrowed(index.table("symbols"), kinds, path))


def symbols_of(index: Index, paths: Collection[str]) -> tuple[SymbolRecord, ...]:
    """Return what these files define, ordered by path and line."""
    table = index.table("symbols")
    return from_table(SymbolRecord, table.filter(pc.is_in(table["path"], pa.array(sorted(paths), pa.string()))))


def _narrowed(table: pa.Table, kinds: Collection[str], path: str) -> pa.Table:
    if kinds:
        table = table.filter(pc.is_in(table["kind"], pa.array(sorted(kinds), pa.string())))
    if path not in {"", "."}:
        below = pc.or_(pc.equal(table["path"], path), pc.starts_with(table["path"], f"{path}/"))
        table = table.filter(below)
    return table


def _tiers_of_names(table: pa.Table, name: Name) -> Iterator[tuple[Match, pa.Table]]:
    # On columns: making values of hundreds of thousands of symbols first would take seconds.
    exact = pc.and_(pc.equal(table["name"], name.last), _container_fits(table["container"], name.container))
    yield Match.EXACT, table.filter(exact)
    lowered = Name(name.container.lower(), name.last.lower())
    alike = pc.equal(pc.utf8_lower(table["name"]), lowered.last)
    alike = pc.and_(alike, _container_fits(pc.utf8_lower(table["container"]), lowered.container))
    yield Match.CASE, table.filter(pc.and_not(alike, exact))


def _tier_of_other_containers(table: pa.Table, name: Name) -> Iterator[tuple[Match, pa.Table]]:
    yield Match.NAME, table.filter(pc.equal(table["name"], name.last))


def _container_fits(containers: pa.ChunkedArray, asked: str) -> pa.ChunkedArray | pa.Scalar:
    if not asked:
        return pa.scalar(value=True)
    return pc.or_(pc.equal(containers, asked), pc.ends_with(containers, f".{asked}"))


def _tier_of_prefixes(table: pa.Table, name: Name) -> Iterator[tuple[Match, pa.Table]]:
    letters = name.last.lower().replace("_", "").replace("-", "")
    if not _FEWEST_LETTERS <= len(letters) <= _MOST_LETTERS:
        return
    # Arrow's regular expressions take linear time, whatever was typed.
    pattern = "^_*" + "(?:.*_)?".join(map(re.escape, letters))
    words = pc.utf8_lower(pc.replace_substring_regex(table["name"], _CAMEL, _SPLIT))
    fits = pc.match_substring_regex(words, pattern)
    containers = _container_fits(pc.utf8_lower(table["container"]), name.container.lower())
    yield Match.PREFIX, table.filter(pc.and_(fits, containers))


def _ordered(rows: pa.Table, match: Match) -> list[SymbolRecord]:
    shortest_first = match is Match.PREFIX
    return sorted(
        from_table(SymbolRecord, rows),
        key=lambda symbol: (
            ROLE_ORDER[symbol.role],
            len(symbol.name) if shortest_first else 0,
            symbol.container.count(".") + bool(symbol.container),
            symbol.path,
            symbol.line,
        ),
    )
