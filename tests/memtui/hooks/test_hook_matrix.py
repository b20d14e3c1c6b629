"""Every way in which git calls hooks: what was done is noted, no index is touched, and the memories follow."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from indexer import freshness
from memtui.hooks import log
from tests.conftest import GitRepository
from tests.support.hooks import (
    common_of,
    files,
    followed,
    found,
    hooked,
    indexes,
    noted,
    noted_tree,
    wait_for_worker,
    write_hook,
)

COMMITTED = ["pre-commit", "post-commit"]


@pytest.fixture
def shop(repository: GitRepository) -> GitRepository:
    """Give a repository with one commit and memtui's hooks."""
    repository.commit(files("first"))
    return hooked(repository)


def tree_of_head(repository: GitRepository) -> str:
    """Return the tree of the last commit."""
    return repository.git("rev-parse", "HEAD^{tree}")


def test_a_commit_of_staged_files(shop: GitRepository) -> None:
    """The journal names the tree that the commit then has, and the memory follows."""
    shop.write(files("second"))
    shop.git("add", "--all")
    shop.git("commit", "-m", "x")
    assert noted(shop) == COMMITTED
    assert noted_tree(shop) == tree_of_head(shop)
    assert "second" in " ".join(followed(shop))


def test_a_commit_of_all_changed_files(shop: GitRepository) -> None:
    """While the hook runs, git holds the lock of its index, whose file is what is staged into."""
    shop.write(files("second"))
    shop.git("commit", "--all", "-m", "x")
    assert noted(shop) == COMMITTED
    assert noted_tree(shop) == tree_of_head(shop)
    assert "second" in " ".join(followed(shop))


def test_a_commit_of_one_path_among_staged_ones(shop: GitRepository) -> None:
    """The tree holds that path alone; what is staged besides is indexed afterwards, as it is staged still."""
    shop.write({**files("second"), "other.py": "def other() -> None:\n    pass\n"})
    shop.git("add", "other.py")
    shop.git("commit", "--only", "pyproject.toml", "-m", "x")
    assert noted_tree(shop) == tree_of_head(shop)
    assert "other.py" not in shop.git("ls-tree", "--name-only", "HEAD")
    assert "second" in " ".join(followed(shop))


def test_a_commit_of_a_part_of_a_file(shop: GitRepository) -> None:
    """What counts is what is staged, not what the work tree holds."""
    shop.write(files("second"))
    shop.git("add", "--all")
    shop.write(files("third"))
    shop.git("commit", "-m", "x")
    assert noted_tree(shop) == tree_of_head(shop)
    titles = " ".join(followed(shop))
    assert "second" in titles
    assert "third" not in titles


def test_a_commit_from_a_sub_directory(shop: GitRepository) -> None:
    """Hooks run at the top, wherever the person stands."""
    shop.write(files("second"))
    GitRepository(shop.path / "shop").git("commit", "--all", "-m", "x")
    assert noted_tree(shop) == tree_of_head(shop)
    assert "second" in " ".join(followed(shop))


def test_an_amended_commit(shop: GitRepository) -> None:
    """The commit that is replaced leaves nothing behind."""
    shop.write(files("second"))
    shop.git("commit", "--all", "--amend", "-m", "x")
    assert noted(shop) == [*COMMITTED, "post-rewrite"]
    assert noted_tree(shop) == tree_of_head(shop)
    titles = " ".join(followed(shop))
    assert "second" in titles
    assert "first" not in titles


def test_a_commit_without_verifying(shop: GitRepository) -> None:
    """The first hook is left out; the second suffices."""
    shop.write(files("second"))
    shop.git("commit", "--all", "--no-verify", "-m", "x")
    assert noted(shop) == ["post-commit"]
    assert "second" in " ".join(followed(shop))


def test_the_first_commit_of_all(repository: GitRepository) -> None:
    """There is no HEAD yet when the hook is called."""
    hooked(repository)
    repository.write(files("first"))
    repository.git("add", "--all")
    repository.git("commit", "-m", "x")
    assert noted_tree(repository) == tree_of_head(repository)
    assert "first" in " ".join(followed(repository))


def test_a_commit_in_a_linked_worktree(shop: GitRepository, tmp_path: Path) -> None:
    """The hooks lie in the common directory; the index of the main worktree stays as it is, byte by byte."""
    tree = GitRepository(tmp_path / "linked tree")
    shop.git("worktree", "add", "-q", "-b", "side", str(tree.path))
    third = GitRepository(tmp_path / "third")
    shop.git("worktree", "add", "-q", "-b", "other", str(third.path))
    before = indexes(shop)
    tree.write(files("second"))
    tree.git("commit", "--all", "-m", "x")
    assert noted_tree(shop) == tree.git("rev-parse", "HEAD^{tree}")
    assert "second" in " ".join(followed(tree))
    own = found(tree).git_directory / "index"
    assert {path: content for path, content in indexes(shop).items() if path != own} == {
        path: content for path, content in before.items() if path != own
    }


def test_a_commit_in_a_submodule(shop: GitRepository, make_repository: Callable[..., GitRepository]) -> None:
    """The submodule is a repository of its own; the one around it is not touched."""
    library = make_repository("library")
    library.commit(files("inner"))
    shop.git("submodule", "--quiet", "add", str(library.path), "library")
    shop.git("commit", "-m", "with a library")
    assert followed(shop)
    inner = hooked(GitRepository(shop.path / "library"))
    before = indexes(shop)
    inner.write(files("deeper"))
    inner.git("commit", "--all", "-m", "x")
    assert noted(inner) == COMMITTED
    assert noted_tree(inner) == inner.git("rev-parse", "HEAD^{tree}")
    assert "deeper" in " ".join(followed(inner))
    assert noted(shop) == []
    assert indexes(shop) == before


def test_a_rebase(shop: GitRepository) -> None:
    """Each commit that is moved is noted; the index then holds the last state."""
    shop.git("checkout", "-q", "-b", "side")
    for name in ("second", "third"):
        shop.commit({f"{name}.py": f"def {name}() -> None:\n    pass\n"})
    shop.commit(files("moved"))
    shop.git("checkout", "-q", "main")
    shop.commit({"main.py": "def main() -> None:\n    pass\n"})
    assert followed(shop)
    shop.git("rebase", "-q", "main", "side")
    assert noted(shop)[0] == "post-checkout"
    assert noted(shop)[-1] == "post-rewrite"
    assert "moved" in " ".join(followed(shop))
    assert "main.py" in shop.git("ls-tree", "--name-only", "HEAD")


def test_a_rebase_wakes_no_worker_before_it_ends(shop: GitRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    """While commits are moved one by one, there is nothing yet that is worth an index."""
    shop.git("checkout", "-q", "-b", "side")
    shop.commit({"a.py": "def a() -> None:\n    pass\n"})
    shop.git("checkout", "-q", "main")
    shop.commit({"b.py": "def b() -> None:\n    pass\n"})
    followed(shop)
    workers = log.read(common_of(shop))
    monkeypatch.delenv("MEMTUI_BACKGROUND")
    with pytest.raises(subprocess.CalledProcessError):
        shop.git("rebase", "-q", "--exec", "false", "main", "side")
    assert noted(shop) == ["post-checkout", "post-commit"]
    assert len(log.read(common_of(shop))) == len(workers)
    shop.git("rebase", "--continue")
    wait_for_worker(shop)
    assert noted(shop) == []
    assert [line.what for line in log.read(common_of(shop))[len(workers) :]] == [log.BEGAN, log.ENDED]
    assert not freshness(found(shop)).behind


def test_a_merge_and_one_with_conflicts(shop: GitRepository) -> None:
    """A merge that git makes calls one hook, one that a person finishes calls those of a commit."""
    shop.git("checkout", "-q", "-b", "side")
    shop.commit({"side.py": "def side() -> None:\n    pass\n", "both": "1\n"})
    shop.git("checkout", "-q", "main")
    shop.commit({"main.py": "def main() -> None:\n    pass\n"})
    followed(shop)
    shop.git("merge", "-q", "--no-edit", "side")
    assert noted(shop) == ["post-merge"]
    followed(shop)
    shop.git("checkout", "-q", "-b", "conflict", "main~1")
    shop.commit({**files("second"), "both": "2\n"})
    with pytest.raises(subprocess.CalledProcessError):
        shop.git("merge", "-q", "main")
    shop.write({"both": "3\n"})
    followed(shop)
    shop.git("add", "both")
    shop.git("commit", "--no-edit")
    assert noted(shop) == COMMITTED
    assert noted_tree(shop) == tree_of_head(shop)
    assert "second" in " ".join(followed(shop))


def test_a_switch_of_branches(shop: GitRepository) -> None:
    """Facts go with a branch and come back with it."""
    shop.git("checkout", "-q", "-b", "side")
    shop.commit(files("second"))
    assert "second" in " ".join(followed(shop))
    shop.git("checkout", "-q", "main")
    assert noted(shop) == ["post-checkout"]
    titles = " ".join(followed(shop))
    assert "first" in titles
    assert "second" not in titles


def test_a_commit_with_a_bare_path(shop: GitRepository) -> None:
    """A graphical client starts git with hardly any variables; the interpreter is named by its whole path."""
    git = shutil.which("git")
    assert git
    shop.write(files("second"))
    environment = {name: value for name, value in os.environ.items() if name.startswith(("GIT_", "MEMTUI_", "HOME"))}
    completed = subprocess.run(
        [git, "commit", "--all", "-m", "x"], cwd=shop.path, env={**environment, "PATH": "/nowhere"}, check=False
    )
    assert completed.returncode == 0
    assert noted(shop) == COMMITTED
    assert noted_tree(shop) == tree_of_head(shop)
    assert "second" in " ".join(followed(shop))


def test_a_commit_below_a_path_with_spaces_and_quotes(make_repository: Callable[..., GitRepository]) -> None:
    """Hooks are found and name their place whatever it is called."""
    repository = make_repository('it\'s "a" shop, größer $HOME')
    repository.commit(files("first"))
    hooked(repository)
    repository.write(files("second"))
    repository.git("commit", "--all", "-m", "x")
    assert noted(repository) == COMMITTED
    assert "second" in " ".join(followed(repository))


def test_a_commit_that_a_hook_refuses_is_not_noted(repository: GitRepository) -> None:
    """The former hook decides, and memtui says nothing about what did not happen."""
    repository.commit(files("first"))
    write_hook(repository.path / ".git" / "hooks", "pre-commit", "exit 3")
    hooked(repository)
    with pytest.raises(subprocess.CalledProcessError):
        repository.git("commit", "--allow-empty", "-m", "x")
    assert noted(repository) == []


def test_hooks_where_core_hooks_path_leads(shop: GitRepository, tmp_path: Path) -> None:
    """A directory for several repositories calls memtui in those alone that know it."""
    shared = tmp_path / "shared hooks"
    shop.git("config", "core.hooksPath", str(shared))
    hooked(shop)
    stranger = GitRepository(tmp_path / "stranger")
    stranger.path.mkdir()
    stranger.git("init", "-q")
    stranger.git("config", "core.hooksPath", str(shared))
    stranger.commit(files("strange"))
    assert not found(stranger).index_directory.exists()
    shop.write(files("second"))
    shop.git("commit", "--all", "-m", "x")
    assert noted(shop) == COMMITTED
    assert "second" in " ".join(followed(shop))


@pytest.fixture
def unprivileged() -> dict[str, int]:
    """Give what makes a process one that rights bind, as they do not bind the superuser."""
    return {"user": 65534, "group": 65534} if os.geteuid() == 0 else {}


def test_a_git_directory_that_cannot_be_written(unprivileged: dict[str, int]) -> None:
    """What git then does of itself is all that happens: the hooks neither fail nor complain."""
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        repository = GitRepository(Path(place) / "shop")
        repository.path.mkdir()
        repository.git("init", "-q")
        repository.commit(files("first"))
        hooked(repository)
        common = found(repository).common_directory
        subprocess.run(["chmod", "-R", "a+rX,a-w", str(repository.path)], check=True)
        environment = {**os.environ, "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory"}
        environment |= {"GIT_CONFIG_VALUE_0": "*", "GIT_CONFIG_GLOBAL": "/dev/null", "HOME": "/nowhere"}
        for name in ("pre-commit", "post-commit", "post-checkout"):
            completed = subprocess.run(
                [str(common / "hooks" / name)],
                cwd=repository.path,
                env=environment,
                capture_output=True,
                check=False,
                **unprivileged,  # type: ignore[call-overload]
            )
            assert (completed.returncode, completed.stdout, completed.stderr) == (0, b"", b""), name
        assert noted(repository) == []
        subprocess.run(["chmod", "-R", "u+w", str(repository.path)], check=True)


def test_a_file_where_memtui_keeps_its_directory(shop: GitRepository) -> None:
    """Nothing can be noted, and the commit is made all the same."""
    directory = found(shop).index_directory
    shutil.rmtree(directory)
    directory.write_text("in the way")
    shop.write(files("second"))
    shop.git("commit", "--all", "-m", "x")
    assert shop.git("log", "-1", "--format=%s") == "x"
    assert directory.read_text() == "in the way"
    assert Path(common_of(shop), "hooks", "pre-commit").exists()
