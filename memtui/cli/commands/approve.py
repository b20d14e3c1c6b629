"""``memtui approve``: let agents recall pending memories."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import configure_act, run_act
from memtui.cli.choosing import Chosen
from memtui.cli.library import load_snapshot
from memtui.memory import Status

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.review import Result
    from memtui.sources import Workspace
    from memtui.store import Store

HELP = (
    "Let agents recall pending memories; a flagged one only when it is named alone. What a proposal does to others is "
    "shown; what a filter chooses is shown whole before it is asked for."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    configure_act(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Show what would be done to others, then act on the memories and say what came of it."""

    def act(store: Store, chosen: Chosen) -> Result:
        from memtui.anchors import approve_here
        from memtui.cli.effects import seen_by_proposals
        from memtui.review import approve
        from memtui.sources import find_workspace

        # Noted before it is shown: what changes from here on, no one has approved.
        seen = {**seen_by_proposals(store.snapshot(), chosen.heads), **chosen.revisions}
        _show_proposals(store, chosen, console.aside())
        workspace = find_workspace(arguments.directory)
        if workspace.repository is None or workspace.scope is None:
            return approve(store, chosen.ids, seen=seen)
        return approve_here(store, chosen.ids, repository=workspace.repository, scope=workspace.scope, seen=seen)

    return run_act(arguments, console, act, statuses=(Status.PENDING,), show=_show_whole)


def _show_proposals(store: Store, chosen: Chosen, console: Console) -> None:
    from memtui.cli.effects import print_outcome
    from memtui.review import outcome_of

    for head in chosen.heads:
        if head.memory.proposal.action:
            print_outcome(outcome_of(store, head.memory), console)


def _show_whole(chosen: Chosen, workspace: Workspace, console: Console) -> None:
    from memtui.cli.commands.show import print_memory

    snapshot = load_snapshot(workspace.home)
    for head in chosen.heads:
        print_memory(head, workspace, console, snapshot)
        console.data()
