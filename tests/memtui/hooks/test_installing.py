"""Installing keeps what is there and calls it; uninstalling puts it back as it was, byte by byte."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.hooks import HOOKS
from memtui.hooks.installing import Slot, State, install, slots, state_of, uninstall
from memtui.hooks.scripts import FORMER, is_ours, quoted
from memtui.sources.hooking import hooking_of, install_hooks, uninstall_hooks
from tests.conftest import GitRepository
from tests.support.hooks import found, hooked, noted, write_hook


@pytest.fixture
def directory(repository: GitRepository) -> Path:
    """Give the directory of hooks of a repository, emptied of git's samples."""
    path = repository.path / ".git" / "hooks"
    for sample in path.iterdir():
        sample.unlink()
    return path


def contents(directory: Path) -> dict[str, tuple[bytes, int]]:
    """Return the files of a directory with their bytes and modes."""
    return {path.name: (path.read_bytes(), stat.S_IMODE(path.lstat().st_mode)) for path in directory.iterdir()}


def states(repository: GitRepository) -> set[State]:
    """Return the states of all hooks."""
    return {hook.state for hook in hooking_of(found(repository), os.environ).hooks}


def test_installing_twice_is_installing_once(repository: GitRepository, directory: Path) -> None:
    """Our own hook is no former hook, and nothing is left when it goes."""
    hooked(repository)
    once = contents(directory)
    assert set(once) == set(HOOKS)
    assert {mode for _, mode in once.values()} == {0o755}
    hooked(repository)
    assert contents(directory) == once
    assert states(repository) == {State.INSTALLED}
    uninstall_hooks(found(repository))
    assert contents(directory) == {}
    assert states(repository) == {State.ABSENT}


def test_a_former_hook_is_called_and_put_back(repository: GitRepository, directory: Path) -> None:
    """It gets the same arguments, stands in the same directory, and returns with its mode and its bytes."""
    repository.commit({"a": "1"})
    write_hook(directory, "post-checkout", 'echo "$3 $PWD" > called; exit 7')
    write_hook(directory, "pre-commit", "touch never").chmod(0o644)
    before = contents(directory)
    hooked(repository)
    status = subprocess.run(["git", "checkout", "-q", "-b", "side"], cwd=repository.path, check=False).returncode
    # git makes 1 of whatever status its hook ends with.
    assert status == 1
    assert (repository.path / "called").read_text() == f"1 {repository.path}\n"
    assert noted(repository) == ["post-checkout"]
    repository.commit({"b": "1"})
    # Not executable, so that git did not call it either.
    assert not (repository.path / "never").exists()
    uninstall_hooks(found(repository))
    assert contents(directory) == before


def test_a_former_hook_that_is_a_link_stays_one(repository: GitRepository, directory: Path) -> None:
    """Many projects link their hooks to scripts that are tracked."""
    script = write_hook(repository.path / "scripts", "check", "touch called")
    (directory / "pre-commit").symlink_to("../../scripts/check")
    hooked(repository)
    assert script.read_text().endswith("touch called\n")
    repository.commit({"a": "1"})
    assert (repository.path / "called").exists()
    uninstall_hooks(found(repository))
    assert (directory / "pre-commit").readlink() == Path("../../scripts/check")


def test_the_input_of_a_rewrite_reaches_the_former_hook_whole(repository: GitRepository, directory: Path) -> None:
    """It is all that tells which commits became which, blank lines at its end included."""
    repository.commit({"a": "1"})
    write_hook(directory, "post-rewrite", 'cat > "seen-$1"')
    hooked(repository)
    old = repository.git("rev-parse", "HEAD")
    repository.git("commit", "--amend", "-m", "y")
    assert (repository.path / "seen-amend").read_text() == f"{old} {repository.git('rev-parse', 'HEAD')}\n"
    assert noted(repository)[-1] == "post-rewrite"
    for given in (b"", b"a b\n\n\n", b"no line feed"):
        hook = str(directory / "post-rewrite")
        subprocess.run([hook, "rebase"], cwd=repository.path, input=given, check=True)
        assert (repository.path / "seen-rebase").read_bytes() == given
    # A hook that does not read is no reason to fail either.
    write_hook(directory, f"post-rewrite{FORMER}", "exit 0")
    subprocess.run([hook, "rebase"], cwd=repository.path, input=b"a b\n" * 100_000, check=True)


def test_a_hook_without_memtui_is_silent(repository: GitRepository, directory: Path) -> None:
    """Whether the interpreter or the package is gone or broken, commits are made, and the former hook is called."""
    write_hook(directory, "post-commit", "echo x >> called")
    hooked(repository)
    script = (directory / "post-commit").read_text()
    for gone in ("/gone/python", "/bin/false"):
        python, program = f"python={quoted(sys.executable)}", "program='"
        assert python in script
        (directory / "post-commit").write_text(script.replace(python, f"python='{gone}'"))
        assert is_quiet(repository)
        (directory / "post-commit").write_text(script.replace(program, f"{program}/gone"))
        assert is_quiet(repository)
    assert "post-commit" not in noted(repository)
    assert (repository.path / "called").read_text() == "x\n" * 4


def is_quiet(repository: GitRepository) -> bool:
    """Commit; return whether nothing was printed."""
    completed = subprocess.run(
        ["git", "commit", "-q", "--allow-empty", "-m", "x"], cwd=repository.path, check=True, capture_output=True
    )
    return completed.stdout + completed.stderr == b""


def test_a_hook_of_another_memtui_is_outdated_and_renewed(repository: GitRepository, directory: Path) -> None:
    """Whatever moved, installing again writes it anew and keeps the former hook."""
    former = write_hook(directory, "pre-commit", "true").read_bytes()
    hooked(repository)
    path = directory / "pre-commit"
    script = path.read_text()
    path.write_text(script.replace(f"python={quoted(sys.executable)}", "python='/old/bin/python'"))
    assert hooking_of(found(repository), os.environ).standing == "outdated"
    hooked(repository)
    assert path.read_text() == script
    assert (directory / f"pre-commit{FORMER}").read_bytes() == former
    path.write_text(script.replace("hooks/__main__.py", "hooks/elsewhere.py"))
    assert State.OUTDATED in states(repository)


def test_another_name_of_the_interpreter_and_another_home_are_not_outdated(
    repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks may have started memtui otherwise than whoever installed."""
    hooked(repository)
    other = Path(sys.executable).with_name("python3")
    assert other.exists()
    monkeypatch.setattr(sys, "executable", str(other.with_name("python")))
    monkeypatch.setenv("MEMTUI_HOME", "/elsewhere")
    assert states(repository) == {State.INSTALLED}
    monkeypatch.delenv("MEMTUI_HOME")
    assert states(repository) == {State.INSTALLED}


def test_the_home_of_whoever_installs_is_used_by_programs_that_set_none(
    repository: GitRepository, directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A graphical client knows nothing of what a shell sets; what is set goes first."""
    monkeypatch.setenv("MEMTUI_HOME", "/the home/of $USER's")
    hooked(repository)
    script = (directory / "post-commit").read_text()
    lines = [line.strip() for line in script.splitlines() if "MEMTUI_HOME" in line]
    for given, expected in (("", "/the home/of $USER's"), ("/given", "/given")):
        told = subprocess.run(
            ["/bin/sh", "-c", "\n".join([*lines, 'printf %s "$MEMTUI_HOME"'])],
            env={"MEMTUI_HOME": given},
            check=True,
            capture_output=True,
        )
        assert told.stdout.decode() == expected


def test_a_hook_that_another_program_put_in_the_place_of_ours_stays(repository: GitRepository, directory: Path) -> None:
    """Uninstalling leaves it, installing again calls it, and no one's work is lost."""
    write_hook(directory, "pre-commit", "echo first")
    hooked(repository)
    (directory / "pre-commit").unlink()
    write_hook(directory, "pre-commit", "echo second")
    assert State.OTHER in states(repository)
    uninstall_hooks(found(repository))
    assert "second" in (directory / "pre-commit").read_text()
    hooked(repository)
    assert "second" in (directory / f"pre-commit{FORMER}").read_text()
    assert "first" in (directory / f"pre-commit{FORMER}.1").read_text()
    uninstall_hooks(found(repository))
    assert "second" in (directory / "pre-commit").read_text()


def test_at_every_step_of_installing_there_is_a_hook(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that stops before the last step leaves the former hook in force."""
    write_hook(directory, "pre-commit", "echo first")
    slot = Slot(directory, "pre-commit", shared=False)

    def stopped(*_: object) -> None:
        raise OSError

    with monkeypatch.context() as stopping:
        stopping.setattr(Path, "replace", stopped)
        with pytest.raises(OSError, match=r"^$"):
            install(slot, os.environ)
    assert not is_ours(slot.path)
    assert sorted(contents(directory)) == ["pre-commit", f"pre-commit{FORMER}"]
    install(slot, os.environ)
    assert is_ours(slot.path)
    uninstall(slot)
    assert "first" in slot.path.read_text()


def test_a_linked_worktree_shares_the_hooks(repository: GitRepository, directory: Path, tmp_path: Path) -> None:
    """Installed from there, where ``.git`` is a file, they lie in the common directory."""
    repository.commit({"a": "1"})
    tree = GitRepository(tmp_path / "tree")
    repository.git("worktree", "add", "-q", str(tree.path))
    install_hooks(found(tree), os.environ)
    assert set(contents(directory)) == set(HOOKS)
    assert hooking_of(found(tree), os.environ).directory.samefile(directory)


def test_a_bare_repository_has_hooks_too(make_repository: Callable[..., GitRepository]) -> None:
    """Its git directory is all there is."""
    bare = make_repository("bare.git", "--bare")
    install_hooks(found(bare), os.environ)
    assert states(bare) == {State.INSTALLED}
    assert is_ours(bare.path / "hooks" / "post-merge")


def test_what_is_not_there_is_absent(tmp_path: Path) -> None:
    """A directory that does not exist is made by installing alone."""
    directory = tmp_path / "none"
    assert {state_of(slot, os.environ).state for slot in slots(directory)} == {State.ABSENT}
    assert not directory.exists()
    for slot in slots(directory):
        install(slot, os.environ)
    assert {state_of(slot, os.environ).state for slot in slots(directory)} == {State.INSTALLED}
