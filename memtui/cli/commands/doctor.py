"""``memtui doctor``: whether everything that memtui needs is in order."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.codes import COULD_NOT, DONE
from memtui.cli.crash import last_lines, log_path
from memtui.cli.options import add_json

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Check git, the repository, its index, the memories and the terminal; exit with 1 if something is wrong."
_LOG_LINES = 10


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Make every check, whatever the others find."""
    from memtui.cli.checks import check_all

    checks = check_all(arguments.directory)
    log = last_lines(_LOG_LINES)
    in_order = all(check.ok for check in checks)
    if arguments.json:
        found = [{"name": check.name, "ok": check.ok, "detail": check.detail} for check in checks]
        console.json({"ok": in_order, "checks": found, "log": log})
    else:
        console.table([("ok" if check.ok else "WRONG", check.name, check.detail) for check in checks])
        if log:
            console.data()
            console.data(f"The last lines of {log_path()}:")
            console.block("\n".join(log), indent="  ")
    return DONE if in_order else COULD_NOT
