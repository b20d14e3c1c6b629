"""``memtui keep``: say that memories which are alike, or seem to contradict each other, are all wanted."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import configure_act, run_act

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Keep memories side by side that 'memtui duplicates' finds alike or contradictory; it does not ask again."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    configure_act(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Note it on each of the memories and say what came of it."""
    from memtui.review import keep_both

    return run_act(arguments, console, lambda store, chosen: keep_both(store, chosen.ids))
