"""``memtui pin``: have agents always recall some memories, within a budget."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import configure_act, run_act

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Have agents always recall these memories; all pinned ones may be 20 and 2,000 characters together."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    configure_act(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Pin the memories and say what came of it."""
    from memtui.review import pin

    return run_act(arguments, console, lambda store, chosen: pin(store, chosen.ids))
