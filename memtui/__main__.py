"""The ``memtui`` command: the terminal UI without arguments, one of the commands with them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from memtui.cli import run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run memtui and return its exit code."""
    return run(sys.argv[1:] if arguments is None else arguments, _start_screens)


def _start_screens(path: Path) -> int:
    from memtui.tui import run_app

    return run_app(path)


if __name__ == "__main__":
    sys.exit(main())
