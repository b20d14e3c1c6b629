"""``memtui duplicates``: memories that say nearly the same, and memories that contradict each other."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.codes import DONE
from memtui.cli.filters import scopes_named
from memtui.cli.layout import counted
from memtui.cli.library import load_snapshot, open_store, short_id_length
from memtui.cli.likeness import likeness_record, print_likeness
from memtui.cli.options import add_outcome

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = (
    "List memories that say nearly the same and memories that contradict each other, with what differs in words and "
    "what to do, and flag them."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--scope", default="", metavar="SCOPE", help="user, repo, all, or a whole scope such as group:web"
    )
    add_outcome(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Compare, flag what was found, print it."""
    from memtui.review.likeness import find_likeness, mark_if_changed
    from memtui.sources import find_workspace

    workspace = find_workspace(arguments.directory)
    scopes = scopes_named(arguments.scope, workspace)
    snapshot = load_snapshot(workspace.home)
    # Over all scopes: whether a memory of the user has a double does not depend on where one stands.
    everywhere = find_likeness(snapshot)
    if not arguments.dry_run:
        mark_if_changed(snapshot, everywhere, lambda: open_store(workspace.home))
    found = everywhere.within(scopes)
    if arguments.json:
        console.json(likeness_record(found))
    else:
        print_likeness(found, console, short_id_length(snapshot))
    total = counted(len(found.clusters), "cluster") + " of duplicates, "
    console.narrate(f"memtui: {total}{counted(len(found.contradictions), 'contradiction')}.")
    return DONE
