"""``memtui config``: where the configuration lies, what holds, and what is wrong with it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from memtui.cli.codes import COULD_NOT, DONE
from memtui.cli.options import add_json
from memtui.configuration import ACTIONS, THEME_ALIASES, THEMES, Configuration, key_written, read_configuration
from memtui.configuration.sample import sample
from memtui.configuration.wording import problem_in_words

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Show keys and theme of the terminal UI as they hold, with what is wrong in the file they come from."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--check", action="store_true", help="say only what is wrong; exit with 1 if anything is")
    parser.add_argument("--path", action="store_true", help="print only where the file lies, or would lie")
    parser.add_argument("--default", action="store_true", help="print a file with every setting as it usually is")
    parser.add_argument("--themes", action="store_true", help="list the themes that there are")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Print what was asked for; exit with 1 where the file is wrong somewhere."""
    if arguments.default:
        console.block(sample())
        return DONE
    if arguments.themes:
        console.block("\n".join([*THEME_ALIASES, *THEMES]))
        return DONE
    configuration = read_configuration()
    if arguments.path:
        console.data(str(configuration.path))
        return DONE
    if arguments.json:
        console.json(_record(configuration))
    elif not arguments.check:
        _print(configuration, console)
    return _tell_problems(configuration, console, silent=arguments.json)


def _tell_problems(configuration: Configuration, console: Console, *, silent: bool) -> int:
    if not silent:
        for problem in configuration.problems:
            console.narrate(f"memtui: {configuration.path}: {problem_in_words(problem)}")
    return COULD_NOT if configuration.problems else DONE


def _print(configuration: Configuration, console: Console) -> None:
    there = configuration.path is not None and configuration.path.is_file()
    console.data(f"file:  {configuration.path}{'' if there else ' (not there: the usual settings hold)'}")
    console.data(f"theme: {configuration.theme or 'the usual one'}")
    console.data()
    rows = [("action", "keys", "", "what it does")]
    for action in ACTIONS.values():
        keys = " ".join(map(key_written, configuration.keys_of(action.id))) or "none"
        rows.append((action.id, keys, "changed" if action.id in configuration.keys else "", action.description))
    console.table(rows)


def _record(configuration: Configuration) -> dict[str, Any]:
    return {
        "path": str(configuration.path),
        "theme": configuration.theme,
        "keys": {name: [key_written(key) for key in configuration.keys_of(name)] for name in ACTIONS},
        "changed": sorted(configuration.keys),
        "problems": [
            {
                "line": problem.line,
                "setting": problem.setting,
                "problem": problem.code,
                "message": problem_in_words(problem),
            }
            for problem in configuration.problems
        ],
    }
