"""``memtui ls``: list memories, newest change first, read from the snapshot alone."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from memtui.cli.codes import DONE
from memtui.cli.filters import USUAL, add_filter, filter_of, select
from memtui.cli.library import load_snapshot, scope_in_words, short_id_length, titled
from memtui.cli.options import add_json, positive
from memtui.cli.records import LISTED, listed_record
from memtui.memory import Scope

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.sources import Workspace
    from memtui.store import Snapshot

HELP = "List the memories of this repository and of the user that are not deleted or rejected, newest change first."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_filter(parser)
    parser.add_argument("--limit", type=positive, metavar="N", help="at most so many")
    parser.add_argument("--all", action="store_true", help="also the deleted and the rejected")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Select and print."""
    from memtui.sources import find_workspace
    from memtui.store.rows import take_rows

    workspace = find_workspace(arguments.directory)
    snapshot = load_snapshot(workspace.home)
    rows = select(snapshot, filter_of(arguments), workspace, statuses=None if arguments.all else USUAL)
    memories = take_rows(snapshot.table.select(LISTED), rows[: arguments.limit]).to_pylist()
    if arguments.json:
        console.json([listed_record(memory) for memory in memories])
    else:
        print_listing(memories, snapshot, workspace, console)
    return DONE


def print_listing(memories: list[dict[str, Any]], snapshot: Snapshot, workspace: Workspace, console: Console) -> None:
    """Print rows of the snapshot for a person to read."""
    length = short_id_length(snapshot)
    rows = []
    for memory in memories:
        flags = f"[{', '.join(memory['attention'])}] " if memory["attention"] else ""
        scope = scope_in_words(Scope.parse(memory["scope"]), workspace)
        title = f"{flags}{titled(memory['title'])}"
        rows.append((memory["id"][:length], memory["status"], memory["kind"], scope, title))
    console.table(rows, styles=("dim", "", "", "dim"))
    if not rows:
        console.narrate("No memory fits. 'memtui index' derives those of a repository, 'memtui add' writes one down.")
