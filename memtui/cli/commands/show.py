"""``memtui show``: one memory whole, with its evidence, read from the snapshot alone."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from memtui.cli.codes import DONE
from memtui.cli.library import load_snapshot, scope_in_words
from memtui.cli.naming import called_all
from memtui.cli.options import add_id, add_json
from memtui.cli.records import found_in, head_record, moment

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.memory import Head, Memory
    from memtui.sources import Workspace
    from memtui.store import Snapshot

HELP = "Show one memory whole, with its evidence; what hides in its text is marked."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_id(parser)
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Find the memory and print it."""
    from memtui.sources import find_workspace

    workspace = find_workspace(arguments.directory)
    snapshot = load_snapshot(workspace.home)
    head = snapshot.find(arguments.id)
    if arguments.json:
        console.json(head_record(head))
    else:
        print_memory(head, workspace, console, snapshot)
        _print_proposal(head.memory, snapshot, console)
    return DONE


def _print_proposal(memory: Memory, snapshot: Snapshot, console: Console) -> None:
    if not memory.proposal.action:
        return
    # Comparing texts costs imports that most memories, which do nothing to others, do not need.
    from memtui.cli.effects import proposal_in_words

    for text in proposal_in_words(memory, snapshot):
        console.block(text)


def print_memory(head: Head, workspace: Workspace, console: Console, snapshot: Snapshot) -> None:
    """Print a memory for a person to read; the snapshot tells what others it names are called."""
    memory = head.memory
    console.data(memory.title, style="bold")
    facts = [memory.status, memory.kind, scope_in_words(memory.scope, workspace), f"from {memory.origin}"]
    console.data(" · ".join(facts), style="dim")
    if memory.attention:
        console.data(f"attention: {', '.join(memory.attention)}", style="warning")
    for line in _found(memory):
        console.data(line, style="warning")
    for name, said in _standing(memory, snapshot):
        console.data(f"{name}: {said}")
    console.data()
    console.block(memory.body)
    console.data()
    _print_grounds(memory, console)
    changed = f"changed {moment(head.updated_at)}, revision {head.revision}"
    console.data(f"id {memory.id}, created {moment(head.created_at)}, {changed}", style="dim")


def _standing(memory: Memory, snapshot: Snapshot) -> list[tuple[str, str]]:
    """Return what a memory is tied to and waits for, in words."""
    ends = [f"at {moment(memory.snooze.until)}"] if memory.snooze.until else []
    ends += [f"when {memory.snooze.path} changes"] if memory.snooze.path else []
    names = called_all({*memory.supersedes, *memory.superseded_by}, snapshot)
    said = {
        "tags": ", ".join(memory.tags),
        "topic": memory.topic,
        "pinned": "always recalled" if memory.pinned else "",
        "snoozed until": " or ".join(ends),
        "takes the place of": ", ".join(names[key] for key in memory.supersedes),
        "its place is taken by": ", ".join(names[key] for key in memory.superseded_by),
        "lies in": f"{memory.link.store} {memory.link.path} {memory.link.entry}".strip(),
    }
    return [(name, text) for name, text in said.items() if text]


def _found(memory: Memory) -> Iterator[str]:
    """Return where the safety rules find something, in words."""
    for place in found_in(memory):
        where = f"{place.field}, line {place.line}, column {place.column}"
        yield f"  {place.finding.flag.replace('_', ' ')}: {where} ({place.finding.rule.replace('_', ' ')})"


def _print_grounds(memory: Memory, console: Console) -> None:
    for anchor in memory.anchors:
        symbol = f" {anchor.symbol}" if anchor.symbol else ""
        blob = f" at {anchor.blob[:12]}" if anchor.blob else ""
        console.data(f"anchor: {anchor.path}{symbol}{blob}")
    for evidence in memory.evidence:
        line = f":{evidence.line}" if evidence.line else ""
        console.data(f"evidence: {evidence.source} {evidence.reference}{line}")
        if evidence.quote:
            console.block(evidence.quote, indent="  > ")
