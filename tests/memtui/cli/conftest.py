"""Ways to run memtui's commands: in this process, or as the user's shell does."""

from __future__ import annotations

import io
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.__main__ import main
from tests.support.commands import ROOT, Add, Outcome, Propose, Run


@pytest.fixture
def memtui(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in this process, outside any repository unless told where."""
    outside = tmp_path / "outside"
    outside.mkdir()

    def run(*arguments: str, cwd: Path = outside, stdin: str = "") -> Outcome:
        monkeypatch.chdir(cwd)
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capsys.readouterr()
        code = main(arguments)
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run


@pytest.fixture
def process(tmp_path: Path) -> Run:
    """Run a command line as a process of its own."""

    def run(*arguments: str, cwd: Path = tmp_path, stdin: str = "", **variables: str) -> Outcome:
        completed = subprocess.run(
            [sys.executable, "-m", "memtui", *arguments],
            cwd=cwd,
            input=stdin.encode(),
            capture_output=True,
            check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
        )
        return Outcome(completed.returncode, completed.stdout.decode(), completed.stderr.decode())

    return run


@pytest.fixture
def add(memtui: Run) -> Add:
    """Add a memory and return its id."""

    def run(title: str, body: str = "", *options: str, **where: Path) -> str:
        outcome = memtui("add", body, "--title", title, "--json", *options, **where)
        assert outcome.code == 0, outcome.err
        identifier: str = outcome.json["id"]
        return identifier

    return run


@pytest.fixture
def propose() -> Propose:
    """Propose memories as an agent does, and return their ids."""

    def run(*texts: str, body: str = "", kind: str = "decision") -> list[str]:
        from memtui.memory import USER_SCOPE, Draft, Evidence
        from memtui.review import propose as propose_drafts
        from memtui.store import Store, home_directory

        evidence = (Evidence("session", "s1", 3, body),) if body else ()
        drafts = [Draft(kind, text, body or text, USER_SCOPE, evidence=evidence) for text in texts]
        result = propose_drafts(Store.open(home_directory()), drafts, origin="an agent")
        assert not result.refused
        return [head.memory.id for head in result.changed]

    return run


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Set EDITOR to a program whose Python code is given; ``path`` is the file that it edits."""

    def install(code: str) -> None:
        program = tmp_path / "the editor"
        program.write_text(f"#!{sys.executable}\nimport sys, pathlib\npath = pathlib.Path(sys.argv[1])\n{code}\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("EDITOR", f"'{program}'")

    return install
