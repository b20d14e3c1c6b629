"""``memtui undo``: take back your last act."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import acting_store, tell
from memtui.cli.options import add_outcome

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Take back your last act, whole; the log keeps both."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_outcome(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Undo and say what came of it."""
    from memtui.review import undo

    store = acting_store(arguments)
    return tell(undo(store), arguments, console, store)
