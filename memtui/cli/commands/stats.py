"""``memtui stats``: how much there is, what it costs and how old it is, read from the snapshot alone."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from memtui.cli.codes import DONE
from memtui.cli.filters import EVERY_SCOPE, add_filter, filter_of, select
from memtui.cli.layout import counted_memories
from memtui.cli.library import SHORT_ID, load_snapshot, scope_in_words
from memtui.cli.options import add_json, positive
from memtui.cli.records import moment
from memtui.cli.sums import sums_of
from memtui.cli.times import age, now
from memtui.memory import Scope, Status

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.cli.sums import Sums
    from memtui.sources import Workspace

HELP = "Count memories and tokens by scope and kind, with the oldest pending and the biggest; the trash aside."
_BIGGEST = 5
_COUNTED = tuple(status for status in Status if status != Status.DELETED)
_HEADINGS = ("memories", "tokens", "pending", "oldest")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_filter(parser)
    parser.add_argument("--limit", type=positive, default=_BIGGEST, metavar="N", help="so many of the biggest")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Sum up what the filter selects; without a scope, everything."""
    from memtui.sources import find_workspace

    workspace = find_workspace(arguments.directory)
    snapshot = load_snapshot(workspace.home)
    chosen = filter_of(arguments)
    rows = select(snapshot, replace(chosen, scope=chosen.scope or EVERY_SCOPE), workspace, statuses=_COUNTED)
    sums = sums_of(snapshot, rows, biggest=arguments.limit)
    if arguments.json:
        console.json(_record(sums))
    else:
        _print(sums, workspace, console)
    return DONE


def _record(sums: Sums) -> dict[str, Any]:
    return {
        "memories": sums.total.memories,
        "tokens": sums.total.tokens,
        "recalled": sums.recalled,
        "statuses": dict(sums.statuses),
        "scopes": [{"scope": name, **part.record()} for name, part in sums.scopes.items()],
        "kinds": [{"kind": name, **part.record()} for name, part in sums.kinds.items()],
        "oldest_pending": _item(sums.oldest_pending) if sums.oldest_pending else None,
        "biggest": [_item(item) for item in sums.biggest],
    }


def _item(item: dict[str, Any]) -> dict[str, Any]:
    return {**item, "created_at": moment(item["created_at"])}


def _print(sums: Sums, workspace: Workspace, console: Console) -> None:
    at = now()
    for title, parts in (("scope", sums.scopes), ("kind", sums.kinds)):
        rows = [(title, *_HEADINGS)]
        for name, part in parts.items():
            said = scope_in_words(Scope.parse(name), workspace) if title == "scope" else name
            numbers = (f"{part.memories:,}", f"{part.tokens:,}", f"{part.pending:,}")
            rows.append((said, *numbers, age(part.oldest, at=at)))
        console.table(rows)
        console.data()
    statuses = ", ".join(f"{count:,} {status}" for status, count in sums.statuses.items() if count)
    console.data(f"{counted_memories(sums.total.memories)}: {statuses or 'none'}")
    console.data(f"{sums.total.tokens:,} tokens, {sums.recalled:,} of them in what agents may recall")
    if sums.oldest_pending:
        oldest = sums.oldest_pending
        waited = age(oldest["created_at"], at=at)
        console.data(f"oldest pending: {oldest['id'][:SHORT_ID]}, waiting for {waited}: {oldest['title']}")
    for item in sums.biggest:
        console.data(f"big: {item['id'][:SHORT_ID]}, {item['tokens']:,} tokens: {item['title']}")
