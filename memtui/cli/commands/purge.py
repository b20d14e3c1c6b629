"""``memtui purge``: remove a memory's content for good, the one act that nothing takes back."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import acting_store, tell
from memtui.cli.asking import confirmed
from memtui.cli.codes import COULD_NOT
from memtui.cli.options import add_id, add_outcome

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Remove what a memory says, in all its revisions, for good; its id stays. Nothing brings it back."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_id(parser)
    parser.add_argument("--confirm", metavar="ID", help="the whole id once more, instead of typing it when asked")
    add_outcome(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Ask for the id once more, then purge."""
    from memtui.review import purge

    store = acting_store(arguments)
    memory = store.snapshot().find(arguments.id).memory
    if arguments.dry_run or arguments.confirm == memory.id or _typed(memory.id, memory.title, arguments, console):
        return tell(purge(store, [memory.id]), arguments, console, store)
    console.narrate(f"memtui: Nothing was purged. In a script, add '--confirm {memory.id}'.")
    return COULD_NOT


def _typed(memory_id: str, title: str, arguments: argparse.Namespace, console: Console) -> bool:
    if arguments.confirm is not None:
        # A wrong confirmation is a mistake in a script, and no reason to ask whoever sits there.
        return False
    return confirmed(console, f"'{title}' will be gone for good, with all its revisions.", memory_id)
