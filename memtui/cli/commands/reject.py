"""``memtui reject``: turn memories down."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import configure_act, run_act
from memtui.memory import Status

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Turn memories down; they are not proposed again. A filter finds pending ones unless --status says otherwise."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    configure_act(parser)
    # A reason outlives its author's memory of it, and tells a later reviewer what was wrong.
    parser.add_argument("--reason", default="", metavar="TEXT", help="why, for whoever reads the log")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Reject the memories and say what came of it."""
    from memtui.review import reject

    # A clean-up among proposals must not reach what was approved long ago.
    return run_act(
        arguments,
        console,
        lambda store, chosen: reject(store, chosen.ids, reason=arguments.reason),
        statuses=(Status.PENDING,),
    )
