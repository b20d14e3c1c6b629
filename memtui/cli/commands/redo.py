"""``memtui redo``: do again what was last undone."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import acting_store, tell
from memtui.cli.options import add_outcome

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Do again what was last undone."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_outcome(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Redo and say what came of it."""
    from memtui.review import redo

    store = acting_store(arguments)
    return tell(redo(store), arguments, console, store)
