"""``memtui unpin``: have agents recall memories only where they fit again."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import configure_act, run_act

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Have agents recall these memories only where they fit again."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    configure_act(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Unpin the memories and say what came of it."""
    from memtui.review import unpin

    return run_act(arguments, console, lambda store, chosen: unpin(store, chosen.ids))
