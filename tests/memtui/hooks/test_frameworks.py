"""memtui beside the programs that manage hooks; the pre-commit framework is the real one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from memtui.hooks import HOOKS
from memtui.hooks.frameworks import frameworks_of
from memtui.hooks.installing import State
from memtui.sources.hooking import hooking_of, uninstall_hooks
from tests.conftest import GitRepository
from tests.support.commands import ROOT
from tests.support.hooks import files, followed, found, hooked, noted, noted_tree

CONFIGURATION = """\
repos:
- repo: local
  hooks:
  - id: theirs
    name: theirs
    entry: sh -c 'echo ran >> "$(git rev-parse --git-dir)/theirs"'
    language: system
    pass_filenames: false
    always_run: true
"""


@pytest.fixture
def shop(repository: GitRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GitRepository:
    """Give a repository that the pre-commit framework manages."""
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "pre-commit home"))
    repository.commit({**files("first"), ".pre-commit-config.yaml": CONFIGURATION})
    framework(repository, "install")
    return repository


def framework(repository: GitRepository, *arguments: str) -> None:
    """Run the pre-commit framework."""
    command = [sys.executable, "-m", "pre_commit", *arguments]
    subprocess.run(command, cwd=repository.path, check=True, capture_output=True)


def theirs(repository: GitRepository) -> int:
    """Return how often the framework has called its own hook."""
    path = repository.path / ".git" / "theirs"
    return path.read_text().count("ran") if path.exists() else 0


def state(repository: GitRepository) -> State:
    """Return how our first hook stands."""
    return hooking_of(found(repository), os.environ).hooks[0].state


def test_the_hook_of_the_framework_is_called_and_put_back(shop: GitRepository) -> None:
    """Both run at a commit; the framework's file returns byte by byte."""
    path = shop.path / ".git" / "hooks" / "pre-commit"
    before = path.read_bytes()
    hooked(shop)
    shop.write(files("second"))
    shop.git("commit", "--all", "-m", "x")
    assert theirs(shop) == 1
    assert noted(shop) == ["pre-commit", "post-commit"]
    assert noted_tree(shop) == shop.git("rev-parse", "HEAD^{tree}")
    assert "second" in " ".join(followed(shop))
    uninstall_hooks(found(shop))
    assert path.read_bytes() == before


def test_a_framework_that_is_installed_again_calls_ours_and_each_runs_once(shop: GitRepository) -> None:
    """It keeps what it finds and calls it; that this keeps the framework's own hook must not make a circle."""
    hooked(shop)
    framework(shop, "install")
    assert state(shop) == State.BEHIND
    shop.write(files("second"))
    shop.git("commit", "--all", "-m", "x")
    assert theirs(shop) == 1
    assert noted(shop) == ["pre-commit", "post-commit"]
    # Installing ours again finds it where it is.
    hooked(shop)
    assert state(shop) == State.BEHIND
    uninstall_hooks(found(shop))
    shop.git("commit", "--allow-empty", "-m", "y")
    assert theirs(shop) == 2
    left = sorted(path.name for path in (shop.path / ".git" / "hooks").iterdir() if path.suffix != ".sample")
    assert left == ["pre-commit"]


def test_a_framework_installed_after_ours_calls_ours(repository: GitRepository, shop: GitRepository) -> None:
    """Nothing was there before; taking ours out leaves the framework alone."""
    (shop.path / ".git" / "hooks" / "pre-commit").unlink()
    hooked(shop)
    framework(shop, "install")
    shop.git("commit", "--allow-empty", "-m", "x")
    assert theirs(shop) == 1
    assert noted(shop) == ["pre-commit", "post-commit"]
    uninstall_hooks(found(shop))
    shop.git("commit", "--allow-empty", "-m", "y")
    assert theirs(shop) == 2
    assert not (shop.path / ".git" / "hooks" / "pre-commit.legacy").exists()


def test_the_framework_calls_memtui_by_the_lines_that_are_advised(shop: GitRepository) -> None:
    """Without any hook of ours in the directory: the lines are all it takes, at every stage."""
    [advice] = frameworks_of(shop.path, shop.path / ".git" / "hooks")
    lines = "\n".join(advice.lines).replace("memtui-hook", f"{sys.executable} -m memtui.hooks")
    shop.write({".pre-commit-config.yaml": f"repos:\n{lines}\n"})
    framework(shop, "install", *(word for name in HOOKS for word in ("--hook-type", name)))
    shop.write(files("second"))
    shop.git("commit", "--all", "-m", "x")
    assert noted(shop) == ["pre-commit", "post-commit"]
    assert noted_tree(shop) == shop.git("rev-parse", "HEAD^{tree}")
    shop.git("checkout", "-q", "-b", "side")
    shop.git("commit", "--amend", "--allow-empty", "-m", "y")
    assert noted(shop)[2:] == ["post-checkout", "pre-commit", "post-commit", "post-rewrite"]
    assert "second" in " ".join(followed(shop))


def test_the_hooks_that_are_offered_to_the_framework_are_valid() -> None:
    """One for each stage, all of them once a commit, in one process, without file names."""
    manifest = ROOT / ".pre-commit-hooks.yaml"
    subprocess.run([sys.executable, "-m", "pre_commit", "validate-manifest", str(manifest)], check=True)
    offered = yaml.safe_load(manifest.read_text())
    assert [hook["stages"] for hook in offered] == [[name] for name in HOOKS]
    for hook in offered:
        assert (hook["pass_filenames"], hook["require_serial"], hook["always_run"]) == (False, True, True)
        assert hook["entry"] == f"memtui-hook {hook['stages'][0]}"


def test_husky_and_lefthook_are_told_by_their_files(tmp_path: Path) -> None:
    """Each is told what to add to which file; a directory without any is told nothing."""
    assert frameworks_of(tmp_path, tmp_path) == ()
    (tmp_path / ".husky").mkdir()
    (tmp_path / ".lefthook.yml").write_text("")
    husky, lefthook = frameworks_of(tmp_path, tmp_path)
    assert (husky.name, lefthook.name, lefthook.file) == ("husky", "lefthook", ".lefthook.yml")
    commands = yaml.safe_load("\n".join(lefthook.lines))
    assert set(commands) == set(HOOKS)
    assert commands["post-merge"]["commands"]["memtui"]["run"] == "memtui-hook post-merge || true"
    assert {line.partition(":")[0] for line in husky.lines} == {f".husky/{name}" for name in HOOKS}
    for line in husky.lines:
        # Whoever works on the project without memtui must not notice it.
        script = line.partition(": ")[2]
        assert subprocess.run(["/bin/sh", "-ec", script], env={"PATH": "/nowhere"}, check=False).returncode == 0
