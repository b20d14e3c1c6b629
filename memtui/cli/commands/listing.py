"""``memtui ls``: list memories, newest change first, read from the snapshot alone."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from memtui.cli.codes import DONE
from memtui.cli.library import load_snapshot, scope_in_words, scope_named, short_id_length
from memtui.cli.options import add_json, positive
from memtui.cli.records import LISTED, listed_record
from memtui.memory import USER_SCOPE, Scope, Status

if TYPE_CHECKING:
    import numpy as np

    from memtui.cli.console import Console
    from memtui.sources import Workspace
    from memtui.store import Snapshot

HELP = "List the memories of this repository and of the user that are not deleted or rejected, newest change first."
# Superseded and snoozed ones are listed, since a person may look for what has gone from the inbox.
_USUAL = tuple(status for status in Status if status not in {Status.DELETED, Status.REJECTED})


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--kind", action="append", metavar="K", help="only this kind; may be given several times")
    parser.add_argument(
        "--status",
        action="append",
        choices=[str(status) for status in Status],
        metavar="S",
        help=f"only this status, of {', '.join(Status)}; may be given several times",
    )
    parser.add_argument("--scope", metavar="SCOPE", help="user, repo, all, or a whole scope such as group:web")
    parser.add_argument("--attention", action="store_true", help="only those at which someone should look again")
    parser.add_argument("--filter", metavar="TEXT", default="", help="only those that hold each of these words")
    parser.add_argument("--limit", type=positive, metavar="N", help="at most so many")
    parser.add_argument("--all", action="store_true", help="also the deleted and the rejected")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Select, narrow by words, print."""
    from memtui.sources import find_workspace

    workspace = find_workspace(arguments.directory)
    snapshot = load_snapshot(workspace.home)
    statuses = arguments.status or (None if arguments.all else _USUAL)
    rows = snapshot.select(
        scopes=_scopes(arguments.scope, workspace),
        statuses=statuses,
        kinds=arguments.kind,
        attention=arguments.attention,
    )
    memories = _read(snapshot, rows, arguments.filter.split(), arguments.limit)
    if arguments.json:
        console.json([listed_record(memory) for memory in memories])
    else:
        _print(memories, snapshot, workspace, console)
    return DONE


def _read(snapshot: Snapshot, rows: np.ndarray, words: list[str], limit: int | None) -> list[dict[str, Any]]:
    """Return at most ``limit`` of the rows that hold the words; bodies are read only to look for words in them."""
    from memtui.store.rows import take_rows

    if words:
        table = _holding(take_rows(snapshot.table, rows), words).select(LISTED).slice(0, limit)
    else:
        table = take_rows(snapshot.table.select(LISTED), rows[:limit])
    memories: list[dict[str, Any]] = table.to_pylist()
    return memories


def _print(memories: list[dict[str, Any]], snapshot: Snapshot, workspace: Workspace, console: Console) -> None:
    length = short_id_length(snapshot)
    rows = []
    for memory in memories:
        flags = f"[{', '.join(memory['attention'])}] " if memory["attention"] else ""
        scope = scope_in_words(Scope.parse(memory["scope"]), workspace)
        title = f"{flags}{memory['title']}"
        rows.append((memory["id"][:length], memory["status"], memory["kind"], scope, title))
    console.table(rows, styles=("dim", "", "", "dim"))
    if not rows:
        console.narrate("No memory fits. 'memtui index' derives those of a repository, 'memtui add' writes one down.")


def _scopes(name: str | None, workspace: Workspace) -> tuple[Scope, ...] | None:
    if name == "all":
        return None
    if name is None:
        return (USER_SCOPE,) if workspace.scope is None else (workspace.scope, USER_SCOPE)
    return (scope_named(name, workspace),)


def _holding(table: Any, words: list[str]) -> Any:
    """Keep the rows that hold each word in their title, body, kind or tags, whatever its case."""
    import pyarrow.compute as pc

    for word in words:
        fields = [table["title"], table["body"], table["kind"], pc.binary_join(table["tags"], " ")]
        found = [pc.match_substring(field, word, ignore_case=True) for field in fields]
        mask = found[0]
        for other in found[1:]:
            mask = pc.or_(mask, other)
        table = table.filter(mask)
    return table
