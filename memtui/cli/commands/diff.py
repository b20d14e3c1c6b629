"""``memtui diff``: what differs between two revisions of a memory, or between two memories, in words."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.cli.codes import DONE, UsageError
from memtui.cli.library import load_snapshot, open_store
from memtui.cli.options import add_id, add_json

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.memory import Memory

HELP = (
    "Compare the last two revisions of a memory; with one REVISION, that one with what the memory is now; with two, "
    "these. --with compares with another memory."
)

State = tuple[str, "Memory"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_id(parser)
    parser.add_argument("revisions", nargs="*", metavar="REVISION", help="at most two revisions, by beginnings of ids")
    parser.add_argument("--with", dest="other", metavar="ID", help="another memory, both as they are now")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Compare and print; two memories are read from the snapshot alone."""
    from memtui.cli.differences import print_differences
    from memtui.review.differences import differences
    from memtui.store import home_directory

    if len(arguments.revisions) > 2 or (arguments.revisions and arguments.other):  # noqa: PLR2004 - a comparison
        raise UsageError("Two states can be compared. Give at most two REVISIONs, or --with ID and none.")
    home = home_directory()
    if arguments.other is not None:
        snapshot = load_snapshot(home)
        heads = [snapshot.find(prefix) for prefix in (arguments.id, arguments.other)]
        (old, before), (new, after) = ((head.revision, head.memory) for head in heads)
    else:
        (old, before), (new, after) = _revisions(arguments, home)
    found = differences(before, after)
    if arguments.json:
        changes = [difference.record() for difference in found]
        console.json({"memory": before.id, "other": after.id, "from": old, "to": new, "changes": changes})
    else:
        print_differences(found, console)
    if not found:
        console.narrate("Nothing differs.")
    return DONE


def _revisions(arguments: argparse.Namespace, home: Path) -> tuple[State, State]:
    """Return the two revisions that are asked for; they are in the log, which LanceDB alone can read."""
    from memtui.review import find_revision

    store = open_store(home)
    memory_id = store.snapshot().find(arguments.id).memory.id
    named = [find_revision(store, memory_id, prefix) for prefix in arguments.revisions]
    if len(named) < 2:  # noqa: PLR2004 - the other one is the newest
        revisions = store.revisions(memory_id)
        # Of a memory that was never changed, everything is new; it is compared with itself.
        named = [named[0] if named else revisions[max(0, len(revisions) - 2)], revisions[-1]]
    first, last = named
    return (first.id, first.memory), (last.id, last.memory)
