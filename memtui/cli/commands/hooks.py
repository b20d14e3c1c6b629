"""``memtui hooks``: let git tell memtui what it did, so that the index is never behind."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from memtui.cli.codes import COULD_NOT, DONE
from memtui.cli.library import required_repository
from memtui.cli.options import add_json

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.sources.hooking import Hooking, Left

HELP = (
    "Install, show or take out the git hooks that keep the index current. They never make git wait or fail, call the "
    "hooks that are there already, and are put into the git directory, never into the work tree."
)
_STATES = {
    "installed": "installed",
    "outdated": "outdated: it calls a memtui that is not this one",
    "behind_framework": "installed, called by the hook of pre-commit",
    "other": "another program's hook, which does not call memtui",
    "absent": "not installed",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "action", nargs="?", choices=("install", "status", "uninstall"), default="status", help="what to do (status)"
    )
    parser.add_argument(
        "--hooks-path-too",
        action="store_true",
        help="also where core.hooksPath leads out of the git directory, which other repositories or people may share",
    )
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Do what was asked, and show how the hooks then stand."""
    from memtui.sources import find_workspace
    from memtui.sources.hooking import hooking_of, install_hooks, uninstall_hooks

    repository = required_repository(find_workspace(arguments.directory), arguments.directory)
    changes = arguments.action != "status"
    refused = changes and not arguments.hooks_path_too and hooking_of(repository, os.environ).outside
    left = None
    if arguments.action == "install" and not refused:
        install_hooks(repository, os.environ)
    elif arguments.action == "uninstall" and not refused:
        left = uninstall_hooks(repository)
    hooking = hooking_of(repository, os.environ)
    if arguments.json:
        console.json(_record(hooking, left))
    else:
        console.table([*_lines(hooking)])
    _advise(arguments.action, hooking, console, refused=refused)
    for line in _remains(left) if left else ():
        console.narrate(f"memtui: {line}")
    return COULD_NOT if refused else DONE


def _record(hooking: Hooking, left: Left | None) -> dict[str, Any]:
    return {
        "directory": str(hooking.directory),
        "outside": hooking.outside,
        "standing": hooking.standing,
        "hooks": [{"name": hook.name, "state": str(hook.state), "former": hook.former} for hook in hooking.hooks],
        "frameworks": [framework.name for framework in hooking.frameworks],
        "working": hooking.working,
        "waiting": hooking.waiting,
        "ended_at": hooking.ended_at or None,
        "troubles": list(hooking.troubles),
        "left": _left_record(left) if left else None,
    }


def _left_record(left: Left) -> dict[str, Any]:
    return {
        "index": str(left.index) if left.index else None,
        "working": left.working,
        "former": [str(path) for path in left.former],
        "callers": list(left.callers),
    }


def _remains(left: Left) -> Iterator[str]:
    """Return what was left in its place, and how it is removed."""
    if left.working:
        yield "A worker is still at work, so its files stay. Run this again when it has ended to remove them."
    for path in left.former:
        yield f"{path} was here before memtui's hook, and another program's has its place now. Keep it or delete it."
    for name in left.callers:
        yield f"{name} still calls memtui-hook. Remove those lines."
    if left.index:
        yield f"The index stays; delete {left.index} to remove it. Your memories lie elsewhere, and stay, too."


def _lines(hooking: Hooking) -> list[tuple[str, str]]:
    lines = []
    for hook in hooking.hooks:
        former = "; first calls the hook that was here before" if hook.former else ""
        lines.append((hook.name, f"{_STATES[hook.state]}{former}"))
    idle = f"idle, last ended {hooking.ended_at}" if hooking.ended_at else "idle"
    waiting = f"; {hooking.waiting:,} noted and not yet followed" if hooking.waiting else ""
    return [
        *lines,
        ("hooks in", str(hooking.directory)),
        ("worker", f"{'at work' if hooking.working else idle}{waiting}"),
        *(("trouble", trouble) for trouble in hooking.troubles),
    ]


def _advise(action: str, hooking: Hooking, console: Console, *, refused: bool) -> None:
    if refused:
        console.narrate(
            "git looks for hooks outside this repository's git directory (core.hooksPath), where other repositories or "
            "people may share them, so nothing was changed. "
            f"'memtui hooks {action} --hooks-path-too' does it all the same."
        )
    elif action == "status" and hooking.standing != "installed":
        console.narrate("'memtui hooks install' installs them, and brings outdated ones up to date.")
    if action == "uninstall":
        return
    for framework in hooking.frameworks:
        console.narrate(f"{framework.name} manages hooks here. To let it call memtui, add to {framework.file}:")
        console.narrate("\n".join(f"  {line}" for line in framework.lines))
