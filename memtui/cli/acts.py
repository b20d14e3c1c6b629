"""What the commands that change memories have in common: find them, act, say what was done and what was refused."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.cli.choosing import Chosen, Shown, agreed, choose, configure_choice
from memtui.cli.codes import COULD_NOT, DONE
from memtui.cli.filters import USUAL
from memtui.cli.library import SHORT_ID, open_store, titled
from memtui.cli.messages import refusal
from memtui.cli.records import head_record, result_record
from memtui.cli.store_words import write_back_offer
from memtui.memory import Status

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.memory import Memory
    from memtui.review import Result
    from memtui.store import Store

Act = Callable[["Store", Chosen], "Result"]
# A sentence about an act must not be built from its name by rules of English grammar.
_PAST = {
    "add": "added",
    "approve": "approved",
    "bring_back": "brought back",
    "confirm": "confirmed",
    "delete": "deleted",
    "edit": "edited",
    "forget": "masked for good",
    "keep_both": "kept side by side",
    "mask": "masked",
    "merge": "merged",
    "move": "moved",
    "pin": "pinned",
    "purge": "purged",
    "redo": "redone",
    "reject": "rejected",
    "restore": "restored",
    "snooze": "snoozed",
    "split": "split",
    "supersede": "superseded",
    "tag": "tagged",
    "undo": "undone",
    "unpin": "unpinned",
}
# Acts that do different things to different memories: each is told what became of it.
_BY_STATUS: Mapping[str, Mapping[str, str]] = {
    "approve": {Status.SUPERSEDED: "superseded", Status.DELETED: "deleted"},
    "merge": {Status.SUPERSEDED: "superseded"},
    "review": {Status.APPROVED: "approved", Status.REJECTED: "rejected", Status.PENDING: "edited"},
    "split": {Status.SUPERSEDED: "superseded"},
    "supersede": {Status.APPROVED: "put in its place", Status.PENDING: "put in its place"},
}


def configure_act(parser: argparse.ArgumentParser, *, scope_option: str = "--scope") -> None:
    """Declare the arguments of a command that takes memories."""
    configure_choice(parser, scope_option=scope_option)


def run_act(
    arguments: argparse.Namespace,
    console: Console,
    act: Act,
    *,
    statuses: Collection[Status] | None = USUAL,
    show: Shown | None = None,
) -> int:
    """Do something with the memories that the ids or the filter mean, and say what came of it."""
    from memtui.review import Refusal, Result
    from memtui.store import home_directory

    store = open_store(home_directory())
    chosen = choose(arguments, store.snapshot(), statuses=statuses)
    if not agreed(arguments, console, chosen, show=show):
        return COULD_NOT
    result = act(kept_or_not(store, arguments), chosen) if chosen.heads else Result("", "")
    refused = (*(Refusal(prefix, reason) for prefix, reason in chosen.refused), *result.refused)
    return tell(replace(result, refused=refused), console, as_json=arguments.json, dry_run=arguments.dry_run)


def kept_or_not(store: Store, arguments: argparse.Namespace) -> Store:
    """Return the store to act on: with ``--dry-run``, one that keeps nothing."""
    if not arguments.dry_run:
        return store
    from memtui.review import rehearsal

    return rehearsal(store)


def tell_memory(result: Result, console: Console, *, as_json: bool, dry_run: bool = False) -> int:
    """Print the one memory that was added or edited as it now is, or why it is not."""
    if as_json and result.changed:
        console.json(head_record(result.changed[0]))
        return DONE
    return tell(result, console, as_json=False, dry_run=dry_run)


def tell(result: Result, console: Console, *, as_json: bool, dry_run: bool = False) -> int:
    """Print what was changed and why the rest was refused; return 1 if nothing was done."""
    if as_json:
        console.json(result_record(result, dry_run=dry_run))
    else:
        would = "would be " if dry_run else ""
        # What was done is data, since a script goes on from it; why the rest was not is narration.
        console.table(
            [
                (f"{would}{_done(result.action, head.memory)}", head.memory.id[:SHORT_ID], titled(head.memory.title))
                for head in result.changed
            ]
        )
    for refused in result.refused:
        console.narrate(f"memtui: {refused.id[:SHORT_ID]} is left as it was: {refusal(refused.reason)}.")
    if not result.changed and not result.refused:
        console.narrate("memtui: Nothing was done.")
    offer = "" if dry_run else write_back_offer(result.action, [head.memory for head in result.changed])
    if offer:
        console.narrate(f"memtui: {offer}")
    if dry_run:
        console.narrate("memtui: This was a dry run; nothing was changed.")
    return DONE if result.changed else COULD_NOT


def _done(action: str, memory: Memory) -> str:
    """Return what an act did to one memory."""
    return _BY_STATUS.get(action, {}).get(memory.status) or _PAST.get(action, action)
