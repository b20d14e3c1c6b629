"""Worker processes know neither the main module nor the directory in which memtui was started."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import GitRepository

CONTEXTS = ["spawning_context", "worker_context"]
# Names that a worker imports early: its own package, those of the library, and those of other packages.
NAMES = ["multiprocessing", "struct", "pickle", "random", "indexer", "pebble", "pyarrow", "tree_sitter"]
ROOT = Path(__file__).parents[3]
# A program in a directory of its own, as an installed command is.
PROGRAM = """
import indexer.parsing.pool as pool
from indexer.parsing import processes

pool.worker_context = processes.{context}
print("started")

from memtui.__main__ import main

if main(["index"]):
    raise SystemExit("failed")
"""


@pytest.mark.parametrize("context", CONTEXTS)
def test_nothing_is_imported_from_the_repository_that_is_indexed(
    repository: GitRepository, tmp_path: Path, context: str
) -> None:
    """Files that bear the names of modules are data, wherever memtui is started."""
    ran = tmp_path / "ran"
    ran.mkdir()
    files = {f"{name}.py": f"open({str(ran / name)!r}, 'w').close()\n" for name in NAMES}
    repository.commit(files)
    finished = run(tmp_path, context, repository.path)
    assert (finished.returncode, finished.stderr, list(ran.iterdir())) == (0, "", [])


@pytest.mark.parametrize("context", CONTEXTS)
def test_a_worker_does_not_run_the_program_again(repository: GitRepository, tmp_path: Path, context: str) -> None:
    """The program says once that it started, though it has no guard."""
    repository.commit({"a.py": "def f(): ...\n"})
    assert run(tmp_path, context, repository.path).stdout.count("started") == 1


@pytest.mark.parametrize("context", CONTEXTS)
def test_workers_run_the_code_that_the_program_runs(repository: GitRepository, tmp_path: Path, context: str) -> None:
    """A package that the program found by a path of its own is found there, too, and not where it is installed."""
    repository.commit({"a.py": "def f(): ...\n"})
    shutil.copytree(ROOT / "indexer", tmp_path / "program" / "indexer")
    extraction = tmp_path / "program" / "indexer" / "parsing" / "extraction.py"
    extraction.write_text(f"{extraction.read_text()}\nopen({str(tmp_path / 'ran')!r}, 'w').close()\n")
    finished = run(tmp_path, context, repository.path)
    assert (finished.returncode, finished.stderr) == (0, "")
    assert (tmp_path / "ran").exists()


@pytest.mark.parametrize("name", ["deep" * 40, "gone"])
def test_a_temporary_directory_that_can_hold_no_socket_is_no_hindrance(
    repository: GitRepository, tmp_path: Path, name: str
) -> None:
    """The path of a socket is short, that of a directory need not be."""
    repository.commit({"a.py": "def f(): ...\n"})
    if name != "gone":
        (tmp_path / name).mkdir()
    finished = run(tmp_path, "worker_context", repository.path, TMPDIR=str(tmp_path / name))
    assert (finished.returncode, finished.stderr) == (0, "")


def run(directory: Path, context: str, place: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Index the repository at ``place``, from there."""
    program = directory / "program" / "program.py"
    program.parent.mkdir(exist_ok=True)
    program.write_text(PROGRAM.format(context=context), encoding="utf-8")
    # Neither variable of whoever runs the tests may keep the present directory out.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"} | variables
    return subprocess.run(
        [sys.executable, str(program)], cwd=place, env=environment, check=False, capture_output=True, text=True
    )
