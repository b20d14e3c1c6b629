"""``memtui import``: bring in what agents keep in their own files, or memories that memtui exported."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.cli.codes import COULD_NOT, DONE, UsageError
from memtui.cli.layout import counted
from memtui.cli.library import SHORT_ID, open_store, scope_named
from memtui.cli.messages import refusal
from memtui.cli.options import add_dry_run, add_json

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.sources import Workspace
    from memtui.sources.stores.catalogue import Found
    from memtui.sources.stores.importing import Import
    from memtui.sources.stores.values import Surroundings
    from memtui.store import Store

HELP = (
    "Bring what agents keep in their own files in as pending memories, which know where they lie. SOURCE is a store "
    "that 'memtui sources' lists, 'all' of them, or a path: a file, a folder of Markdown, or lines of JSON, such as "
    "'memtui export --format jsonl' writes. Importing again brings in only what is new or has changed."
)
_EVERY = "all"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("source", metavar="SOURCE", help="a store's name, 'all', or a path")
    parser.add_argument("--scope", metavar="SCOPE", help="whom the memories are for, if not for whom the files are")
    parser.add_argument(
        "--own",
        action="store_true",
        help="the file is an export of your own: take over what it says was approved, pinned and decided",
    )
    add_dry_run(parser)
    add_json(parser)


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
    store = _store(workspace, arguments)
    if export is not None:
        imports = [_received(store, path, export, arguments)]
    else:
        imports = _brought_in(store, found, workspace, arguments)
    if not arguments.dry_run:
        from memtui.review.likeness import mark_likeness

        mark_likeness(store)
    return _tell(imports, arguments, console)


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


def _store(workspace: Workspace, arguments: argparse.Namespace) -> Store:
    from memtui.review import rehearsal

    store = open_store(workspace.home)
    return rehearsal(store) if arguments.dry_run else store


def _brought_in(
    store: Store, found: Sequence[Found], workspace: Workspace, arguments: argparse.Namespace
) -> list[Import]:
    from memtui.memory import USER_SCOPE
    from memtui.sources.stores.importing import bring_in, read_all, scopes_here

    chosen = scope_named(arguments.scope, workspace) if arguments.scope is not None else None
    scopes = scopes_here(workspace.scope, chosen)
    ground = workspace.scope or USER_SCOPE
    return [bring_in(store, each, read_all(each), scopes, ground) for each in found]


def _received(store: Store, path: Path, text: str, arguments: argparse.Namespace) -> Import:
    from memtui.review.receiving import receive
    from memtui.sources.exports.lines import from_lines
    from memtui.sources.stores.importing import Import
    from memtui.sources.stores.values import Notice

    memories, malformed = from_lines(text)
    result = receive(store, memories, origin="import", own=arguments.own)
    notices = tuple(Notice("malformed", "jsonl", path.name, line, field) for line, field in malformed)
    return Import("jsonl", result, notices=notices)


def _tell(imports: Sequence[Import], arguments: argparse.Namespace, console: Console) -> int:
    """Print what was brought in; that there was nothing new is no failure."""
    if arguments.json:
        from memtui.cli.store_records import import_record

        console.json([import_record(imported, dry_run=arguments.dry_run) for imported in imports])
    else:
        for imported in imports:
            if _says_anything(imported):
                _print(imported, console, dry_run=arguments.dry_run)
    if not any(map(_says_anything, imports)):
        console.narrate("memtui: There is nothing to bring in. See 'memtui sources'.")
        return COULD_NOT
    if arguments.dry_run:
        console.narrate("memtui: This was a dry run; nothing was changed.")
    return DONE


def _says_anything(imported: Import) -> bool:
    result = imported.result
    return bool(result.changed or result.refused or imported.unchanged or imported.gone or imported.notices)


def _print(imported: Import, console: Console, *, dry_run: bool) -> None:
    from memtui.sources.stores.notices import notice_in_words

    said = "would be proposed" if dry_run else "proposed"
    rows = []
    for head in imported.result.changed:
        memory = head.memory
        rows.append((said if not memory.proposal.action else f"{said} as an edit", memory.id[:SHORT_ID], memory.title))
    console.table(rows)
    for refused in imported.result.refused:
        name = refused.id[:SHORT_ID] or "an entry"
        console.narrate(f"memtui: {name} is left as it was: {refusal(refused.reason)}.")
    for head in imported.gone:
        console.narrate(f"memtui: {head.memory.id[:SHORT_ID]} is no longer in {head.memory.link.path}; it stays here.")
    for notice in imported.notices:
        line = f":{notice.line}" if notice.line else ""
        console.narrate(f"memtui: {notice.path}{line} {notice_in_words(notice)}.")
    changed, known = counted(len(imported.result.changed), "proposal"), f"{imported.unchanged:,} known and unchanged"
    console.narrate(f"memtui: {imported.store}: {changed}, {known}.")
