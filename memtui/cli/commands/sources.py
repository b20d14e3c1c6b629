"""``memtui sources``: what agents read on this machine, what it costs them, and what is wrong with it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from memtui.cli.codes import DONE
from memtui.cli.layout import counted
from memtui.cli.options import add_json

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.sources.stores.catalogue import Found
    from memtui.sources.stores.values import Notice, Reading

HELP = (
    "List the files that agents read here, for this repository and for you, with what they cost in tokens, and what is "
    "wrong with them: lines that are never loaded, repetitions, dead paths, broken imports, secrets. Writes nothing."
)
_SHOWN = 40


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--all", action="store_true", help="list every finding, not only the first of them")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Read the files and print what there is to say about them."""
    from memtui.sources import find_workspace
    from memtui.sources.stores.surveying import survey

    surveyed = survey(find_workspace(arguments.directory))
    found, readings, notices = surveyed.found, surveyed.readings, surveyed.notices
    if arguments.json:
        _print_json(found, readings, notices, console)
    else:
        _print(found, readings, console)
        _print_notices(notices if arguments.all else notices[:_SHOWN], len(notices), console)
    return DONE


def _print_json(
    found: Sequence[Found], readings: Mapping[str, tuple[Reading, ...]], notices: Sequence[Notice], console: Console
) -> None:
    from memtui.cli.store_records import notice_record, store_record
    from memtui.sources.stores.audit import cost_of, tokens_of

    stores = []
    for store in found:
        own = readings[store.store.name]
        tokens = {reading.location.name: tokens_of(reading) for reading in own}
        stores.append(store_record(store, own, cost_of(own), tokens))
    total = cost_of([reading for own in readings.values() for reading in own])
    console.json(
        {
            "stores": stores,
            "tokens_always": total.always,
            "tokens_on_demand": total.on_demand,
            "notices": [notice_record(notice) for notice in notices],
        }
    )


def _print(found: Sequence[Found], readings: Mapping[str, tuple[Reading, ...]], console: Console) -> None:
    from memtui.sources.stores.audit import cost_of, tokens_of

    if not found:
        console.narrate("memtui: No agent keeps anything here that memtui knows of.")
    for store in found:
        own = readings[store.store.name]
        cost = cost_of(own)
        entries = sum(len(reading.entries) for reading in own)
        console.data(f"{store.store.name}: {store.store.title}", style="bold")
        how = f"{cost.always:,} tokens in every session, {cost.on_demand:,} when asked for"
        console.data(f"  {counted(entries, 'entry').replace('entrys', 'entries')}, {how}")
        console.table(
            [
                (
                    f"  {reading.location.name}",
                    str(reading.location.loading).replace("_", " "),
                    f"{tokens_of(reading):,}",
                )
                for reading in own
            ],
            styles=("", "dim"),
        )


def _print_notices(notices: Sequence[Notice], total: int, console: Console) -> None:
    from memtui.sources.stores.notices import notice_in_words

    if not notices:
        return
    console.data()
    console.data("What is wrong", style="bold")
    for notice in notices:
        line = f":{notice.line}" if notice.line else ""
        console.data(f"  {notice.path}{line} {notice_in_words(notice)}")
    if total > len(notices):
        console.narrate(f"memtui: {total - len(notices):,} more; '--all' lists them.")
