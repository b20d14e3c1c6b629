"""One worker at a time follows the journal to its end, whatever is written meanwhile and whoever is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from itertools import pairwise
from pathlib import Path

import pytest

from indexer import freshness
from indexer.errors import IndexReadOnlyError
from memtui.hooks import journal, locking, log, waking
from memtui.hooks.journal import Entry
from memtui.sources import background
from memtui.sources.background import work
from memtui.sources.hooking import note_and_wake
from tests.conftest import GitRepository
from tests.support.commands import ROOT
from tests.support.hooks import common_of, files, followed, found, hooked, memories, noted, wait_for_worker

SINGLE = {log.BEGAN: log.ENDED, log.ENDED: log.BEGAN}


@pytest.fixture
def shop(repository: GitRepository) -> GitRepository:
    """Give a repository with one commit, noted."""
    repository.commit(files("first"))
    assert not note_and_wake(found(repository), "test", os.environ)
    return repository


def lines(repository: GitRepository) -> list[str]:
    """Return what the log tells, in order."""
    return [line.what for line in log.read(common_of(repository))]


def test_a_worker_outlives_who_woke_it_and_is_the_only_one(
    shop: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commits that follow one another add to the journal; the memory is there when the worker has ended."""
    hooked(shop)
    monkeypatch.delenv("MEMTUI_BACKGROUND")
    for name in ("second", "third", "fourth"):
        shop.commit(files(name))
    wait_for_worker(shop)
    assert not freshness(found(shop)).behind
    assert noted(shop) == []
    assert "fourth" in " ".join(memories(shop))
    told = lines(shop)
    assert told[0] == log.BEGAN
    # Two at once would begin twice before either has ended.
    assert all(SINGLE[line] == following for line, following in pairwise(told))


def test_git_does_not_wait_for_the_worker(shop: GitRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its streams are closed, and so is any other that a test runner hands down."""
    hooked(shop)
    monkeypatch.delenv("MEMTUI_BACKGROUND")
    reading, writing = os.pipe()
    shop.write(files("second"))
    completed = subprocess.run(
        ["git", "commit", "--all", "-m", "x"],
        cwd=shop.path,
        check=True,
        capture_output=True,
        pass_fds=[writing],
        timeout=60,
    )
    os.close(writing)
    assert completed.stdout
    # The worker is alive, which holds nothing of this process any longer: the pipe has ended.
    assert os.read(reading, 1) == b""
    alive = log.is_working(common_of(shop))
    os.close(reading)
    wait_for_worker(shop)
    assert alive


def test_a_second_worker_leaves_the_first_alone(shop: GitRepository) -> None:
    """Neither waits, neither works."""
    held = locking.take(log.lock_path(common_of(shop)))
    assert held is not None
    assert work(found(shop).common_directory) is None
    assert not waking.wake(common_of(shop), {})
    os.close(held)
    assert work(found(shop).common_directory) == 1


def test_what_is_noted_while_a_worker_works_is_followed_by_it(
    shop: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what is noted between its last look and its letting go of the lock."""
    hold, commits = background._hold, iter(["second", "third"])

    def held(common_directory: str, lock: int, patience: float) -> int:
        refreshes = hold(common_directory, lock, patience)
        name = next(commits, "")
        if name:
            shop.commit(files(name))
            journal.append(common_directory, Entry("late", str(shop.path), ""))
        return refreshes

    monkeypatch.setattr(background, "_hold", held)
    assert work(found(shop).common_directory) == 3
    assert "third" in " ".join(memories(shop))
    assert noted(shop) == []


def test_a_worker_that_is_killed_leaves_its_work_to_the_next(shop: GitRepository) -> None:
    """Nothing is forgotten before it is done; that it was killed is told until another has ended well."""
    program = (
        f"import os, signal, sys; sys.path.append({str(ROOT)!r})\n"
        "from memtui.sources import background, workspace\n"
        "workspace.refresh_workspace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "from pathlib import Path\n"
        f"background.work(Path({common_of(shop)!r}))\n"
    )
    status = subprocess.run([sys.executable, "-c", program], check=False).returncode
    assert status == -signal.SIGKILL
    assert noted(shop) == ["test"]
    assert "was killed" in log.troubles(common_of(shop))[0]
    assert "first" in " ".join(followed(shop))
    assert log.troubles(common_of(shop)) == []


def test_what_goes_wrong_is_told_and_tried_again(shop: GitRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal is kept, the lock is free, and the next worker does what this one could not."""

    def failing(*_: object) -> None:
        raise IndexReadOnlyError(shop.path)

    with monkeypatch.context() as context:
        context.setattr("memtui.sources.workspace.refresh_workspace", failing)
        assert work(found(shop).common_directory) == 0
    assert f"IndexReadOnlyError: {shop.path}" in log.troubles(common_of(shop))[0]
    assert noted(shop) == ["test"]
    assert not log.is_working(common_of(shop))
    assert "first" in " ".join(followed(shop))
    assert log.troubles(common_of(shop)) == []


def test_a_worker_that_cannot_even_start_is_told(shop: GitRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that is broken or half removed is a trouble with words, not a silence."""
    monkeypatch.delenv("MEMTUI_BACKGROUND")
    monkeypatch.setattr(waking, "_PROGRAM", waking._PROGRAM.replace("sources.background", "sources.gone"))
    assert waking.wake(common_of(shop), os.environ)
    wait_for_worker(shop)
    assert "No module named 'memtui.sources.gone'" in log.troubles(common_of(shop))[0]


def test_the_worktree_of_the_last_line_is_indexed(shop: GitRepository, tmp_path: Path) -> None:
    """One index serves all worktrees, and shows the one where git was active last; a removed one gives way to main."""
    tree = GitRepository(tmp_path / "tree")
    shop.git("worktree", "add", "-q", "-b", "side", str(tree.path))
    tree.commit(files("second"))
    note_and_wake(found(shop), "test", os.environ)
    note_and_wake(found(tree), "test", os.environ)
    assert work(found(shop).common_directory) == 1
    assert "second" in " ".join(memories(shop))
    note_and_wake(found(tree), "test", os.environ)
    shop.git("worktree", "remove", "--force", str(tree.path))
    assert "first" in " ".join(followed(shop))


def test_a_lone_pre_commit_hook_is_followed_up_to_its_commit(shop: GitRepository) -> None:
    """Where it is the only one, the worker waits for the commit that it announced; a commit given up ends the wait."""
    hooked(shop)
    for name in ("post-commit", "post-rewrite"):
        (shop.path / ".git" / "hooks" / name).unlink()
    note_and_wake(found(shop), "test", os.environ)
    followed(shop)
    shop.write(files("second"))
    shop.git("add", "--all")
    subprocess.run([".git/hooks/pre-commit"], cwd=shop.path, check=True)
    waited = threading.Thread(target=work, args=(found(shop).common_directory,), kwargs={"patience": 60.0})
    waited.start()
    shop.git("commit", "--no-verify", "-m", "x")
    waited.join()
    assert not freshness(found(shop)).behind
    subprocess.run([".git/hooks/pre-commit"], cwd=shop.path, check=True)
    assert work(found(shop).common_directory, patience=0.0) == 1


def test_a_refresh_by_a_person_ends_the_troubles(shop: GitRepository) -> None:
    """What workers could not do has been done; a log without troubles gets no line for it."""
    background.note_success(found(shop).common_directory)
    assert lines(shop) == []
    log.write(common_of(shop), log.TROUBLE, "no room")
    background.note_success(found(shop).common_directory)
    assert log.troubles(common_of(shop)) == []
