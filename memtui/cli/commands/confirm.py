"""``memtui confirm``: say that memories are still true, with the code as it is now."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.cli.acts import configure_act, run_act
from memtui.cli.choosing import Chosen

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.memory import Anchor, Memory
    from memtui.review import Result
    from memtui.sources import Workspace
    from memtui.store import Store

HELP = (
    "Say that memories are still true: they are no longer stale, and are tied to the code as it is now. Nothing that "
    "was pending is approved by it."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    configure_act(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Confirm the memories and say what came of it."""
    from memtui.sources import find_workspace

    workspace = find_workspace(arguments.directory)
    return run_act(arguments, console, lambda store, chosen: _confirmed(store, chosen, workspace))


def _confirmed(store: Store, chosen: Chosen, workspace: Workspace) -> Result:
    from memtui.review import Refusal, Result, confirm

    here = [it for it in (head.memory for head in chosen.heads) if not it.anchors or _lies_here(it, workspace)]
    known = {memory.id for memory in here}
    # Without its repository nobody can say what the code is now, and the next look there would flag it again.
    elsewhere = tuple(Refusal(key, "elsewhere") for key in chosen.ids if key not in known)
    result = confirm(store, {it.id: _anchored(it, workspace) for it in here}) if here else Result("", "confirm")
    return replace(result, refused=(*elsewhere, *result.refused))


def _lies_here(memory: Memory, workspace: Workspace) -> bool:
    return workspace.repository is not None and memory.scope in workspace.scopes


def _anchored(memory: Memory, workspace: Workspace) -> tuple[Anchor, ...]:
    """Return a memory's anchors with the code as it is now."""
    if workspace.repository is None or not memory.anchors:
        return memory.anchors
    from memtui.anchors import renewed

    return renewed(workspace.repository, memory.anchors)
