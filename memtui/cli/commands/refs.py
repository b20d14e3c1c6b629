"""``memtui refs``: who refers to a name, and what a change of it would touch, searched in what is staged."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.codes import COULD_NOT, DONE, UsageError
from memtui.cli.indexed import read_repository
from memtui.cli.layout import counted
from memtui.cli.options import add_json, positive
from memtui.cli.records import impact_record, references_record

if TYPE_CHECKING:
    from indexer.queries import Impact, Reference, References
    from memtui.cli.console import Console

HELP = (
    "Say who refers to NAME ('add', 'Basket.add') in the staged files, surest first: uses in the file that defines it "
    "or in one that imports that file count more than an equal name elsewhere."
)
_SHOWN = 50
_DEPTH = 3


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", metavar="NAME", help="a name, with or without its container")
    parser.add_argument("--impact", action="store_true", help="list the files that a change of it would touch")
    parser.add_argument("--depth", type=positive, metavar="N", help=f"follow importers so far (otherwise {_DEPTH})")
    parser.add_argument("--all", action="store_true", help="also look into files without a grammar, such as texts")
    parser.add_argument("--limit", type=positive, metavar="N", help=f"at most so many (otherwise {_SHOWN})")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Search the staged files and print what refers to the name."""
    from indexer.queries import find_references, impact_of

    if not arguments.name.strip():
        raise UsageError("There is nothing to look for. Give a NAME.")
    repository, index = read_repository(arguments.directory)
    found = find_references(repository, index, arguments.name, mentions=arguments.all)
    if arguments.impact:
        _tell_impact(impact_of(index, found, depth=arguments.depth or _DEPTH), arguments, console)
    else:
        _tell_references(found, arguments, console)
    if not found.definitions and not found.references:
        console.narrate("Nothing refers to it.")
        return COULD_NOT
    return DONE


def _tell_references(found: References, arguments: argparse.Namespace, console: Console) -> None:
    shown = found.references[: arguments.limit or (None if arguments.json else _SHOWN)]
    if arguments.json:
        console.json(references_record(found, shown))
    else:
        rows = [_row(reference) for reference in (*found.definitions, *shown)]
        console.table(rows, styles=("dim", "dim"))
    _tell_rest(len(found.references) - len(shown), len(found.references), console)


def _row(reference: Reference) -> tuple[str, ...]:
    return (
        f"{reference.confidence:.0%}",
        reference.kind,
        f"{reference.path}:{reference.line}",
        reference.text,
    )


def _tell_impact(impact: Impact, arguments: argparse.Namespace, console: Console) -> None:
    shown = impact.files[: arguments.limit or (None if arguments.json else _SHOWN)]
    if arguments.json:
        console.json(impact_record(impact, shown))
        return
    console.table(
        [(str(file.distance), file.role, counted(file.references, "reference"), file.path) for file in shown],
        styles=("dim", "dim", "dim"),
    )
    console.narrate(f"{counted(len(impact.files), 'file')}, {counted(len(impact.tests), 'test')} among them.")
    _tell_rest(len(impact.files) - len(shown), len(impact.files), console)


def _tell_rest(left: int, total: int, console: Console) -> None:
    if left:
        console.narrate(f"{left:,} more; '--limit {total}' shows them all.")
