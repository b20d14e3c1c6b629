"""``memtui split``: put several memories in the place of one that says several things."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import acting_store, tell
from memtui.cli.codes import COULD_NOT, UsageError
from memtui.cli.editor import saved
from memtui.cli.options import add_id, add_outcome
from memtui.cli.parts import drafts_of, parts_of, whole_text

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.memory import Memory
    from memtui.store import Store

HELP = (
    "Put several memories in the place of one. The parts are read from stdin, or cut in your editor: a line of %% "
    "stands between two of them, and each begins with its title."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_id(parser)
    parser.add_argument("--editor", action="store_true", help="cut the memory in your editor")
    add_outcome(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Read the parts and keep them."""
    if not arguments.editor and console.stdin.isatty():
        raise UsageError("There are no parts on stdin. Pipe them in with a line of %% between two, or add --editor.")
    store = acting_store(arguments)
    memory = store.snapshot().find(arguments.id).memory
    if not arguments.editor:
        return _split(store, memory, console.stdin.read(), arguments, console)
    text = whole_text(memory)
    # The block covers the saving, so that parts the store refuses are not lost.
    with saved(text, console, name="parts.md") as found:
        if found.strip() in {"", text.strip()}:
            console.narrate(f"memtui: Nothing was split in {memory.id}.")
            return COULD_NOT
        return _split(store, memory, found, arguments, console)


def _split(store: Store, memory: Memory, text: str, arguments: argparse.Namespace, console: Console) -> int:
    from memtui.review import split

    drafts = drafts_of(memory, parts_of(memory, text))
    return tell(split(store, memory.id, drafts), arguments, console, store)
