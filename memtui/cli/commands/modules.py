"""``memtui modules``: the module map of this repository, read from the index's snapshot."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.codes import DONE
from memtui.cli.indexed import read_index
from memtui.cli.layout import counted
from memtui.cli.options import add_json, positive
from memtui.cli.records import module_record

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "List the modules of this repository, most important first, with what each imports."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--role", action="append", metavar="R", help="only this role, such as product or test")
    parser.add_argument("--limit", type=positive, metavar="N", help="at most so many")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Read the index and print its modules."""
    modules = [
        module
        for module in read_index(arguments.directory).modules()
        if not arguments.role or module.role in arguments.role
    ][: arguments.limit]
    if arguments.json:
        console.json([module_record(module) for module in modules])
        return DONE
    console.table(
        [
            (f"{module.importance:.1%}", module.path, counted(module.files, "file"), module.role, module.summary)
            for module in modules
        ],
        styles=("dim", "", "dim", "dim"),
    )
    if not modules:
        console.narrate("No module fits.")
    return DONE
