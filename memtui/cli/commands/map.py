"""``memtui map``: an outline of the repository, or of a part of it, that fits into so many tokens."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.codes import COULD_NOT, DONE
from memtui.cli.indexed import read_repository, tracked_path
from memtui.cli.options import add_json, positive
from memtui.cli.records import outline_record

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = (
    "Outline the repository, or what lies below PATH, for an agent's context: the modules and the files to read first, "
    "with their most telling symbols. A token is estimated as three bytes, which is fewer than most code has."
)
_TOKENS = 2000


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", nargs="?", default=None, metavar="PATH", help="a tracked file or directory")
    parser.add_argument(
        "--tokens", type=positive, default=_TOKENS, metavar="N", help=f"at most so many (otherwise {_TOKENS})"
    )
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Read the index and print the outline."""
    from memtui.wiki.reading import read_outline

    repository, index = read_repository(arguments.directory)
    path = "." if arguments.path is None else tracked_path(arguments.directory, arguments.path)
    outline = read_outline(repository, index, path, arguments.tokens)
    if outline is None:
        console.narrate(f"memtui: Nothing is tracked at '{path}'. See 'memtui modules' for what there is.")
        return COULD_NOT
    if arguments.json:
        console.json(outline_record(outline, path, arguments.tokens))
    elif outline.text:
        console.block(outline.text.rstrip("\n"))
    if not outline.text:
        console.narrate("Not even the first line fits; give more '--tokens'.")
    return DONE
