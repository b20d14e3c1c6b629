"""A sealed machine for every test: own home, own git configuration, fixed dates."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import settings

# A deadline is a test by the clock, which fails on a busy machine and proves nothing on a quick one.
settings.register_profile("memtui", deadline=None)
settings.load_profile("memtui")

GIT_VARIABLES = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY")


@pytest.fixture(autouse=True)
def sealed_environment(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the machine that runs the tests out of them, and the tests out of the machine."""
    home = tmp_path_factory.mktemp("home")
    for name in [*GIT_VARIABLES, "EDITOR", "VISUAL", "NO_COLOR", "TMUX", "TEXTUAL_THEME"]:
        monkeypatch.delenv(name, raising=False)
    for name in [name for name in os.environ if name.startswith(("MEMTUI_", "XDG_"))]:
        monkeypatch.delenv(name)
    variables = {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "MEMTUI_HOME": str(home / "memtui"),
        # No process outlives the test that started it; those about the worker set this anew.
        "MEMTUI_BACKGROUND": "0",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": str(home / "gitconfig"),
        "GIT_AUTHOR_NAME": "Ada Lovelace",
        "GIT_AUTHOR_EMAIL": "ada@example.org",
        "GIT_COMMITTER_NAME": "Ada Lovelace",
        "GIT_COMMITTER_EMAIL": "ada@example.org",
        "GIT_AUTHOR_DATE": "2026-01-02T03:04:05+00:00",
        "GIT_COMMITTER_DATE": "2026-01-02T03:04:05+00:00",
        "TEXTUAL_ANIMATIONS": "none",
        "TZ": "UTC",
    }
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    (home / "gitconfig").write_text('[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n')
    return home


class GitRepository:
    """A real repository in a temporary directory, driven by the real git."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def git(self, *arguments: str, **variables: str) -> str:
        """Run git here and return its standard output, stripped."""
        completed = subprocess.run(
            ["git", *arguments], cwd=self.path, check=True, capture_output=True, env={**os.environ, **variables}
        )
        return completed.stdout.decode("utf-8", errors="replace").strip()

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Write files into the work tree."""
        for name, content in files.items():
            target = self.path / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content if isinstance(content, bytes) else content.encode())

    def commit(
        self, files: Mapping[str, str | bytes] | None = None, message: str = "Change things", day: int = 2
    ) -> str:
        """Write, stage everything and commit on a day of January 2026; return the commit's id."""
        self.write(files or {})
        self.git("add", "--all")
        date = f"2026-01-{day:02}T12:00:00+00:00"
        self.git("commit", "--allow-empty", "-m", message, GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)
        return self.git("rev-parse", "HEAD")


@pytest.fixture
def make_repository(tmp_path: Path) -> Callable[..., GitRepository]:
    """Give a factory of fresh repositories: ``make_repository("name", "--bare")``."""

    def make(name: str = "project", *options: str) -> GitRepository:
        path = tmp_path / name
        path.mkdir(parents=True)
        repository = GitRepository(path)
        repository.git("init", *options)
        return repository

    return make


@pytest.fixture
def repository(make_repository: Callable[..., GitRepository]) -> GitRepository:
    """Give one fresh, empty repository."""
    return make_repository()
