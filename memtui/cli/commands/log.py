"""``memtui log``: a memory's revisions, oldest first, or the latest acts, newest first."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.codes import DONE
from memtui.cli.library import SHORT_ID, open_store
from memtui.cli.naming import called_all
from memtui.cli.options import add_id, add_json, positive
from memtui.cli.records import batch_record, moment, revision_record
from memtui.cli.steps import told_steps

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.store import Store

HELP = "List a memory's revisions, oldest first; without an ID, the latest acts, newest first."
_ACTS = 50
_SHOWN = 3


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_id(parser, count="?")
    parser.add_argument("--limit", type=positive, metavar="N", help=f"at most so many of the newest ({_ACTS} acts)")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Read the log and print it."""
    from memtui.store import home_directory

    store = open_store(home_directory())
    if arguments.id is None:
        _print_acts(store, arguments, console)
    else:
        _print_revisions(store, arguments, console)
    return DONE


def _print_acts(store: Store, arguments: argparse.Namespace, console: Console) -> None:
    batches = store.batches(arguments.limit or _ACTS)
    if arguments.json:
        console.json([batch_record(batch) for batch in batches])
        return
    rows = []
    names = called_all({memory for batch in batches for memory in batch.memories[:_SHOWN]}, store.snapshot())
    for batch in batches:
        done = f"{batch.action} of {batch.reverts[:SHORT_ID]}" if batch.reverts else told_steps(batch.steps)
        shown = ", ".join(names[memory] for memory in batch.memories[:_SHOWN])
        more = f" and {len(batch.memories) - _SHOWN:,} more" if len(batch.memories) > _SHOWN else ""
        rows.append((batch.id[:SHORT_ID], moment(batch.time), batch.actor, done, f"{shown}{more}"))
    console.table(rows, styles=("dim", "dim"))
    if not rows:
        console.narrate("Nothing has been done yet.")


def _print_revisions(store: Store, arguments: argparse.Namespace, console: Console) -> None:
    revisions = store.revisions(store.snapshot().find(arguments.id).memory.id)
    if arguments.limit is not None:
        # The newest of them, though listed oldest first: a limit asks what happened last.
        revisions = revisions[-arguments.limit :]
    if arguments.json:
        console.json([revision_record(revision) for revision in revisions])
        return
    console.table(
        [
            (
                revision.id[:SHORT_ID],
                moment(revision.time),
                revision.actor,
                revision.action,
                str(revision.memory.status),
                revision.memory.title,
            )
            for revision in revisions
        ],
        styles=("dim", "dim"),
    )
