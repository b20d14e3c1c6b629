"""What one hook does as a process: little, quickly, and never with a failure."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from memtui.hooks import HOOKS, journal, log
from memtui.hooks.running import main
from memtui.hooks.scripts import program_path
from memtui.hooks.waking import worker_environment
from tests.conftest import GitRepository
from tests.support.commands import ROOT
from tests.support.hooks import common_of, found, noted, write_hook

# Each takes longer to import than a hook takes without it.
SLOW = {"pathlib", "json", "subprocess", "dataclasses", "typing", "re", "contextlib", "tempfile", "collections", "enum"}
FOREIGN = {"lancedb", "pyarrow", "numpy", "git", "textual", "indexer", "filelock", "platformdirs", "site"}


def called(
    repository: GitRepository, *arguments: str, options: tuple[str, ...] = (), **variables: str
) -> subprocess.CompletedProcess[bytes]:
    """Start the program as the script of a hook does."""
    return subprocess.run(
        [sys.executable, "-I", "-S", *options, str(program_path()), *arguments],
        cwd=repository.path,
        check=False,
        capture_output=True,
        env={**os.environ, **variables},
    )


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_imports_little_of_the_library_and_nothing_else(repository: GitRepository, name: str) -> None:
    """Told by the interpreter itself; with the worker that it wakes, and the tree that it reads."""
    repository.commit({"a": "1"})
    found(repository).index_directory.mkdir()
    # A lock that is held stands for a worker: whether one may be woken is looked at, and none is.
    completed = called(repository, name, options=("-X", "importtime"))
    imported = {line.rsplit("|", 1)[1].strip() for line in completed.stderr.decode().splitlines() if "|" in line}
    assert "memtui.hooks.waking" in imported
    assert imported & (SLOW | FOREIGN) == set()
    assert not {module for module in imported if module.startswith("memtui.") and "hooks" not in module}
    assert noted(repository) == [name]


def test_every_module_of_a_hook_needs_the_library_alone(tmp_path: Path) -> None:
    """Those that install, too: none imports another room of memtui, or a package."""
    modules = sorted(path.stem for path in (ROOT / "memtui" / "hooks").glob("*.py") if not path.stem.startswith("_"))
    program = (
        f"import sys; sys.path.append({str(ROOT)!r})\n"
        + "".join(f"import memtui.hooks.{module}\n" for module in modules)
        + "print(*sorted({name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names))\n"
        + "print(*sorted(name for name in sys.modules if name.startswith('memtui.')))"
    )
    completed = subprocess.run([sys.executable, "-I", "-S", "-c", program], check=True, capture_output=True)
    packages, own = completed.stdout.decode().splitlines()
    assert set(packages.split()) - {"__main__"} == {"memtui"}
    assert all(name.startswith("memtui.hooks") for name in own.split())


def test_a_hook_fails_for_nothing(repository: GitRepository, tmp_path: Path) -> None:
    """Outside a repository, without arguments, with a name that is none, in a directory that is gone."""
    outside = GitRepository(tmp_path / "outside")
    outside.path.mkdir()
    assert called(outside, "post-commit").returncode == 0
    assert not any(outside.path.iterdir())
    for arguments in ((), ("pre-push",), ("--help",)):
        completed = called(repository, *arguments)
        assert completed.returncode == 0
        assert completed.stderr.startswith(b"usage: memtui-hook")
    gone = f"cd {outside.path} && rmdir {outside.path} && {sys.executable} -I -S {program_path()} post-commit"
    assert subprocess.run(["/bin/sh", "-c", gone], check=False).returncode == 0


def test_the_module_and_the_command_are_the_same_program(repository: GitRepository) -> None:
    """``python -m memtui.hooks`` and the entry point that managers of hooks call."""
    repository.commit({"a": "1"})
    subprocess.run(
        [sys.executable, "-m", "memtui.hooks", "post-merge", "0"],
        cwd=repository.path,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert noted(repository) == ["post-merge"]
    declared = (ROOT / "pyproject.toml").read_text()
    assert 'memtui-hook = "memtui.hooks.running:main"' in declared


def test_what_a_module_of_the_work_tree_is_called_does_not_matter(repository: GitRepository) -> None:
    """A repository must not run code by giving its files the names of modules."""
    trap = "open('sprung', 'w').close()\n"
    repository.commit({"signal.py": trap, "memtui/__init__.py": trap, "sitecustomize.py": trap})
    called(repository, "post-commit", PYTHONPATH=str(repository.path))
    assert noted(repository) == ["post-commit"]
    assert not (repository.path / "sprung").exists()


def test_what_goes_wrong_is_in_the_log(repository: GitRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the hook that it went wrong in, on one line."""
    repository.commit({"a": "1"})
    found(repository).index_directory.mkdir()
    # A directory in the place of the journal: no line can be written.
    Path(journal.journal_path(common_of(repository))).mkdir()
    monkeypatch.chdir(repository.path)
    assert main(["post-commit"]) == 0
    [trouble] = log.troubles(common_of(repository))
    assert "post-commit: IsADirectoryError" in trouble


def test_a_hook_that_takes_too_long_gives_up(repository: GitRepository, tmp_path: Path) -> None:
    """What waits for ever is left, noted, and the commit goes on; the line was written before."""
    repository.commit({"a.py": "x = 1\n"})
    directory = found(repository).index_directory
    directory.mkdir()
    anchor = {"memory": "m", "title": "t", "kind": "pitfall", "path": "a.py", "symbol": "", "start": 0, "end": 0}
    (directory / "anchors.json").write_text(json.dumps({"format": 1, "anchors": [{**anchor, "blob": "0" * 40}]}))
    # A git that never answers: it reads a pipe that no one writes to.
    os.mkfifo(tmp_path / "pipe")
    write_hook(tmp_path / "bin", "git", f"exec cat '{tmp_path}/pipe'")
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    repository.write({"a.py": "x = 2\n"})
    repository.git("add", "--all")
    committed = repository.git("rev-parse", "HEAD")
    started = called(repository, "pre-commit", PATH=path)
    assert (started.returncode, started.stdout) == (0, b"")
    assert [entry.head for entry in journal.read(common_of(repository))[0]] == [committed]
    assert "gave up its notice" in log.troubles(common_of(repository))[0]


def test_at_most_three_lines_are_printed(repository: GitRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them one line, whatever the notice holds."""
    repository.commit({"a": "1"})
    directory = found(repository).index_directory
    directory.mkdir()
    (directory / "anchors.json").write_text(" " * 100)
    monkeypatch.setattr("memtui.hooks.notice.notice", lambda *_: ("1\n2", "größer", "3", "4"))
    monkeypatch.chdir(repository.path)
    printed = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", printed)
    assert main(["pre-commit"]) == 0
    assert main(["post-commit"]) == 0
    assert printed.buffer.getvalue().decode() == "1 2\ngrößer\n3\n"


def test_a_worker_gets_nothing_that_leads_it_to_one_index() -> None:
    """Neither git's variables for a hook nor a home that is relative to where the hook stood."""
    given = {"GIT_DIR": "x", "GIT_INDEX_FILE": "y", "GIT_PREFIX": "", "GIT_AUTHOR_NAME": "a", "GIT_TRACE": "1"}
    kept = {"GIT_CONFIG_GLOBAL": "/config", "PATH": "/bin", "MEMTUI_HOME": "/home"}
    assert worker_environment({**given, **kept}) == kept
    assert worker_environment({"MEMTUI_HOME": "here"})["MEMTUI_HOME"] == str(Path.cwd() / "here")


def test_the_log_tells_what_is_still_wrong(tmp_path: Path) -> None:
    """A worker that ended well has got over what was before; one that never ended was killed."""
    (tmp_path / "memtui").mkdir()
    common = str(tmp_path)
    assert log.troubles(common) == []
    log.write(common, log.TROUBLE, "over\nlines")
    assert [trouble[21:] for trouble in log.troubles(common)] == ["over lines"]
    log.write(common, log.BEGAN, "A worker began.")
    log.write(common, log.ENDED, "1 refreshes.")
    assert log.troubles(common) == []
    log.write(common, log.BEGAN, "A worker began.")
    assert "was killed" in log.troubles(common)[0]
    Path(log.log_path(common)).write_bytes(b"\xff not a line\n")
    assert log.troubles(common) == []


def test_the_log_does_not_grow_for_ever(tmp_path: Path) -> None:
    """A hook that fails at every commit says so in bounded space."""
    (tmp_path / "memtui").mkdir()
    for _ in range(1_500):
        log.write(str(tmp_path), log.TROUBLE, "x" * 1_000)
    assert sum(path.stat().st_size for path in (tmp_path / "memtui").iterdir()) < 600_000
    assert log.troubles(str(tmp_path))
