"""``memtui symbols``: where a name is defined, or what a file defines, read from the index's snapshot."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.codes import COULD_NOT, DONE, UsageError
from memtui.cli.indexed import read_index, tracked_path
from memtui.cli.options import add_json, positive
from memtui.cli.records import symbol_record

if TYPE_CHECKING:
    from indexer import Index
    from indexer.storage.tables import SymbolRecord
    from memtui.cli.console import Console

HELP = (
    "Say where NAME is defined: 'add', 'Basket.add'; letter case and beginnings of words count when nothing fits "
    "better. With --path alone, list what a file or directory defines."
)
_SHOWN = 50


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="a name, with or without its container")
    parser.add_argument("--kind", action="append", metavar="K", help="only this kind, such as class or function")
    parser.add_argument("--path", metavar="PATH", help="only below this file or directory")
    parser.add_argument("--limit", type=positive, metavar="N", help=f"at most so many (otherwise {_SHOWN})")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Read the index and print its symbols."""
    if not (arguments.name or "").strip() and arguments.path is None:
        raise UsageError("There is nothing to look for. Give a NAME, or --path PATH to list what a file defines.")
    index = read_index(arguments.directory)
    path = "." if arguments.path is None else tracked_path(arguments.directory, arguments.path)
    found = _find(index, arguments, path)
    shown = found[: arguments.limit or (None if arguments.json else _SHOWN)]
    if arguments.json:
        console.json([symbol_record(symbol, match) for symbol, match in shown])
    else:
        console.table(
            [(symbol.kind, symbol.role, f"{symbol.path}:{symbol.line}", _said(symbol)) for symbol, _ in shown],
            styles=("dim", "dim"),
        )
    if len(shown) < len(found):
        console.narrate(f"{len(found) - len(shown):,} more; '--limit {len(found)}' shows them all.")
    if not found:
        console.narrate("No symbol fits.")
    return DONE if found or not arguments.name else COULD_NOT


def _find(index: Index, arguments: argparse.Namespace, path: str) -> list[tuple[SymbolRecord, str]]:
    from indexer.queries import find_definitions, symbols_below

    kinds = arguments.kind or ()
    if not arguments.name:
        return [(symbol, "exact") for symbol in symbols_below(index, path, kinds=kinds)]
    definitions = find_definitions(index, arguments.name, kinds=kinds, path=path)
    return [(definition.symbol, str(definition.match)) for definition in definitions]


def _said(symbol: SymbolRecord) -> str:
    container = f"{symbol.container}: " if symbol.container else ""
    return f"{container}{symbol.signature or symbol.name}"
