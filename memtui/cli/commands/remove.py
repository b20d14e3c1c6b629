"""``memtui rm``: move memories to the trash."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import configure_act, run_act

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Move memories to the trash; 'memtui restore' takes them out."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    configure_act(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Act on the memories and say what came of it."""
    from memtui.review import delete

    return run_act(arguments, console, lambda store, chosen: delete(store, chosen.ids))
