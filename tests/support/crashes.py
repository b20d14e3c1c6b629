"""Refreshes that are killed right before one of their writes, as a machine may do at any moment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_KILLED_BEFORE_WRITE = """
import os, signal, sys
from pathlib import Path
from indexer import find_repository, refresh
from indexer.refresh import pipeline
from indexer.storage.database import Database

path, name, count, full = sys.argv[1:]
calls = 0

def dying(function):
    def call(*arguments, **options):
        global calls
        calls += 1
        if calls == int(count):
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*arguments, **options)
    return call

if __name__ == "__main__":
    holder = Database if hasattr(Database, name) else pipeline
    setattr(holder, name, dying(getattr(holder, name)))
    refresh(find_repository(Path(path)), full=full == "full")
"""


def refresh_killed_before(path: Path, write: str, count: int, *, full: bool = False) -> int:
    """Refresh in another process that dies before it writes for the ``count``-th time; return its exit status.

    ``write`` is a method of ``Database`` or a function that ``indexer.refresh.pipeline`` calls.
    """
    script = path.parent / "dying.py"
    script.write_text(_KILLED_BEFORE_WRITE)
    root = Path(__file__).parents[2]
    command = [sys.executable, str(script), str(path), write, str(count), "full" if full else ""]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    return subprocess.run(command, cwd=root, check=False, capture_output=True, env=environment).returncode
