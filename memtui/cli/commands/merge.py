"""``memtui merge``: put one memory in the place of several that say the same."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.cli.acts import acting_store, configure_act, tell
from memtui.cli.asking import confirmed
from memtui.cli.choosing import choose
from memtui.cli.codes import COULD_NOT, UsageError
from memtui.cli.editor import join, saved, split
from memtui.cli.hidden import restored
from memtui.cli.naming import called, missed
from memtui.cli.options import known_kind
from memtui.memory import Kind
from memtui.safety import clean

if TYPE_CHECKING:
    from memtui.cli.choosing import Chosen
    from memtui.cli.console import Console
    from memtui.memory import Draft
    from memtui.store import Store

HELP = (
    "Put one memory in the place of two or more. It is shown before it is made: the first one's title and kind with "
    "what each of them says, unless you say otherwise."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    configure_act(parser)
    parser.add_argument("--title", metavar="TEXT", help="its title")
    parser.add_argument("--body", metavar="TEXT", help="its text in Markdown; '-' reads it from stdin")
    parser.add_argument("--as-kind", type=known_kind, metavar="K", help=f"its kind, of {', '.join(Kind)}")
    parser.add_argument("--edit", action="store_true", help="change the proposed text in your editor first")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Work out the one memory, show it, ask, and put it in the place of the others."""
    from memtui.review import merged_draft

    store = acting_store(arguments)
    chosen = choose(arguments, store.snapshot())
    if chosen.refused:
        # What it would say depends on all of them, so that none may be left out by a mistyped id.
        raise UsageError(f"{missed(chosen.refused[0][0], store.snapshot())} Nothing is merged without it.")
    if len(chosen.heads) < 2:  # noqa: PLR2004 - fewer are no merge
        raise UsageError(f"Merging needs at least two memories, and {len(chosen.heads)} is chosen. Name more of them.")
    draft = _worded(merged_draft([head.memory for head in chosen.heads]), arguments, console)
    if not arguments.edit:
        return _merge(store, chosen, draft, arguments, console)
    shown = join(clean(draft.title), clean(draft.body, multiline=True))
    # The block covers the asking, so that a text that is not merged after all is not lost.
    with saved(shown, console) as found:
        title, body = split(restored(join(draft.title, draft.body), found))
        return _merge(store, chosen, replace(draft, title=title, body=body), arguments, console)


def _worded(draft: Draft, arguments: argparse.Namespace, console: Console) -> Draft:
    body = console.stdin.read().strip("\n") if arguments.body == "-" else arguments.body
    return replace(
        draft,
        title=draft.title if arguments.title is None else arguments.title,
        body=draft.body if body is None else body,
        kind=arguments.as_kind or draft.kind,
    )


def _merge(store: Store, chosen: Chosen, draft: Draft, arguments: argparse.Namespace, console: Console) -> int:
    from memtui.review import merge

    _show(draft, chosen, console.aside())
    if not arguments.dry_run and not _agreed(chosen, arguments, console):
        return COULD_NOT
    return tell(merge(store, chosen.ids, draft), arguments, console, store)


def _agreed(chosen: Chosen, arguments: argparse.Namespace, console: Console) -> bool:
    from memtui.review.content import is_suspect

    suspect = [head.memory for head in chosen.heads if is_suspect(head.memory)]
    if arguments.yes and suspect:
        # What is merged is approved, and a flagged text is never approved by an answer given beforehand.
        console.narrate(f"memtui: {called(suspect[0])} is flagged. Leave --yes out and read the result.")
        return False
    if arguments.yes or confirmed(console, f"This takes the place of {len(chosen.heads)} memories.", "yes"):
        return True
    console.narrate("memtui: Nothing was merged. Add --yes to do it, or --dry-run to see what it would do.")
    return False


def _show(draft: Draft, chosen: Chosen, console: Console) -> None:
    for head in chosen.heads:
        console.data(f"merges {called(head.memory)}", style="dim")
    console.data()
    console.data(draft.title, style="bold")
    console.data(" · ".join([str(draft.kind), str(draft.scope), *draft.tags]), style="dim")
    console.data()
    console.block(draft.body)
    for evidence in draft.evidence:
        console.data(f"evidence: {evidence.source} {evidence.reference}")
        if evidence.quote:
            console.block(evidence.quote, indent="  > ")
    console.data()
