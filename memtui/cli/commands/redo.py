"""``memtui redo``: do again what was last undone."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import kept_or_not, tell
from memtui.cli.library import open_store
from memtui.cli.options import add_dry_run, add_json

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Do again what was last undone."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_dry_run(parser)
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Redo and say what came of it."""
    from memtui.review import redo
    from memtui.store import home_directory

    store = kept_or_not(open_store(home_directory()), arguments)
    return tell(redo(store), console, as_json=arguments.json, dry_run=arguments.dry_run)
