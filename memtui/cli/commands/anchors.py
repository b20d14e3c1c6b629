"""``memtui anchors``: what memories are tied to, how it stands to the code of today, and which commit changed it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.codes import DONE, UsageError
from memtui.cli.library import load_snapshot, required_repository
from memtui.cli.options import add_json
from memtui.cli.standing import print_reports, print_standings, report_record, standing_record

if TYPE_CHECKING:
    from indexer import Repository
    from memtui.anchors import AnchorReport
    from memtui.cli.console import Console

HELP = "Say how the code that memories are about stands today; with an ID, that of one memory."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("id", nargs="?", metavar="ID", help="a memory's id, or as much of it as tells it apart")
    parser.add_argument("--diff", action="store_true", help="with an ID: show what changed, by the commit that did it")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Judge the anchors and print what came of each."""
    from memtui.sources import find_workspace

    if arguments.diff and arguments.id is None:
        raise UsageError("Which memory is meant? Give '--diff' its ID.")
    workspace = find_workspace(arguments.directory)
    repository = required_repository(workspace, arguments.directory)
    snapshot = load_snapshot(workspace.home)
    if arguments.id is not None:
        from memtui.anchors import explain

        reports = explain(snapshot.find(arguments.id).memory, repository)
        _print_one(reports, repository, arguments, console)
    elif workspace.scope is not None:
        from memtui.anchors import standings

        found = standings(snapshot, repository, workspace.scope)
        if arguments.json:
            console.json([standing_record(standing) for standing in found])
        else:
            print_standings(found, console)
            _say_if_empty(found, console)
    return DONE


def _print_one(
    reports: tuple[AnchorReport, ...], repository: Repository, arguments: argparse.Namespace, console: Console
) -> None:
    if arguments.json:
        records = [report_record(report) for report in reports]
        if arguments.diff:
            records = [
                record | {"diff": text} for record, text in zip(records, _diffs(repository, reports), strict=True)
            ]
        console.json(records)
        return
    print_reports(reports, console)
    _say_if_empty(reports, console)
    for text in dict.fromkeys(_diffs(repository, reports) if arguments.diff else ()):
        if text:
            console.data()
            console.block(text.rstrip("\n"))


def _diffs(repository: Repository, reports: tuple[AnchorReport, ...]) -> list[str]:
    from memtui.anchors import State, diff_of

    return ["" if report.state is State.FRESH else diff_of(repository, report) for report in reports]


def _say_if_empty(found: object, console: Console) -> None:
    if not found:
        console.narrate("Nothing is tied to code here. A memory that names a file or symbol is, when it is added.")
