"""What the commands that change memories have in common: find them, act, say what was done and what was refused."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.cli.choosing import Chosen, Shown, agreed, choose, configure_choice
from memtui.cli.codes import COULD_NOT, DONE
from memtui.cli.filters import USUAL
from memtui.cli.library import SHORT_ID, open_store, titled
from memtui.cli.messages import refusal
from memtui.cli.naming import called_all, missed
from memtui.cli.records import head_record, result_record
from memtui.cli.steps import told_step
from memtui.cli.store_words import write_back_offer

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.memory import Status
    from memtui.review import Result
    from memtui.store import Store

_NO_MEMORY = frozenset({"unknown", "ambiguous"})
Act = Callable[["Store", Chosen], "Result"]


def configure_act(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of a command that takes memories and no option of its own."""
    configure_choice(parser)


def running(name: str, *, statuses: Collection[Status] | None = USUAL) -> Callable[[argparse.Namespace, Console], int]:
    """Return the command that does the act ``name`` of ``memtui.review`` with the memories chosen."""

    def run(arguments: argparse.Namespace, console: Console) -> int:
        from memtui import review

        act: Callable[[Store, list[str]], Result] = getattr(review, name)
        return run_act(arguments, console, lambda store, chosen: act(store, chosen.ids), statuses=statuses)

    return run


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

    store = acting_store(arguments)
    chosen = choose(arguments, store.snapshot(), statuses=statuses)
    if not agreed(arguments, console, chosen, show=show):
        return COULD_NOT
    result = act(store, chosen) if chosen.heads else Result("", "")
    refused = (*(Refusal(prefix, reason) for prefix, reason in chosen.refused), *result.refused)
    return tell(replace(result, refused=refused), arguments, console, store)


def acting_store(arguments: argparse.Namespace) -> Store:
    """Open the store to act on: with ``--dry-run``, one that keeps nothing."""
    from memtui.review import rehearsal
    from memtui.store import home_directory

    store = open_store(home_directory())
    return rehearsal(store) if arguments.dry_run else store


def tell_memory(result: Result, arguments: argparse.Namespace, console: Console, store: Store) -> int:
    """Print the one memory that was added or edited as it now is, or why it is not."""
    if arguments.json and result.changed:
        console.json(head_record(result.changed[0]))
        return DONE
    return _say(result, arguments, console, store)


def tell(result: Result, arguments: argparse.Namespace, console: Console, store: Store) -> int:
    """Print what was changed and why the rest was refused; return 1 if nothing was done."""
    if arguments.json:
        console.json(result_record(result, dry_run=arguments.dry_run))
    return _say(result, arguments, console, store)


def _say(result: Result, arguments: argparse.Namespace, console: Console, store: Store) -> int:
    if not arguments.json:
        would = "would be " if arguments.dry_run else ""
        # What was done is data, since a script goes on from it; why the rest was not is narration.
        console.table(
            [
                (f"{would}{told_step(result.action, it.status)}", it.id[:SHORT_ID], titled(it.title))
                for it in (head.memory for head in result.changed)
            ]
        )
    for sentence in _comments(result, arguments, store):
        console.narrate(f"memtui: {sentence}")
    return DONE if result.changed else COULD_NOT


def _comments(result: Result, arguments: argparse.Namespace, store: Store) -> Iterator[str]:
    """Return what else is to be said of an act."""
    names = called_all([it.id for it in result.refused], store.snapshot()) if result.refused else {}
    for refused in result.refused:
        said = missed(refused.id, store.snapshot()) if refused.reason in _NO_MEMORY else ""
        yield said or f"{names[refused.id]} is left as it was: {refusal(refused.reason)}."
    if not result.changed and not result.refused:
        yield "Nothing was done."
    offer = "" if arguments.dry_run else write_back_offer(result.action, [head.memory for head in result.changed])
    if offer:
        yield offer
    if arguments.dry_run:
        yield "This was a dry run; nothing was changed."
