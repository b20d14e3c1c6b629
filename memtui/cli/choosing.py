"""Which memories an act is about: ids by their beginnings, or a filter, whose choice is shown before the act."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memtui.cli.asking import confirmed
from memtui.cli.codes import UsageError
from memtui.cli.filters import USUAL, add_filter, filter_of, select
from memtui.cli.layout import counted_memories
from memtui.cli.library import resolve
from memtui.cli.options import add_id, add_outcome, add_yes
from memtui.memory import Head, Status

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.sources import Workspace
    from memtui.store import Snapshot

Shown = Callable[["Chosen", "Workspace", "Console"], None]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The memories of an act as they were when they were chosen.

    ``refused`` are prefixes that stand for no single memory, with the reason.
    """

    heads: tuple[Head, ...]
    refused: tuple[tuple[str, str], ...] = ()
    by_filter: bool = False

    @property
    def ids(self) -> list[str]:
        """Their ids, in the order in which they were named or are listed."""
        return [head.memory.id for head in self.heads]

    @property
    def revisions(self) -> dict[str, str]:
        """The revision in which each was seen."""
        return {head.memory.id: head.revision for head in self.heads}


def configure_choice(parser: argparse.ArgumentParser, *, scope_option: str = "--scope") -> None:
    """Declare the arguments of a command that acts on memories."""
    add_id(parser, count="*")
    add_filter(parser, scope_option=scope_option)
    add_yes(parser)
    add_outcome(parser)


def choose(arguments: argparse.Namespace, snapshot: Snapshot, *, statuses: Collection[Status] | None = USUAL) -> Chosen:
    """Return the memories that the ids or the filter mean; raise UsageError if neither or both say anything.

    ``statuses`` are those that a filter without ``--status`` may find, since it should find what the act is for.
    """
    chosen = filter_of(arguments)
    if arguments.ids:
        if chosen.narrows or arguments.only_scope:
            raise UsageError("Ids and a filter were given. Give one of them.")
        # One mistyped id does not keep the others; the exit code tells whether anything was done.
        ids, refused = resolve(snapshot, arguments.ids)
        return Chosen(tuple(snapshot.find(memory_id) for memory_id in ids), tuple(refused))
    if not chosen.narrows:
        # What a script forgot to fill in must not mean everything there is.
        raise UsageError("No memory is chosen. Give ids, or a filter that leaves some out, such as '--kind pitfall'.")
    from memtui.sources import find_workspace

    rows = select(snapshot, chosen, find_workspace(arguments.directory), statuses=statuses)
    return Chosen(tuple(snapshot.heads(rows)), by_filter=True)


def agreed(arguments: argparse.Namespace, console: Console, chosen: Chosen, *, show: Shown | None = None) -> bool:
    """Show what a filter has chosen and tell whether it may be acted on: asked for by ``--yes``, or on the terminal.

    ``show`` prints the memories in place of a listing.
    """
    if not chosen.by_filter or arguments.dry_run:
        return True
    if not chosen.heads:
        console.narrate("memtui: No memory fits the filter. Try it with 'memtui ls'.")
        return False
    from memtui.sources import find_workspace

    workspace = find_workspace(arguments.directory)
    # Beside the data, not among it: what is printed on stdout is what was done.
    (show or _list)(chosen, workspace, console.aside())
    many = counted_memories(len(chosen.heads))
    if arguments.yes or confirmed(console, f"The filter chooses {many}.", "yes"):
        return True
    console.narrate(f"memtui: Nothing was done to {many}. Add --yes to do it, or --dry-run to see what it would do.")
    return False


def _list(chosen: Chosen, workspace: Workspace, console: Console) -> None:
    from memtui.cli.library import SHORT_ID, scope_in_words

    rows = [
        (it.id[:SHORT_ID], str(it.status), str(it.kind), scope_in_words(it.scope, workspace), it.title)
        for it in (head.memory for head in chosen.heads)
    ]
    console.table(rows, styles=("dim", "", "", "dim"))
