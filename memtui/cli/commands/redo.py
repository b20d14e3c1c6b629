"""``memtui redo``: do again what was last undone."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import tell
from memtui.cli.library import open_store
from memtui.cli.options import add_json

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Do again what was last undone."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Redo and say what came of it."""
    from memtui.review import redo
    from memtui.store import home_directory

    return tell(redo(open_store(home_directory())), console, as_json=arguments.json)
