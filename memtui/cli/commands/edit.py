"""``memtui edit``: change a memory, by options or in the user's editor."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.acts import acting_store, tell_memory
from memtui.cli.codes import COULD_NOT
from memtui.cli.editor import edited, join, split
from memtui.cli.hidden import restored
from memtui.cli.library import scope_named
from memtui.cli.options import add_id, add_outcome, known_kind
from memtui.memory import Head, Kind, Status
from memtui.safety import clean

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.review import Changes
    from memtui.store import Store

HELP = "Change a memory; without options, in your editor: the title on the first line, then the body."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_id(parser)
    parser.add_argument("--title", metavar="TEXT", help="its new title")
    parser.add_argument("--body", metavar="TEXT", help="its new text in Markdown; '-' reads it from stdin")
    parser.add_argument("--kind", type=known_kind, metavar="K", help=f"its new kind: {', '.join(Kind)}")
    parser.add_argument("--scope", metavar="SCOPE", help="user, repo or a whole scope such as group:web")
    parser.add_argument("--tag", action="append", metavar="T", help="its tags from here on; may be given several times")
    add_outcome(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Change what the options say, or what the user changes in the editor."""
    from memtui.review import Changes

    store = acting_store(arguments)
    head = store.snapshot().find(arguments.id)
    given = _given(arguments, console)
    # Options are for scripts, which have no terminal to edit in.
    if given != Changes():
        return _change(store, head, given, arguments, console)
    memory = head.memory
    if memory.status == Status.DELETED:
        # Refused before the editor opens: a text that was typed for a memory in the trash would have no place.
        return _change(store, head, given, arguments, console)
    # The block covers the saving, so that a text the store refuses is not lost.
    shown = join(clean(memory.title), clean(memory.body, multiline=True))
    with edited(shown, console) as text:
        if text is None:
            console.narrate(f"memtui: Nothing was changed in {memory.id}.")
            return COULD_NOT
        # What hides is shown as marks, and stays what it was where its mark stays.
        title, body = split(restored(join(memory.title, memory.body), text))
        return _change(store, head, Changes(title=title, body=body), arguments, console)


def _given(arguments: argparse.Namespace, console: Console) -> Changes:
    from memtui.review import Changes
    from memtui.sources import find_workspace

    scope = None
    if arguments.scope is not None:
        scope = scope_named(arguments.scope, find_workspace(arguments.directory))
    return Changes(
        title=arguments.title,
        body=console.stdin.read().strip("\n") if arguments.body == "-" else arguments.body,
        kind=arguments.kind,
        scope=scope,
        tags=None if arguments.tag is None else tuple(tag for tag in arguments.tag if tag),
    )


def _change(store: Store, head: Head, changes: Changes, arguments: argparse.Namespace, console: Console) -> int:
    from memtui.review import edit
    from memtui.sources import find_workspace

    workspace = find_workspace(arguments.directory)
    if workspace.repository is not None and head.memory.scope == workspace.scope:
        from memtui.anchors import re_anchored

        changes = re_anchored(changes, head.memory, workspace.repository)
    # The revision that the person saw: what another process changed meanwhile is not overwritten.
    result = edit(store, head.memory.id, changes, expected_revision=head.revision)
    return tell_memory(result, arguments, console, store)
