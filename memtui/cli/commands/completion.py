"""``memtui completion``: a completion script for a shell, made from the table of commands and their parsers."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from memtui.cli.codes import DONE
from memtui.cli.completion import SHELLS, describe_commands

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Print a completion script; for bash: source <(memtui completion bash)"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("shell", choices=sorted(SHELLS), help="the shell that will read the script")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Print the script."""
    console.block(SHELLS[arguments.shell](describe_commands()))
    return DONE
