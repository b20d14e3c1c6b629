"""``memtui snooze``: put memories off until a date or until a file changes."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.cli.acts import configure_act, run_act
from memtui.cli.codes import UsageError
from memtui.cli.times import moment_to_come

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Put memories off until a date or until a file changes, whichever is first; then they are back as they were."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    configure_act(parser)
    parser.add_argument("--until", type=moment_to_come, default=0, metavar="DATE", help="2026-09-01, or +7d from now")
    parser.add_argument("--path", metavar="PATH", help="until this file, tracked in this repository, is another")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Snooze the memories and say what came of it."""
    from memtui.review import snooze

    if not arguments.until and arguments.path is None:
        raise UsageError("A snooze needs an end. Give '--until +7d', '--until 2026-09-01' or '--path PATH'.")
    path, blob = ("", "") if arguments.path is None else _tracked(arguments.directory, arguments.path)
    return run_act(
        arguments,
        console,
        lambda store, chosen: snooze(store, chosen.ids, until=arguments.until, path=path, blob=blob),
    )


def _tracked(directory: Path, path: str) -> tuple[str, str]:
    """Return a path as the index knows it with its blob; raise UsageError if git does not track it."""
    from indexer import find_repository
    from memtui.anchors import anchored_now
    from memtui.cli.indexed import tracked_path
    from memtui.memory import Anchor

    # The blob that the sweep will compare with, which is not the staged one: that would wake the memory at once.
    [anchor] = anchored_now(find_repository(directory), [Anchor(tracked_path(directory, path))])
    if not anchor.blob:
        raise UsageError(f"git tracks no file '{path}' here. Give the path of one, or a date with --until.")
    return anchor.path, anchor.blob
