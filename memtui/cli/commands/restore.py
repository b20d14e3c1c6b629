"""``memtui restore``: take memories back from the trash, a snooze, or what took their place."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import configure_act, run_act
from memtui.memory import Status

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = (
    "Take memories out of the trash, out of a snooze, or back from what took their place, as they were before. A "
    "filter finds those in the trash unless --status says otherwise."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    configure_act(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Act on the memories and say what came of it."""
    from memtui.review import restore

    return run_act(arguments, console, lambda store, chosen: restore(store, chosen.ids), statuses=(Status.DELETED,))
