"""``memtui supersede``: let one memory take the place of others, with a link both ways."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import configure_act, run_act
from memtui.cli.choosing import Chosen
from memtui.cli.codes import UsageError
from memtui.cli.library import load_snapshot

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.review import Result
    from memtui.store import Store

HELP = "Let one memory take the place of others; both sides keep a link. The new one is named, or written here."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    configure_act(parser)
    parser.add_argument("--by", metavar="ID", help="the memory that takes their place")
    parser.add_argument("--with-text", metavar="TEXT", help="instead, a new memory's body; '-' reads it from stdin")
    parser.add_argument("--title", metavar="TEXT", help="the new memory's title; without it, that of the first")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Supersede the memories and say what came of it."""
    from memtui.review import supersede
    from memtui.store import home_directory

    written = arguments.with_text is not None or arguments.title is not None
    if (arguments.by is None) == (not written):
        raise UsageError(
            "What takes their place? Give '--by ID', or '--with-text TEXT' and '--title TEXT' for a new one."
        )
    if written:
        body = console.stdin.read().strip("\n") if arguments.with_text == "-" else arguments.with_text or ""
        return run_act(arguments, console, lambda store, chosen: _written(store, chosen, arguments.title, body))
    by = load_snapshot(home_directory()).find(arguments.by).memory.id
    return run_act(arguments, console, lambda store, chosen: supersede(store, chosen.ids, by=by))


def _written(store: Store, chosen: Chosen, title: str | None, body: str) -> Result:
    """Let a new memory take the place of the chosen ones."""
    from memtui.memory import Draft
    from memtui.review import replace_by

    first = chosen.heads[0].memory
    draft = Draft(first.kind, title or first.title, body, first.scope, first.tags, first.anchors)
    return replace_by(store, chosen.ids, draft)
