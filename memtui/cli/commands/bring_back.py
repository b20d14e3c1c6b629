"""``memtui bring-back``: let a memory be as it was at an earlier revision."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import acting_store, tell
from memtui.cli.options import add_id, add_outcome

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Let a memory say what it said at an earlier revision; 'memtui log ID' lists them, 'memtui diff' compares."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_id(parser)
    parser.add_argument("revision", metavar="REVISION", help="a revision's id, or as much of it as tells it apart")
    add_outcome(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Bring the revision back and say what came of it."""
    from memtui.review import bring_back, find_revision

    store = acting_store(arguments)
    memory_id = store.snapshot().find(arguments.id).memory.id
    revision = find_revision(store, memory_id, arguments.revision)
    return tell(bring_back(store, memory_id, revision.id), arguments, console, store)
