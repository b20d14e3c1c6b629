"""Runs one command: finds it, hands it its arguments, and turns whatever ends it into an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from memtui.cli.codes import COULD_NOT, DONE, INTERRUPTED, WRONG_USAGE, UsageError
from memtui.cli.console import Console
from memtui.cli.parser import load_command, main_parser, split_help

StartScreens = Callable[[Path], int]


def run(arguments: Sequence[str], start_screens: StartScreens) -> int:
    """Carry out a command line and return the exit code: 0 done, 1 could not, 2 wrong usage, 130 interrupted."""
    console = Console(sys.stdin, sys.stdout, sys.stderr)
    try:
        code = _dispatch(arguments, console, start_screens)
        console.flush()
    except UsageError as error:
        console.narrate(f"memtui: {error}")
        return WRONG_USAGE
    except KeyboardInterrupt:
        console.narrate("memtui: Interrupted.")
        return INTERRUPTED
    except BrokenPipeError:
        return _leave_the_pipe()
    except Exception as error:  # noqa: BLE001 - the edge of the process: every error becomes a sentence and a code
        return _explain(error, console)
    return code


def _dispatch(arguments: Sequence[str], console: Console, start_screens: StartScreens) -> int:
    try:
        return _start(arguments, console, start_screens)
    except SystemExit as request:
        # argparse ends the process after --help and --version.
        return request.code if isinstance(request.code, int) else DONE


def _start(arguments: Sequence[str], console: Console, start_screens: StartScreens) -> int:
    options = main_parser().parse_args(list(arguments))
    # The words after the command are parsed by the command alone, whose module is imported for it.
    name, rest = options.command, options.rest
    if name == "help":
        name, *rest = split_help(rest)
        if name == "--help":
            main_parser().parse_args(["--help"])
    directory = _directory(options.directory)
    if name is None:
        return _start_screens(directory, console, start_screens)
    parser, module = load_command(name)
    # A command may have words that no parser of options understands, such as a tag with a sign before it.
    rewrite: Callable[[Sequence[str]], list[str]] = getattr(module, "rewrite", list)
    chosen = parser.parse_args(rewrite(rest))
    chosen.directory = directory
    code = module.run(chosen, console)
    # The answer first: whether it was of today is a second question.
    console.flush()
    from memtui.cli.background import keep_current

    keep_current(name, directory, console, os.environ)
    if "memtui.store.store" in sys.modules:
        # Whoever opened the store may have changed what a hook is to know.
        from memtui.cli.publishing import publish_after

        publish_after(directory)
    return code


def _directory(path: str | None) -> Path:
    if path is None:
        return Path.cwd()
    directory = Path(path).expanduser().absolute()
    if not directory.is_dir():
        raise UsageError(f"There is no directory '{path}'. Give -C a directory that exists.")
    return directory


def _start_screens(directory: Path, console: Console, start_screens: StartScreens) -> int:
    # Escape sequences in a file or pipe help nobody.
    if not (console.stdin.isatty() and console.on_terminal):
        console.narrate("memtui: The terminal UI needs a terminal. For scripts there are commands: 'memtui --help'.")
        return COULD_NOT
    return start_screens(directory)


def _leave_the_pipe() -> int:
    """Say nothing when the reader of stdout has seen enough: what was asked has been done."""
    # Python flushes stdout once more on leaving; that must not fail again.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
    return DONE


def _explain(error: Exception, console: Console) -> int:
    # Imported when something has gone wrong: the prose of all rooms is no part of a start.
    from memtui.cli.messages import explain

    sentence, step = explain(error)
    console.narrate(f"memtui: {sentence} {step}".rstrip())
    return COULD_NOT
