"""``memtui restore``: take memories out of the trash."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import configure_act, run_act

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Take memories out of the trash, as they were before."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    configure_act(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Act on the memories and say what came of it."""
    from memtui.review import restore

    return run_act(arguments, console, restore)
