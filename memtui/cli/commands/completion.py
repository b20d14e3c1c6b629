"""``memtui completion``: a completion script for a shell, made from the table of commands and their parsers."""

from __future__ import annotations

import argparse
from contextlib import suppress
from typing import TYPE_CHECKING

from memtui.cli.codes import DONE, UsageError
from memtui.cli.words import SORTS

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Print a completion script; for bash: source <(memtui completion bash)"


_SHELLS = ("bash", "fish", "zsh")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("shell", nargs="?", choices=_SHELLS, help="the shell that will read the script")
    parser.add_argument("--words", choices=SORTS, help="instead, print what the script offers of this sort")
    parser.add_argument("--prefix", default="", metavar="WORD", help="of these, only those that begin so")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Print the script, or the words that it asks for."""
    if arguments.words is not None:
        _print_words(arguments.words, arguments.prefix, console)
    elif arguments.shell is None:
        raise UsageError(f"For which shell? Choose {', '.join(_SHELLS)}: 'memtui completion bash'.")
    else:
        _print_script(arguments.shell, console)
    return DONE


def _print_script(shell: str, console: Console) -> None:
    # All parsers are read for it, which a shell that asks for words does not wait for.
    from memtui.cli.completion import SHELLS, describe_commands

    console.block(SHELLS[shell](describe_commands()))


def _print_words(what: str, prefix: str, console: Console) -> None:
    from memtui.cli.words import words
    from memtui.store import home_directory

    # Whatever is wrong with the store, nobody wants to hear of it between two keys.
    with suppress(Exception):
        for word, shown in words(what, prefix, home_directory()):
            # As a block, which keeps the tab; neither part has a line feed.
            console.block(f"{word}\t{shown}" if shown else word)
