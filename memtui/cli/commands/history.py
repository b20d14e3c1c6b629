"""``memtui history``: what the change history tells, of the repository or of one path, read from the snapshot."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.codes import DONE
from memtui.cli.indexed import read_index, tracked_path
from memtui.cli.layout import counted
from memtui.cli.options import add_json
from memtui.cli.records import history_record, moment_of_seconds

if TYPE_CHECKING:
    from indexer.facts import History
    from memtui.cli.console import Console

HELP = "Show hotspots, files that change together, authors, releases and reverts; with a PATH, what concerns it."
_SHOWN = 10


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", nargs="?", metavar="PATH", help="a tracked file or directory")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Read the index and print its history."""
    history = read_index(arguments.directory, console).history()
    if arguments.path is not None:
        history = _concerning(history, tracked_path(arguments.directory, arguments.path))
    if arguments.json:
        console.json(history_record(history))
    else:
        _print(history, console)
    return DONE


def _concerning(history: History, path: str) -> History:
    """Keep what names a path or something below it; what belongs to the whole repository is left out."""
    from indexer.facts import History

    def concerns(*paths: str) -> bool:
        return any(path in {".", name} or name.startswith(f"{path}/") for name in paths)

    return History(
        commits=history.commits,
        hotspots=tuple(found for found in history.hotspots if concerns(found.path)),
        couplings=tuple(found for found in history.couplings if concerns(found.left, found.right)),
        renames=tuple(found for found in history.renames if concerns(found.old_path, found.path)),
        decisions=tuple(found for found in history.decisions if concerns(*found.paths)),
    )


def _print(history: History, console: Console) -> None:
    sections: dict[str, list[tuple[str, ...]]] = {
        "Hotspots": [
            (
                f"{found.score:.2f}",
                counted(found.commits, "commit"),
                f"{found.main_author} {found.main_share:.0%}",
                found.path,
            )
            for found in history.hotspots
        ],
        "Changed together": [
            (f"{found.degree:.0f}%", counted(found.shared, "commit"), f"{found.left} with {found.right}")
            for found in history.couplings
        ],
        "Authors": [
            (f"{found.share:.0%}", counted(found.commits, "commit"), f"{found.name} <{found.email}>")
            for found in history.authors
        ],
        "Releases": [(_day(found.time), counted(found.commits, "commit"), found.tag) for found in history.releases],
        "Reverts": [(_day(found.time), found.commit[:12], found.reason or found.subject) for found in history.reverts],
        "Renames": [(_day(found.time), f"{found.old_path} to {found.path}") for found in history.renames],
        "Decisions": [(_day(found.time), found.commit[:12], found.quote) for found in history.decisions],
    }
    console.data(counted(history.commits, "commit"))
    for name, rows in sections.items():
        if rows:
            console.data()
            console.data(name, style="bold")
            console.table(rows[:_SHOWN], styles=("dim", "dim"))
        if len(rows) > _SHOWN:
            console.narrate(f"{name}: {len(rows) - _SHOWN:,} more; '--json' lists them all.")


def _day(seconds: int) -> str:
    return (moment_of_seconds(seconds) or "")[:10]
