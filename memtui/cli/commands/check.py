"""``memtui check``: whether the memories keep what a team agreed on, as an exit code for CI."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.codes import COULD_NOT, DONE, UsageError
from memtui.cli.filters import EVERY_SCOPE
from memtui.cli.library import load_snapshot
from memtui.cli.naming import called_all
from memtui.cli.options import add_json, natural
from memtui.cli.rules import FLAG_RULES, Finding, Limits, check
from memtui.cli.times import span

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.store import Snapshot

HELP = (
    "Check the memories that count here against limits and exit with 1 if one is exceeded; secrets, instructions and "
    "hidden text are looked for anew in every text."
)
_NAMED = 5


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--max-pending", type=natural, metavar="N", help="at most so many wait for a person")
    parser.add_argument("--max-age", type=span, metavar="AGE", help="none waits for longer, such as 14d")
    parser.add_argument("--max-tokens", type=natural, metavar="N", help="what agents may recall takes at most so many")
    for name, flag in FLAG_RULES.items():
        parser.add_argument(f"--no-{name}", action="store_true", help=f"none is flagged {flag}")
    parser.add_argument("--scope", metavar="SCOPE", default="", help=f"user, repo, {EVERY_SCOPE}, or a whole scope")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Look at each rule that was asked for."""
    from memtui.sources import find_workspace

    values = vars(arguments)
    flags = tuple(name for name in FLAG_RULES if values[f"no_{name.replace('-', '_')}"])
    limits = Limits(arguments.max_pending, arguments.max_age, arguments.max_tokens, flags)
    if limits == Limits():
        raise UsageError("There is nothing to check. Give a limit, such as '--max-pending 20' or '--no-secrets'.")
    workspace = find_workspace(arguments.directory)
    snapshot = load_snapshot(workspace.home)
    findings = check(snapshot, workspace, arguments.scope, limits)
    kept = all(finding.ok for finding in findings)
    if arguments.json:
        console.json({"ok": kept, "checks": [finding.record() for finding in findings]})
    else:
        console.table([_line(finding, snapshot) for finding in findings])
    return DONE if kept else COULD_NOT


def _line(finding: Finding, snapshot: Snapshot) -> tuple[str, str, str]:
    shown = ", ".join(called_all(finding.memories[:_NAMED], snapshot).values())
    more = f" and {len(finding.memories) - _NAMED:,} more" if len(finding.memories) > _NAMED else ""
    which = f": {shown}{more}" if shown and not finding.ok else ""
    return "ok" if finding.ok else "EXCEEDED", finding.name, f"{finding.found:,} of at most {finding.limit:,}{which}"
