"""``memtui import``: bring in what agents keep in their own files, or memories that memtui exported."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.cli.acts import acting_store
from memtui.cli.codes import COULD_NOT, DONE, UsageError
from memtui.cli.layout import counted
from memtui.cli.library import SHORT_ID, scope_named, titled
from memtui.cli.messages import refusal
from memtui.cli.naming import called, called_all
from memtui.cli.options import add_outcome
from memtui.memory import Status

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.memory import Memory
    from memtui.review import Refusal
    from memtui.sources import Workspace
    from memtui.sources.stores.catalogue import Found
    from memtui.sources.stores.importing import Import
    from memtui.sources.stores.values import Surroundings
    from memtui.store import Snapshot, Store

HELP = (
    "Bring what agents keep in their own files in as pending memories, which know where they lie. SOURCE is a store "
    "that 'memtui sources' lists, 'all' of them, or a path: a file, a folder of Markdown, or lines of JSON, such as "
    "'memtui export --format jsonl' writes. Importing again brings in only what is new or has changed."
)
_EVERY = "all"
_PROPOSED: Mapping[str, str] = {
    "edit": "proposed as an edit",
    "supersede": "proposed as a successor",
    "delete": "proposed as a removal",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("source", metavar="SOURCE", help="a store's name, 'all', or a path")
    parser.add_argument("--scope", metavar="SCOPE", help="whom the memories are for, if not for whom the files are")
    parser.add_argument(
        "--own",
        action="store_true",
        help="the file is an export of your own: take over what it says was approved, pinned and decided",
    )
    add_outcome(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Read the source, propose what it says, and say what came of it."""
    from memtui.sources import find_workspace, note_workspace
    from memtui.sources.stores.surroundings import home_of_user, surroundings

    workspace = find_workspace(arguments.directory)
    here = surroundings(home_of_user(), workspace.repository, os.environ)
    path = arguments.directory / Path(arguments.source).expanduser()
    export = _exported(path)
    if arguments.own and export is None:
        raise UsageError("'--own' is for a file that 'memtui export --format jsonl' wrote. Leave it out.")
    found = () if export is not None else _found(arguments.source, path, here)
    if not arguments.dry_run:
        note_workspace(workspace)
    store = acting_store(arguments)
    if export is not None:
        imports = [_received(store, path, export, arguments)]
    else:
        imports = _brought_in(store, found, workspace, arguments)
    if not arguments.dry_run:
        from memtui.review.likeness import mark_likeness

        mark_likeness(store)
    return _tell(imports, arguments, console, store)


def _exported(path: Path) -> str | None:
    """Return the text of a file that memtui exported, None if the source is anything else."""
    from memtui.sources.exports.lines import is_export
    from memtui.sources.stores.documents import read_document

    if path.suffix not in {".jsonl", ".ndjson"} or not path.is_file():
        return None
    # An export of a hundred thousand memories is no archive either, but more than a file of rules.
    text = read_document(path, path.resolve().parent, limit=1 << 30).text
    return text if is_export(text) else None


def _found(source: str, path: Path, here: Surroundings) -> tuple[Found, ...]:
    from memtui.sources.stores.catalogue import STORES, at_path, discover, store_named

    if source == _EVERY or store_named(source):
        return discover(here, None if source == _EVERY else [source])
    if not path.exists():
        names = ", ".join(store.name for store in STORES if store.name not in {"markdown", "jsonl"})
        raise UsageError(f"There is no store and no file '{source}'. Choose all, {names}, or a path.")
    return at_path(path, here)


def _brought_in(
    store: Store, found: Sequence[Found], workspace: Workspace, arguments: argparse.Namespace
) -> list[Import]:
    from memtui.sources.stores.importing import bring_in, ground_of, read_all

    chosen = scope_named(arguments.scope, workspace) if arguments.scope is not None else None
    ground = ground_of(workspace, chosen)
    return [bring_in(store, each, read_all(each), ground) for each in found]


def _received(store: Store, path: Path, text: str, arguments: argparse.Namespace) -> Import:
    from memtui.review.receiving import receive
    from memtui.sources.exports.lines import from_lines
    from memtui.sources.stores.importing import Import
    from memtui.sources.stores.values import Notice

    memories, malformed = from_lines(text)
    result = receive(store, memories, origin="import", own=arguments.own)
    notices = tuple(Notice("malformed", "jsonl", path.name, line, field) for line, field in malformed)
    return Import("jsonl", result, notices=notices)


def _tell(imports: Sequence[Import], arguments: argparse.Namespace, console: Console, store: Store) -> int:
    """Print what was brought in; that there was nothing new is no failure."""
    if arguments.json:
        from memtui.cli.store_records import import_record

        console.json([import_record(imported, dry_run=arguments.dry_run) for imported in imports])
    else:
        for imported in imports:
            if _says_anything(imported):
                _print(imported, store.snapshot(), console, dry_run=arguments.dry_run)
    if not any(map(_says_anything, imports)):
        console.narrate("memtui: There is nothing to bring in. See 'memtui sources'.")
        return COULD_NOT
    if arguments.dry_run:
        console.narrate("memtui: This was a dry run; nothing was changed.")
    return DONE


def _says_anything(imported: Import) -> bool:
    result = imported.result
    return bool(result.changed or result.refused or imported.unchanged or imported.gone or imported.notices)


def _print(imported: Import, snapshot: Snapshot, console: Console, *, dry_run: bool) -> None:
    from memtui.sources.stores.notices import notice_in_words

    would = "would be " if dry_run else ""
    brought = [head.memory for head in imported.result.changed]
    aims = called_all({key for memory in brought for key in memory.proposal.targets}, snapshot)
    console.table([(f"{would}{_done(it)}", it.id[:SHORT_ID], _with_aims(it, aims)) for it in brought])
    refusals = imported.result.refused
    names = called_all({key for it in refusals for key in (it.id, it.field) if key}, snapshot)
    for refused in refusals:
        console.narrate(f"memtui: {names.get(refused.id, 'an entry')} is left as it was: {_why(refused, names)}.")
    for head in imported.gone:
        console.narrate(f"memtui: {called(head.memory)} is no longer in {head.memory.link.path}; it stays here.")
    for notice in imported.notices:
        line = f":{notice.line}" if notice.line else ""
        console.narrate(f"memtui: {notice.path}{line} {notice_in_words(notice)}.")
    changed, known = counted(len(imported.result.changed), "proposal"), f"{imported.unchanged:,} known and unchanged"
    console.narrate(f"memtui: {imported.store}: {changed}, {known}.")


def _done(memory: Memory) -> str:
    """Return what was done with a memory of a source, or is asked for it."""
    if memory.status != Status.PENDING:
        return f"brought in, {memory.status}"
    return _PROPOSED.get(memory.proposal.action, "proposed")


def _with_aims(memory: Memory, aims: Mapping[str, str]) -> str:
    """Return a memory's title, and what it would change."""
    said = ", ".join(aims[key] for key in memory.proposal.targets)
    return f"{titled(memory.title)} → {said}" if said else titled(memory.title)


def _why(refused: Refusal, names: Mapping[str, str]) -> str:
    if refused.reason != "claimed":
        return refusal(refused.reason)
    by, taken = refused.field[:SHORT_ID], refused.id[:SHORT_ID]
    return f"the file says that {names[refused.field]} takes its place; 'memtui supersede {taken} --by {by}' does it"
