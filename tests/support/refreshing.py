"""Refreshes of real repositories: in this process, and in others that die on the way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa

from indexer import Index, find_repository, open_index, refresh
from indexer.refresh import Report
from indexer.storage.tables import RECORDS

_KILLED_IN_PHASE = """
import os, signal, sys
from pathlib import Path
from indexer import find_repository, refresh

def progress(phase, done, total):
    if phase == sys.argv[2]:
        os.kill(os.getpid(), getattr(signal, sys.argv[3]))

if __name__ == "__main__":
    refresh(find_repository(Path(sys.argv[1])), progress=progress)
"""


def refreshed(path: Path, *, full: bool = False) -> Report:
    """Refresh the repository at ``path`` in this process."""
    return refresh(find_repository(path), full=full)


def index_of(path: Path) -> Index:
    """Return the last finished generation of the repository at ``path``."""
    return open_index(find_repository(path))


def tables_of(path: Path) -> dict[str, pa.Table]:
    """Return all derived tables of the last finished generation."""
    index = index_of(path)
    return {name: index.table(name) for name in RECORDS}


def refresh_killed_in(path: Path, phase: str, signal_name: str = "SIGKILL") -> int:
    """Refresh in another process that sends itself a signal when a phase begins; return its exit status."""
    script = path.parent / "killed.py"
    script.write_text(_KILLED_IN_PHASE)
    root = Path(__file__).parents[2]
    command = [sys.executable, str(script), str(path), phase, signal_name]
    completed = subprocess.run(command, cwd=root, check=False, capture_output=True, env=_with_path(root))
    return completed.returncode


def _with_path(root: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(root)}
