"""What no command may import: each is run in a fresh interpreter that tells what it loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import GitRepository
from tests.support.commands import ROOT, Run

HEAVY = {
    "lancedb",
    "textual",
    "rich",
    "pyarrow",
    "numpy",
    "pydantic",
    "asyncio",
    "tree_sitter",
    "platformdirs",
    "rapidfuzz",
}
ARROW = {"pyarrow", "numpy"}
REPORT = """
import sys
from memtui.__main__ import main
try:
    main(sys.argv[1:])
finally:
    print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""


def loaded_by(*arguments: str, cwd: Path) -> set[str]:
    """Return the top-level packages that a command has imported when it ends."""
    completed = subprocess.run(
        [sys.executable, "-c", REPORT, *arguments],
        cwd=cwd,
        capture_output=True,
        check=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    return set(completed.stderr.splitlines()[-1].split())


@pytest.mark.parametrize(
    "arguments", [["--version"], ["--help"], ["ls", "--help"], ["completion", "bash"], ["nonsense"]]
)
def test_what_does_not_read_memories_imports_nothing_heavy(tmp_path: Path, arguments: list[str]) -> None:
    """Version, help, completion and mistakes need the standard library alone."""
    assert loaded_by(*arguments, cwd=tmp_path) & HEAVY == set()


def test_what_only_reads_never_imports_lancedb(repository: GitRepository, memtui: Run) -> None:
    """Listings read Arrow snapshots, with memories and an index to be read; without changes, indexing not even them."""
    repository.commit({"app.py": "if __name__ == '__main__':\n    pass\n"})
    assert memtui("index", cwd=repository.path).code == 0
    for command in ("ls", "ls --json", "show zzz", "status", "entrypoints", "modules --json", "history"):
        assert loaded_by(*command.split(), cwd=repository.path) & (HEAVY - ARROW) == set(), command
    for command in ("stats", "check --max-pending 0 --no-secrets", "repos", "groups --json", "ls --match x --older 1d"):
        assert loaded_by(*command.split(), cwd=repository.path) & (HEAVY - ARROW) == set(), command
    ids = [memory["id"] for memory in memtui("ls", "--limit", "2", "--json", cwd=repository.path).json]
    assert loaded_by("diff", ids[0], "--with", ids[-1], cwd=repository.path) & (HEAVY - ARROW) == set()
    for command in ("symbols x", "map", "wiki"):
        assert loaded_by(*command.split(), cwd=repository.path) & (HEAVY - ARROW) == set(), command
    assert loaded_by("refs", "x", cwd=repository.path) & (HEAVY - ARROW) == {"tree_sitter"}
    assert loaded_by("index", cwd=repository.path) & HEAVY == set()
