"""``memtui review``: decide on what is pending in one text, whose saved form is the decision."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.cli.acts import acting_store, tell
from memtui.cli.batch_text import read, written
from memtui.cli.codes import COULD_NOT, DONE, UsageError
from memtui.cli.editor import saved
from memtui.cli.filters import add_filter, filter_of, select
from memtui.cli.layout import counted_memories
from memtui.cli.library import scope_in_words
from memtui.cli.options import add_outcome, positive
from memtui.cli.records import head_record
from memtui.memory import Head, Status

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.sources import Workspace
    from memtui.store import Snapshot, Store

HELP = (
    "Print what is pending as a text that is read back; with --editor, open it in your editor, and do what you save: "
    "a memory that is deleted is rejected, one that is changed is edited, one that is marked is approved."
)
_AT_MOST = 50


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_filter(parser)
    parser.add_argument("--editor", action="store_true", help="open the text in your editor and do what you save")
    parser.add_argument("--apply", metavar="FILE", help="do what a saved text says; '-' reads it from stdin")
    parser.add_argument("--limit", type=positive, default=_AT_MOST, metavar="N", help=f"at most so many ({_AT_MOST})")
    add_outcome(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Write the text, or do what a saved one says."""
    from memtui.sources import find_workspace

    if arguments.editor and arguments.apply is not None:
        raise UsageError("'--editor' begins a review and '--apply' ends one. Give one of them.")
    workspace = find_workspace(arguments.directory)
    store = acting_store(arguments)
    if arguments.apply is not None:
        return _carry_out(store, _read_file(arguments, console), workspace, arguments, console)
    snapshot = store.snapshot()
    rows = select(snapshot, filter_of(arguments), workspace, statuses=(Status.PENDING,))
    heads = snapshot.heads(rows[: arguments.limit])
    if len(rows) > len(heads):
        console.narrate(f"{counted_memories(len(rows) - len(heads))} more; '--limit {len(rows)}' takes them all.")
    if not heads:
        console.narrate("memtui: Nothing waits for a review here.")
    elif arguments.editor:
        return _in_editor(store, batch_text(heads, snapshot, workspace), workspace, arguments, console)
    if arguments.json:
        console.json([head_record(head) for head in heads])
    elif heads:
        console.block(batch_text(heads, snapshot, workspace).rstrip("\n"))
    return DONE


def batch_text(heads: list[Head], snapshot: Snapshot, workspace: Workspace) -> str:
    """Return the text of some memories, each with all that a decision on it needs."""
    from memtui.cli.effects import proposal_in_words

    facts, grounds = {}, {}
    for head in heads:
        memory = head.memory
        flags = [f"FLAGGED: {', '.join(memory.attention)}"] if memory.attention else []
        scope = scope_in_words(memory.scope, workspace)
        facts[memory.id] = " · ".join([str(memory.kind), scope, f"from {memory.origin}", *memory.tags, *flags])
        grounds[memory.id] = [*_evidence(head), *proposal_in_words(memory, snapshot)]
    return written(heads, facts, grounds)


def _evidence(head: Head) -> list[str]:
    lines = [f"about {anchor.path} {anchor.symbol}".rstrip() for anchor in head.memory.anchors]
    for evidence in head.memory.evidence:
        line = f":{evidence.line}" if evidence.line else ""
        lines.append(f"evidence: {evidence.source} {evidence.reference}{line}")
        lines += [f"  > {quoted}" for quoted in evidence.quote.split("\n") if evidence.quote]
    return lines


def _in_editor(store: Store, text: str, workspace: Workspace, arguments: argparse.Namespace, console: Console) -> int:
    # The block covers what is done, so that a save that cannot be followed is not lost.
    with saved(text, console, name="review.md") as found:
        if found.strip() == text.strip():
            console.narrate("memtui: Nothing was changed, nothing is decided.")
            return COULD_NOT
        if not found.strip():
            # There is no text left to mend, so that '--apply' would be no help.
            console.narrate("memtui: The saved text is empty, nothing is decided, and what you wrote in it is lost.")
            console.narrate("'memtui review --editor' writes it anew; to reject everything, mark each memory [x].")
            return COULD_NOT
        return _carry_out(store, found, workspace, arguments, console)


def _carry_out(store: Store, text: str, workspace: Workspace, arguments: argparse.Namespace, console: Console) -> int:
    from memtui.cli.batch_acts import carry_out, decisions_of

    found = read(text)
    decisions = decisions_of(found, store.snapshot())
    lines = {block.id: block.line for block in found.blocks.values()}
    return tell(carry_out(store, decisions, lines, workspace), arguments, console, store)


def _read_file(arguments: argparse.Namespace, console: Console) -> str:
    if arguments.apply == "-":
        return console.stdin.read()
    directory: Path = arguments.directory
    return (directory / Path(arguments.apply).expanduser()).read_text(encoding="utf-8", errors="surrogateescape")
