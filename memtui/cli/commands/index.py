"""``memtui index``: bring this repository's index and its memories up to date."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.cli.codes import DONE
from memtui.cli.library import open_store, required_repository
from memtui.cli.options import add_json
from memtui.cli.records import report_record

if TYPE_CHECKING:
    from indexer import Report, Repository
    from memtui.cli.console import Console
    from memtui.review import Result

HELP = "Bring this repository's index, and the memories derived from it, up to HEAD and the staged files."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--full", action="store_true", help="forget what is known and derive everything again")
    parser.add_argument(
        "--staged",
        action="store_true",
        help="called by a git hook: take the files that the commit being made will hold, from the index git gives it",
    )
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Refresh, unless nothing has changed, and report."""
    from indexer import refresh
    from memtui.sources import find_workspace, is_refresh_due, refresh_workspace
    from memtui.sources.background import note_success

    workspace = find_workspace(arguments.directory)
    repository = required_repository(workspace, arguments.directory)
    if arguments.staged:
        repository = replace(repository, index_file=_index_of_commit(repository, arguments.directory))
        workspace = replace(workspace, repository=repository)
    # Git and two small files decide, since a hook or prompt may ask after every command: no Arrow, no LanceDB.
    if arguments.full or is_refresh_due(workspace):
        opening = partial(open_store, workspace.home)
        refreshed = refresh_workspace(workspace, opening, console.progress, full=arguments.full)
        report, result = refreshed.report, refreshed.result
    else:
        report, result = refresh(repository), None
    note_success(repository.common_directory)
    console.end_progress()
    if arguments.json:
        console.json({**report_record(report), "memories": _memories(result)})
    else:
        _tell(report, result, console)
    return DONE


def _index_of_commit(repository: Repository, directory: Path) -> Path:
    """Return the index that git made for the commit, or its usual one outside of a hook."""
    # ``commit --all`` and ``commit PATH`` stage into an index of their own, which becomes the usual one afterwards.
    given = os.environ.get("GIT_INDEX_FILE")
    # What is gone, as a variable that was left over names it, would be an index without any file.
    if given and (directory / given).exists():
        return directory / given
    return repository.git_directory / "index"


def _tell(report: Report, result: Result | None, console: Console) -> None:
    if not report.changed:
        console.narrate(f"The index is up to date (generation {report.generation}).")
    console.table(
        [
            ("files", f"{report.files:,}"),
            ("  parsed", f"{report.parsed:,}"),
            ("  known already", f"{report.reused:,}"),
            *((f"  {reason.replace('_', ' ')}", f"{count:,}") for reason, count in sorted(report.skipped.items())),
            ("symbols", f"{report.symbols:,}"),
            ("modules", f"{report.modules:,}"),
            ("entry points", f"{report.entry_points:,}"),
            ("commits", f"{report.commits:,}"),
            ("memories changed", f"{_memories(result)['changed']:,}"),
            ("seconds", f"{report.seconds:.2f}"),
        ]
    )


def _memories(result: Result | None) -> dict[str, int]:
    changed = result.changed if result is not None else ()
    return {"changed": len(changed), "pending": sum(head.memory.status == "pending" for head in changed)}
