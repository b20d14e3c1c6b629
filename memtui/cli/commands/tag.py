"""``memtui tag``: add tags to memories and take tags off."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.cli.acts import configure_act, run_act
from memtui.cli.codes import UsageError

if TYPE_CHECKING:
    from memtui.cli.console import Console

HELP = "Add tags and take tags off: 'memtui tag 3k7f 9x2m +web -old'."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    configure_act(parser)
    several = "may be given several times"
    parser.add_argument("--add", action="append", default=[], metavar="T", help=f"as +T: add this tag; {several}")
    parser.add_argument("--remove", action="append", default=[], metavar="T", help=f"as -T: take it off; {several}")


def rewrite(words: Sequence[str]) -> list[str]:
    """Return the arguments with ``+tag`` and ``-tag`` as options, which is how a person says what to add and remove."""
    return [_as_option(word) for word in words]


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Tag the memories and say what came of it."""
    from memtui.review import tag

    add, remove = _tags(arguments.add), _tags(arguments.remove)
    if not add and not remove:
        raise UsageError("No tag is given. Add one with +TAG, take one off with -TAG.")
    if both := sorted(set(add) & set(remove)):
        raise UsageError(f"The tag '{both[0]}' is to be added and removed. Give one of them.")
    return run_act(arguments, console, lambda store, chosen: tag(store, chosen.ids, add=add, remove=remove))


def _as_option(word: str) -> str:
    if word.startswith("+") and len(word) > 1:
        return f"--add={word[1:]}"
    # "-h" asks for help everywhere; a tag of that name is taken off with "--remove h".
    if word.startswith("-") and not word.startswith("--") and word not in {"-", "-h"}:
        return f"--remove={word[1:]}"
    return word


def _tags(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value.strip() for value in values if value.strip()))
