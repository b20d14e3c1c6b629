"""``memtui history``: the story of the repository, or of one path, read from the snapshot."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.codes import DONE
from memtui.cli.indexed import read_index, tracked_path
from memtui.cli.layout import counted
from memtui.cli.options import add_json
from memtui.cli.records import story_record
from memtui.cli.stories import sections_of, summary_of

if TYPE_CHECKING:
    from indexer.queries import Story
    from memtui.cli.console import Console

HELP = "Tell what happened to the repository or to a PATH: churn, owners, couplings, fixes, reverts and reasons."
_SHOWN = 10


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", nargs="?", metavar="PATH", help="a tracked file or directory")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Read the index and print the story."""
    from indexer.queries import story_of

    index = read_index(arguments.directory)
    path = "." if arguments.path is None else tracked_path(arguments.directory, arguments.path)
    story = story_of(index, path)
    if arguments.json:
        console.json(story_record(story, index.state.commits))
    else:
        _print(story, console)
    return DONE


def _print(story: Story, console: Console) -> None:
    console.table(summary_of(story), styles=("bold",))
    for name, rows in sections_of(story).items():
        if rows:
            console.data()
            console.data(name, style="bold")
            console.table(rows[:_SHOWN], styles=("dim", "dim"))
        if len(rows) > _SHOWN:
            console.narrate(f"{name}: {counted(len(rows) - _SHOWN, 'more row')}; '--json' lists them all.")
