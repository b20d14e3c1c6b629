"""``memtui move``: let memories belong to another scope or repository."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import run_act
from memtui.cli.choosing import configure_choice
from memtui.cli.repositories import scope_to_move_to

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Let memories belong to the user, to a repository or to a group; --from narrows a filter to where they are."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    configure_choice(parser, scope_option="--from")
    parser.add_argument(
        "--scope",
        required=True,
        metavar="SCOPE",
        help="where to: user, repo (this one), repo:NAME, repo:KEY or group:NAME; 'memtui repos' lists them",
    )


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Move the memories and say what came of it."""
    from memtui.review import move
    from memtui.sources import find_workspace, note_workspace

    workspace = find_workspace(arguments.directory)
    scope = scope_to_move_to(arguments.scope, workspace)
    if scope == workspace.scope and not arguments.dry_run:
        note_workspace(workspace)
    return run_act(arguments, console, lambda store, chosen: move(store, chosen.ids, scope=scope))
