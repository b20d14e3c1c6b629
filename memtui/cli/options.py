"""Options that several commands share, and the types of their values."""

from __future__ import annotations

import argparse

from memtui.memory import Kind


def add_json(parser: argparse.ArgumentParser) -> None:
    """Declare ``--json``."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def add_dry_run(parser: argparse.ArgumentParser) -> None:
    """Declare ``--dry-run``."""
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and do nothing")


def add_outcome(parser: argparse.ArgumentParser) -> None:
    """Declare how an act ends: for show, and in which form it is told."""
    add_dry_run(parser)
    add_json(parser)


def add_yes(parser: argparse.ArgumentParser) -> None:
    """Declare ``--yes``."""
    parser.add_argument("--yes", action="store_true", help="do it without asking")


def add_id(parser: argparse.ArgumentParser, *, count: str | None = None) -> None:
    """Declare the id of a memory, or several of them by a ``count`` as in ``argparse``."""
    name = "ids" if count in {"+", "*"} else "id"
    parser.add_argument(name, nargs=count, metavar="ID", help="a memory's id, or as much of it as tells it apart")


def positive(text: str) -> int:
    """Return a number from 1 upwards; raise ArgumentTypeError for anything else."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 upwards")
    return int(text)


def natural(text: str) -> int:
    """Return a number from 0 upwards; raise ArgumentTypeError for anything else."""
    if not (text.isdecimal() and text.isascii()):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 0 upwards")
    return int(text)


def known_kind(text: str) -> str:
    """Return a kind that memtui knows; raise ArgumentTypeError for any other."""
    if text in set(Kind):
        return text
    raise argparse.ArgumentTypeError(f"there is no kind '{text}'; choose from {', '.join(Kind)}")
