"""``memtui export``: memories as Markdown files, as lines of JSON, or as a block in a file that agents read."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.cli.asking import confirmed
from memtui.cli.codes import COULD_NOT, DONE, UsageError
from memtui.cli.filters import add_filter, filter_of
from memtui.cli.filters import select as selected_rows
from memtui.cli.layout import counted_memories
from memtui.cli.library import load_snapshot
from memtui.cli.naming import called
from memtui.cli.options import add_outcome, add_yes
from memtui.memory import Status

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.sources.exports.selection import Selection

HELP = (
    "Write memories out: approved ones of this repository and of yours, unless a filter says otherwise. 'markdown' is "
    "one file each, 'jsonl' comes back without loss by 'memtui import', 'block' is for a CLAUDE.md or AGENTS.md. What "
    "holds a secret is never written."
)
_FORMATS = ("markdown", "jsonl", "block")
_ANSWER = "write"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--format", choices=_FORMATS, metavar="F", help=f"{', '.join(_FORMATS)}; else markdown")
    parser.add_argument("--out", metavar="PATH", help="a directory for markdown, a file for the others; else stdout")
    parser.add_argument("--into", metavar="FILE", help="replace the block in this file, or add it at its end")
    add_filter(parser)
    add_yes(parser)
    add_outcome(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Select the memories and write them where they are asked for."""
    chosen = arguments.format or ("block" if arguments.into is not None else "markdown")
    if arguments.into is not None and (chosen != "block" or arguments.out is not None):
        raise UsageError("'--into' puts a block into a file. Give it alone, or with '--format block'.")
    selection = _selected(arguments)
    for head in selection.secret:
        console.narrate(f"memtui: {called(head.memory)} holds a secret and is left out; edit it first.")
    if arguments.into is not None:
        return _into(selection, arguments, console)
    if chosen == "markdown":
        return _markdown(selection, arguments, console)
    return _one_file(selection, chosen, arguments, console)


def _selected(arguments: argparse.Namespace) -> Selection:
    from memtui.sources import find_workspace
    from memtui.sources.exports.selection import select

    workspace = find_workspace(arguments.directory)
    snapshot = load_snapshot(workspace.home)
    rows = selected_rows(snapshot, filter_of(arguments), workspace, statuses=(Status.APPROVED,))
    return select(snapshot.heads(rows))


def _markdown(selection: Selection, arguments: argparse.Namespace, console: Console) -> int:
    from memtui.sources.exports.pages import pages_of, write_memories

    pages = pages_of(selection.heads)
    if arguments.out is None:
        if pages and not arguments.json:
            console.block("\n".join(pages.values()).rstrip("\n"))
        return _tell(selection, "markdown", None, list(pages), arguments, console)
    directory = arguments.directory / Path(arguments.out).expanduser()
    changed = () if arguments.dry_run else write_memories(directory, pages)
    if not arguments.json:
        console.table([(str(path),) for path in changed])
    return _tell(selection, "markdown", directory, [path.name for path in changed], arguments, console)


def _one_file(selection: Selection, chosen: str, arguments: argparse.Namespace, console: Console) -> int:
    from memtui.sources.exports.block import block_of
    from memtui.sources.exports.lines import is_export, to_lines
    from memtui.sources.exports.pages import write_file

    lines = chosen == "jsonl"
    text = to_lines(head.memory for head in selection.heads) if lines else block_of(selection.heads) + "\n"
    if arguments.out is None:
        if selection.heads and not arguments.json:
            console.block(text.rstrip("\n"))
        return _tell(selection, chosen, None, [], arguments, console)
    path = arguments.directory / Path(arguments.out).expanduser()
    # What memtui did not write, it does not replace; the block of such a file is what --into is for.
    if path.exists() and not (lines and path.is_file() and is_export(path.read_text("utf-8", errors="replace"))):
        raise UsageError(f"'{arguments.out}' exists and is no export. Give another path.")
    if not arguments.dry_run:
        write_file(path, text)
    return _tell(selection, chosen, path, [path.name], arguments, console)


def _into(selection: Selection, arguments: argparse.Namespace, console: Console) -> int:
    from memtui.sources.exports.block import block_of
    from memtui.sources.exports.placing import placed
    from memtui.sources.stores.values import Change
    from memtui.sources.stores.writing import carry_out, diff_of
    from memtui.store import home_directory

    path = arguments.directory / Path(arguments.into).expanduser()
    if not (arguments.yes or arguments.dry_run or console.stdin.isatty()):
        raise UsageError("There is no terminal to ask on. Add --yes to write, or --dry-run to see what would change.")
    edit = placed(path, block_of(selection.heads))
    if edit is None:
        console.narrate(f"memtui: The block in {arguments.into} is as it should be.")
        return _tell(selection, "block", path, [], arguments, console)
    shown = console.aside() if arguments.json else console
    for line in diff_of(edit):
        shown.data(line, style={"+": "added", "-": "removed"}.get(line[:1], ""))
    if arguments.dry_run:
        return _tell(selection, "block", path, [], arguments, console)
    if not arguments.yes and not confirmed(console, f"This changes {arguments.into}.", _ANSWER):
        console.narrate("memtui: Nothing was written.")
        return COULD_NOT
    carry_out(Change((edit,)), home_directory())
    return _tell(selection, "block", path, [path.name], arguments, console)


def _tell(
    selection: Selection,
    chosen: str,
    path: Path | None,
    changed: list[str],
    arguments: argparse.Namespace,
    console: Console,
) -> int:
    if not selection.heads:
        console.narrate("memtui: There is nothing to export. Only approved memories are, unless you say --status.")
    if arguments.json:
        console.json(
            {
                "format": chosen,
                "path": None if path is None else str(path),
                "dry_run": arguments.dry_run,
                "memories": [head.memory.id for head in selection.heads],
                "left_out": [head.memory.id for head in selection.secret],
                "changed": changed,
            }
        )
    elif path is not None:
        console.narrate(
            f"memtui: {counted_memories(len(selection.heads))}, {len(changed):,} of them changed in {path}."
        )
    if arguments.dry_run:
        console.narrate("memtui: This was a dry run; nothing was changed.")
    return DONE
