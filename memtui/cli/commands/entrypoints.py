"""``memtui entrypoints``: the ways in which this repository is started, read from the index's snapshot."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.codes import DONE
from memtui.cli.indexed import read_index
from memtui.cli.options import add_json
from memtui.cli.records import entry_point_record

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "List the ways in which this repository is started, those of the product first."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--kind", action="append", metavar="K", help="only this kind; may be given several times")
    parser.add_argument("--role", action="append", metavar="R", help="only this role, such as product or test")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Read the index and print its entry points."""
    entry_points = [
        entry_point
        for entry_point in read_index(arguments.directory).entry_points()
        if (not arguments.kind or entry_point.kind in arguments.kind)
        and (not arguments.role or entry_point.role in arguments.role)
    ]
    if arguments.json:
        console.json([entry_point_record(entry_point) for entry_point in entry_points])
        return DONE
    console.table(
        [
            (found.kind, found.role, f"{found.confidence:.0%}", found.name, f"{found.path}:{found.line}")
            for found in entry_points
        ],
        styles=("dim", "dim", "dim"),
    )
    if not entry_points:
        console.narrate("No entry point fits.")
    return DONE
