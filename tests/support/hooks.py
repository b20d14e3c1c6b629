"""Repositories with memtui's hooks in them, and what became of what git did."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from filelock import FileLock

from indexer import Repository, find_repository, freshness
from memtui.hooks import journal
from memtui.hooks.log import lock_path
from memtui.memory import Status
from memtui.sources import find_workspace
from memtui.sources.background import work
from memtui.sources.hooking import install_hooks
from memtui.store import load_snapshot
from tests.conftest import GitRepository

SCRIPT = '[project]\nname = "shop"\n[project.scripts]\n{0} = "shop.main:run"\n'
# Seconds; only a worker that hangs is not done by then.
LIMIT = 120


def hooked(repository: GitRepository) -> GitRepository:
    """Install the hooks, and forget what the installation noted."""
    install_hooks(found(repository), os.environ)
    Path(journal.journal_path(common_of(repository))).unlink(missing_ok=True)
    return repository


def found(repository: GitRepository) -> Repository:
    """Return the repository as memtui finds it."""
    return find_repository(repository.path)


def common_of(repository: GitRepository) -> str:
    """Return the common git directory."""
    return str(found(repository).common_directory)


def files(script: str) -> dict[str, str | bytes]:
    """Return files of a project that is started by one script."""
    return {"pyproject.toml": SCRIPT.format(script), "shop/main.py": "def run() -> None:\n    pass\n"}


def noted(repository: GitRepository) -> list[str]:
    """Return the hooks that the journal tells of, oldest first."""
    return [entry.hook for entry in journal.read(common_of(repository))[0]]


def noted_tree(repository: GitRepository) -> str:
    """Return the tree that the last pre-commit hook saw."""
    return [entry.tree for entry in journal.read(common_of(repository))[0] if entry.hook == "pre-commit"][-1]


def followed(repository: GitRepository) -> set[str]:
    """Let a worker follow the journal in this process; return the titles of the memories of ways in, then approved."""
    assert work(found(repository).common_directory)
    assert journal.is_empty(common_of(repository))
    assert not freshness(found(repository)).behind
    return memories(repository)


def memories(repository: GitRepository) -> set[str]:
    """Return the titles of the approved memories of ways in."""
    workspace = find_workspace(repository.path)
    snapshot = load_snapshot(workspace.home)
    rows = snapshot.select(scopes=workspace.scopes, statuses=[Status.APPROVED], kinds=["entry_point"])
    return {head.memory.title for head in snapshot.heads(rows)}


def indexes(repository: GitRepository) -> dict[Path, bytes]:
    """Return git's own index files of all worktrees of a repository."""
    common = found(repository).common_directory
    places = [common / "index", *common.glob("worktrees/*/index")]
    return {path: path.read_bytes() for path in places if path.exists()}


def wait_for_worker(repository: GitRepository) -> None:
    """Wait until no worker is alive; fail when one does not end."""
    with FileLock(lock_path(common_of(repository)), timeout=LIMIT):
        pass


def write_hook(directory: Path, name: str, script: str) -> Path:
    """Write a hook of someone else's, with a mode that is not memtui's."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(stat.S_IRWXU | stat.S_IRGRP)
    return path
