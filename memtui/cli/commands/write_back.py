"""``memtui write-back``: write a changed or deleted memory to the file that it was imported from."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from memtui.cli.asking import confirmed
from memtui.cli.codes import COULD_NOT, DONE, UsageError
from memtui.cli.library import open_store, resolve
from memtui.cli.messages import refusal
from memtui.cli.naming import called_all
from memtui.cli.options import add_id, add_outcome, add_yes
from memtui.memory.errors import WriteBackError

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.sources import Workspace
    from memtui.sources.stores.values import Surroundings
    from memtui.sources.stores.writing import Plan
    from memtui.store import Snapshot, Store

HELP = (
    "Write what you changed in imported memories to the files that they come from, and take out there what you "
    "deleted. The change is shown first; a copy of each file is kept in 'backups' of memtui's home. A file that has "
    "changed there meanwhile is left alone."
)
_ANSWER = "write"
_DONE = {"written": "written to", "taken_out": "taken out of"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_id(parser, count="+")
    add_yes(parser)
    parser.add_argument("--shrink", action="store_true", help="write it even if more than half of a file goes")
    add_outcome(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Show each change, ask, write, and note where the memories lie now."""
    from memtui.sources import find_workspace
    from memtui.sources.stores.surroundings import home_of_user, surroundings

    if not (arguments.yes or arguments.dry_run or console.stdin.isatty()):
        raise UsageError("There is no terminal to ask on. Add --yes to write, or --dry-run to see what would change.")
    workspace = find_workspace(arguments.directory)
    here = surroundings(home_of_user(), workspace.repository, os.environ)
    store = open_store(workspace.home)
    ids, unknown = resolve(store.snapshot(), arguments.ids)
    records = [_refused(prefix, "", refusal(reason), "", reason) for prefix, reason in unknown]
    # One after the other, each from the file as it then is: two memories may lie in one file.
    records += [_written(memory_id, store, workspace, here, arguments, console) for memory_id in ids]
    return _tell(records, arguments, console, store.snapshot())


def _written(
    memory_id: str,
    store: Store,
    workspace: Workspace,
    here: Surroundings,
    arguments: argparse.Namespace,
    console: Console,
) -> dict[str, Any]:
    from memtui.cli.store_words import write_back_in_words
    from memtui.review.linking import relink
    from memtui.sources.stores.writing import carry_out, diff_of, plan

    memory = store.snapshot().find(memory_id).memory
    try:
        planned = plan(memory, here, workspace.scope, may_shrink=arguments.shrink)
        if not planned.change.edits:
            return _refused(memory_id, memory.link.path, "nothing would change there", "", "unchanged")
        diff = [line for edit in planned.change.edits for line in diff_of(edit)]
        _show(planned, diff, console.aside() if arguments.json else console)
        if arguments.dry_run:
            return _record(planned, diff, [], "would_write")
        if not arguments.yes and not confirmed(console, "This changes another program's file.", _ANSWER):
            return _refused(memory_id, memory.link.path, "you did not ask for it", "", "declined")
        copies = carry_out(planned.change, workspace.home)
    except WriteBackError as error:
        words, step = write_back_in_words(error)
        return _refused(memory_id, error.path, words, step, error.reason)
    relink(store, {memory_id: planned.change.link})
    return _record(planned, diff, [str(copy) for copy in copies], "taken_out" if planned.removes else "written")


def _record(planned: Plan, diff: list[str], copies: list[str], state: str) -> dict[str, Any]:
    memory = planned.memory
    return {
        "id": memory.id,
        "path": memory.link.path,
        "state": state,
        "reason": "",
        "title_kept": planned.change.title_kept,
        "diff": "\n".join(diff),
        "backups": copies,
    }


def _refused(memory_id: str, path: str, words: str, step: str, reason: str) -> dict[str, Any]:
    return {
        "id": memory_id,
        "path": path,
        "state": "refused",
        "reason": reason,
        "title_kept": True,
        "diff": "",
        "backups": [],
        "said": f"{words}.{f' {step}' if step else ''}",
    }


def _show(planned: Plan, diff: list[str], console: Console) -> None:
    for line in diff:
        style = {"+": "added", "-": "removed"}.get(line[:1], "")
        console.data(line, style="bold" if line.startswith(("+++", "---")) else style)
    if not planned.change.title_kept:
        console.narrate("memtui: The title has no place in that file; it stays in memtui alone.")


def _tell(records: list[dict[str, Any]], arguments: argparse.Namespace, console: Console, snapshot: Snapshot) -> int:
    said = [(record, record.pop("said", "")) for record in records]
    names = called_all([record["id"] for record in records], snapshot)
    if arguments.json:
        console.json(records)
    for record, words in said:
        name = names[record["id"]]
        if record["state"] == "refused":
            console.narrate(f"memtui: {name} is not written: {words}")
        elif record["state"] in _DONE and not arguments.json:
            copies = ", ".join(record["backups"])
            console.narrate(f"memtui: {name} is {_DONE[record['state']]} {record['path']}; as it was: {copies}")
    if arguments.dry_run:
        console.narrate("memtui: This was a dry run; nothing was changed.")
    return DONE if any(record["state"] != "refused" for record in records) else COULD_NOT
