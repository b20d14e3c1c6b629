"""``memtui hooks``, what ``status`` and ``doctor`` say of them, and ``index`` as a hook calls it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from indexer import find_repository, open_index
from memtui.hooks import HOOKS, locking, log
from memtui.sources.hooking import note_and_wake, uninstall_hooks
from tests.conftest import GitRepository
from tests.support.commands import ROOT, Run
from tests.support.hooks import common_of, files, found, memories, noted, wait_for_worker, write_hook


def test_hooks_are_installed_shown_and_taken_out(memtui: Run, repository: GitRepository) -> None:
    """Each step is told in words and as JSON; the steps to take next are on stderr."""
    repository.commit(files("first"))
    before = memtui("hooks", "status", cwd=repository.path)
    assert before.lines[0].split() == ["pre-commit", "not", "installed"]
    assert "'memtui hooks install'" in before.err
    write_hook(repository.path / ".git" / "hooks", "post-merge", "true")
    installed = memtui("hooks", "install", "--json", cwd=repository.path).json
    assert [hook["name"] for hook in installed["hooks"]] == list(HOOKS)
    assert {hook["state"] for hook in installed["hooks"]} == {"installed"}
    assert [hook["name"] for hook in installed["hooks"] if hook["former"]] == ["post-merge"]
    # The first index is asked for at once, not at the next commit.
    assert (installed["standing"], installed["waiting"]) == ("installed", 1)
    told = memtui("hooks", "status", cwd=repository.path)
    assert "first calls the hook that was here before" in told.lines[3]
    assert told.err == ""
    taken = memtui("hooks", "uninstall", "--json", cwd=repository.path).json
    assert [hook["state"] for hook in taken["hooks"]] == ["absent", "absent", "absent", "other", "absent"]


def test_uninstalling_removes_what_hooks_wrote_and_tells_of_the_index(memtui: Run, repository: GitRepository) -> None:
    """The journal, the log and the lock go; the index stays, and is removed by its directory."""
    repository.commit(files("first"))
    memtui("hooks", "install", cwd=repository.path)
    log.write(common_of(repository), log.TROUBLE, "no room")
    memtui("index", cwd=repository.path)
    note_and_wake(found(repository), "test", os.environ)
    own = found(repository).index_directory
    before = {path.name for path in own.iterdir()}
    # Written anew by the next refresh, since hooks may come back.
    traces = {"journal.jsonl", "hooks.log", "worker.lock", "anchors.json"}
    assert {"journal.jsonl", "hooks.log", "anchors.json"} <= before
    uninstall_hooks(found(repository))
    assert {path.name for path in own.iterdir()} == before - traces
    outcome = memtui("hooks", "uninstall", cwd=repository.path)
    assert f"delete {own} to remove it" in " ".join(outcome.err.split())
    assert memtui("ls", cwd=repository.path).code == 0


def test_uninstalling_without_an_index_leaves_nothing(memtui: Run, repository: GitRepository) -> None:
    """Not even an empty directory, and nothing is told."""
    repository.commit(files("first"))
    before = {path.name for path in (repository.path / ".git").iterdir()}
    memtui("hooks", "install", cwd=repository.path)
    assert found(repository).index_directory.is_dir()
    outcome = memtui("hooks", "uninstall", cwd=repository.path)
    assert {path.name for path in (repository.path / ".git").iterdir()} == before
    assert outcome.err == ""
    assert memtui("hooks", "uninstall", "--json", cwd=repository.path).json["left"] == {
        "index": None,
        "working": False,
        "former": [],
        "callers": [],
    }


def test_uninstalling_tells_what_it_cannot_remove(memtui: Run, repository: GitRepository) -> None:
    """A worker's files, a hook of someone's that nothing calls, and the lines of a manager that call memtui."""
    write_hook(repository.path / ".git" / "hooks", "post-merge", "true")
    memtui("hooks", "install", cwd=repository.path)
    write_hook(repository.path / ".git" / "hooks", "post-merge", "echo another")
    repository.write({"lefthook.yml": "post-commit:\n  commands:\n    memtui:\n      run: memtui-hook post-commit\n"})
    held = locking.take(log.lock_path(common_of(repository)))
    assert held is not None
    outcome = memtui("hooks", "uninstall", cwd=repository.path)
    assert "lefthook.yml still calls memtui-hook" in outcome.err
    assert "worker is still at work" in outcome.err
    [former] = memtui("hooks", "uninstall", "--json", cwd=repository.path).json["left"]["former"]
    assert "true" in Path(former).read_text()
    assert noted(repository) == ["install"]
    os.close(held)
    assert not memtui("hooks", "uninstall", "--json", cwd=repository.path).json["left"]["working"]
    assert not found(repository).index_directory.exists()


def test_hooks_outside_a_repository(memtui: Run) -> None:
    """There is nothing to install them in."""
    outcome = memtui("hooks", "install")
    assert outcome.code == 1
    assert "git init" in outcome.err
    assert memtui("hooks").code == 1
    assert memtui("hooks", "nonsense").code == 2


def test_a_hooks_path_outside_is_written_to_only_when_asked(
    memtui: Run, repository: GitRepository, tmp_path: Path
) -> None:
    """It may be shared by other repositories, or tracked by this one."""
    shared = tmp_path / "shared"
    repository.git("config", "core.hooksPath", str(shared))
    refused = memtui("hooks", "install", cwd=repository.path)
    assert refused.code == 1
    assert "--hooks-path-too" in refused.err
    assert str(shared) in refused.out
    assert not shared.exists()
    assert memtui("hooks", "install", "--hooks-path-too", cwd=repository.path).code == 0
    assert sorted(path.name for path in shared.iterdir()) == sorted(HOOKS)
    assert memtui("hooks", "uninstall", cwd=repository.path).code == 1
    assert memtui("hooks", "uninstall", "--hooks-path-too", cwd=repository.path).code == 0
    assert not any(shared.iterdir())
    # Inside the git directory it is this repository's own.
    repository.git("config", "core.hooksPath", str(repository.path / ".git" / "own"))
    assert memtui("hooks", "install", cwd=repository.path).code == 0


def test_managers_of_hooks_are_told_what_to_add(memtui: Run, repository: GitRepository) -> None:
    """Nothing is written into the work tree, where their files are."""
    repository.commit({".pre-commit-config.yaml": "repos: []\n", "lefthook.yml": "", ".husky/pre-commit": ""})
    outcome = memtui("hooks", "install", cwd=repository.path)
    assert "entry: memtui-hook post-rewrite" in outcome.err
    assert "lefthook.yml" in outcome.err
    assert ".husky/pre-commit: command -v memtui-hook" in outcome.err
    assert memtui("hooks", "status", "--json", cwd=repository.path).json["frameworks"] == [
        "pre-commit",
        "husky",
        "lefthook",
    ]
    assert repository.git("status", "--porcelain") == ""


def test_status_and_doctor_tell_what_hooks_had_trouble_with(memtui: Run, repository: GitRepository) -> None:
    """Where no one sees a hook fail, someone may look; indexing by hand ends it."""
    repository.commit(files("first"))
    assert memtui("status", "--json", cwd=repository.path).json["hooks"] == "absent"
    memtui("hooks", "install", cwd=repository.path)
    assert "hooks        installed" in memtui("status", cwd=repository.path).out
    assert hooks_check(memtui, repository)[0]
    log.write(common_of(repository), log.TROUBLE, "no\x1b[31m room")
    for command in ("status", "hooks status"):
        outcome = memtui(*command.split(), cwd=repository.path)
        assert "room" in outcome.out
        assert "\x1b" not in outcome.out
    [trouble] = memtui("status", "--json", cwd=repository.path).json["troubles"]
    assert trouble.endswith("room")
    ok, detail = hooks_check(memtui, repository)
    assert not ok
    assert "hooks.log" in detail
    memtui("index", cwd=repository.path)
    assert hooks_check(memtui, repository)[0]
    hook = repository.path / ".git" / "hooks" / "pre-commit"
    hook.write_text(hook.read_text().replace("__main__", "__gone__"))
    assert "outdated" in memtui("status", cwd=repository.path).out
    assert "'memtui hooks install'" in hooks_check(memtui, repository)[1]


def hooks_check(memtui: Run, repository: GitRepository) -> tuple[bool, str]:
    """Return what doctor finds about the hooks."""
    checks = memtui("doctor", "--json", cwd=repository.path).json["checks"]
    return next((check["ok"], check["detail"]) for check in checks if check["name"] == "hooks")


def test_a_command_says_that_the_index_is_behind_and_has_it_brought_up(
    memtui: Run, repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After its answer, on stderr, and without waiting; what is never indexed is left so."""
    repository.commit(files("first"))
    monkeypatch.delenv("MEMTUI_BACKGROUND")
    assert "index" not in memtui("ls", "--json", cwd=repository.path).err
    assert not found(repository).index_directory.exists()
    memtui("index", cwd=repository.path)
    assert memtui("ls", cwd=repository.path).err == ""
    repository.commit(files("second"))
    behind = memtui("ls", "--json", cwd=repository.path)
    assert "second" not in behind.out
    assert "has changed since it was indexed" in behind.err
    assert "being indexed in the background" in behind.err
    wait_for_worker(repository)
    assert "second" in " ".join(memories(repository))
    assert memtui("ls", cwd=repository.path).err == ""


def test_what_failed_in_the_background_is_told_and_not_tried_at_every_command(
    memtui: Run, repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full is not tried again and again; indexing by hand, or the next commit, is another matter."""
    repository.commit(files("first"))
    memtui("index", cwd=repository.path)
    repository.commit(files("second"))
    log.write(common_of(repository), log.TROUBLE, "no room")
    monkeypatch.delenv("MEMTUI_BACKGROUND")
    assert "'memtui doctor' tells why" in memtui("ls", cwd=repository.path).err
    assert [line.what for line in log.read(common_of(repository))] == [log.TROUBLE]
    memtui("index", cwd=repository.path)
    assert memtui("ls", cwd=repository.path).err == ""


def test_an_index_file_that_is_gone_is_not_an_empty_repository(
    memtui: Run, repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A variable of git's that was left over leads nowhere, and the usual index counts."""
    repository.commit(files("first"))
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index-1.lock")
    assert memtui("index", "--staged", "--json", cwd=repository.path).json["files"] == 2


def test_nothing_is_started_where_that_is_forbidden(memtui: Run, repository: GitRepository) -> None:
    """The switch leaves the sentence, with what a person can do instead."""
    repository.commit(files("first"))
    memtui("index", cwd=repository.path)
    repository.commit(files("second"))
    assert "'memtui index' brings this up to date" in memtui("ls", cwd=repository.path).err
    assert not Path(log.log_path(common_of(repository))).exists()
    assert "second" not in " ".join(memories(repository))


def test_hooks_that_were_installed_before_any_index_have_one_made(
    memtui: Run, repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Installing hooks is a wish for an index; a worker that was killed leaves it to the next command."""
    repository.commit(files("first"))
    memtui("hooks", "install", cwd=repository.path)
    assert noted(repository) == ["install"]
    monkeypatch.delenv("MEMTUI_BACKGROUND")
    assert "no index yet" in memtui("ls", cwd=repository.path).err
    wait_for_worker(repository)
    assert "first" in " ".join(memories(repository))


@pytest.mark.parametrize("options", [("--all",), ("--only", "pyproject.toml"), ()])
def test_a_hook_indexes_what_its_commit_will_hold(
    memtui: Run, repository: GitRepository, options: tuple[str, ...]
) -> None:
    """In the foreground, with the index that git made for it; git's own indexes stay as they are."""
    repository.commit(files("first"))
    memtui("index", cwd=repository.path)
    command = f'"{sys.executable}" -m memtui index --staged --json'
    report = f'PYTHONPATH="{ROOT}" {command} > .git/report'
    # Compared around the command, since git itself writes the index before it calls its hooks.
    copies = ['cp .git/index .git/usual; cp "$GIT_INDEX_FILE" .git/given', report]
    compared = 'cmp .git/index .git/usual && cmp "$GIT_INDEX_FILE" .git/given && touch .git/unchanged'
    write_hook(repository.path / ".git" / "hooks", "pre-commit", "\n".join([*copies, compared, "exit 1"]))
    repository.write({**files("second"), "new.py": "def new() -> None:\n    pass\n"})
    repository.git("add", "new.py", *([] if options else ["pyproject.toml"]))
    with pytest.raises(subprocess.CalledProcessError):
        repository.git("commit", *options, "-m", "x")
    assert '"changed": true' in (repository.path / ".git" / "report").read_text()
    assert (repository.path / ".git" / "unchanged").exists()
    index = open_index(find_repository(repository.path))
    assert {"second"} == {entry.name for entry in index.entry_points() if entry.path == "pyproject.toml"}
    assert ("new.py" in {file.path for file in index.files()}) == ("--only" not in options)
