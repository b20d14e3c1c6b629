"""What hooks read from git's files is what git says."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.hooks.places import Place, head_of, in_rebase, locate
from memtui.hooks.staged import cached_tree, index_path, tree_to_commit
from tests.conftest import GitRepository


def placed(repository: GitRepository, **variables: str) -> Place:
    """Return what is located where a repository is."""
    place = locate(str(repository.path), variables)
    assert place is not None
    return place


def assert_as_git_says(repository: GitRepository) -> None:
    """Compare both directories and HEAD."""
    place = placed(repository)
    common = repository.path / repository.git("rev-parse", "--git-common-dir")
    assert place.git_directory == str(Path(repository.git("rev-parse", "--absolute-git-dir")).resolve())
    assert place.common_directory == str(common.resolve())
    assert head_of(place) == repository.git("rev-parse", "--verify", "-q", "HEAD")


def test_a_repository_is_located_as_git_locates_it(repository: GitRepository, tmp_path: Path) -> None:
    """From the top, from below, in a linked worktree, in a submodule, in a bare clone; with loose and packed names."""
    repository.commit({"sub/a": "1"})
    repository.git("worktree", "add", "-q", "-b", "group/side", str(tmp_path / "tree"))
    repository.git("clone", "-q", "--bare", ".", str(tmp_path / "bare"))
    repository.git("submodule", "--quiet", "add", str(tmp_path / "bare"), "module")
    places = [repository.path, repository.path / "sub", tmp_path / "tree", tmp_path / "bare"]
    for path in [*places, repository.path / "module"]:
        assert_as_git_says(GitRepository(path))
    repository.git("pack-refs", "--all")
    repository.git("checkout", "-q", "--detach")
    for path in places:
        assert_as_git_says(GitRepository(path))


def test_what_git_gives_its_hooks_goes_first(repository: GitRepository, tmp_path: Path) -> None:
    """GIT_DIR may be relative, and may lead away from where the hook stands."""
    repository.commit({"a": "1"})
    elsewhere = GitRepository(tmp_path / "elsewhere")
    elsewhere.path.mkdir()
    given_directory = os.path.relpath(repository.path / ".git", elsewhere.path)
    place = placed(elsewhere, GIT_DIR=given_directory)
    assert place.git_directory == str(repository.path / ".git")
    assert head_of(place) == repository.git("rev-parse", "HEAD")


def test_outside_a_repository_there_is_none(tmp_path: Path) -> None:
    """A directory without git, and a pointer to one that is gone."""
    assert locate(str(tmp_path), {}) is None
    (tmp_path / ".git").write_text("gitdir: /gone\n")
    assert locate(str(tmp_path), {}) is None
    assert locate(str(tmp_path), {"GIT_DIR": "/gone"}) is None


def test_before_the_first_commit_head_is_empty(repository: GitRepository) -> None:
    """There is nothing that it could name."""
    assert head_of(placed(repository)) == ""
    assert not in_rebase(placed(repository))


@pytest.mark.parametrize("options", [(), ("--object-format=sha256",)])
def test_the_tree_of_an_index_is_the_one_that_git_writes(
    make_repository: Callable[..., GitRepository], options: tuple[str, ...]
) -> None:
    """Read from the index where git has noted it, asked for where it has not; both without a change to anything."""
    repository = make_repository("project", *options)
    repository.commit({"a/b/c": "1", "a/d": "2", "TREE": "3"})
    index = repository.path / ".git" / "index"
    place = placed(repository)
    committed = repository.git("rev-parse", "HEAD^{tree}")
    assert cached_tree(index.read_bytes()) == committed
    repository.write({"a/b/c": "changed", "new": "4"})
    repository.git("add", "--all")
    before = index.read_bytes()
    objects = sorted((repository.path / ".git" / "objects").rglob("*"))
    assert cached_tree(before) == ""
    tree = tree_to_commit(place, str(repository.path), {})
    assert index.read_bytes() == before
    assert sorted((repository.path / ".git" / "objects").rglob("*")) == objects
    assert tree == repository.git("write-tree")


@pytest.mark.parametrize("setting", ["index.version=4", "core.splitIndex=true", "core.untrackedCache=true"])
def test_every_form_of_index_is_read(repository: GitRepository, setting: str) -> None:
    """What stands behind the noted tree differs from form to form."""
    name, _, value = setting.partition("=")
    repository.git("config", name, value)
    repository.commit({"a/b": "1", "c": "2"})
    repository.git("status")
    place = placed(repository)
    assert tree_to_commit(place, str(repository.path), {}) == repository.git("rev-parse", "HEAD^{tree}")


def test_an_index_in_conflict_or_none_has_no_tree(repository: GitRepository) -> None:
    """No commit can be made of it."""
    assert tree_to_commit(placed(repository), str(repository.path), {}) == ""
    repository.commit({"a": "1"})
    repository.git("checkout", "-q", "-b", "side")
    repository.commit({"a": "2"})
    repository.git("checkout", "-q", "main")
    repository.commit({"a": "3"})
    with pytest.raises(subprocess.CalledProcessError):
        repository.git("merge", "side")
    assert tree_to_commit(placed(repository), str(repository.path), {}) == ""


def test_the_index_is_the_one_that_git_gives_its_hook(repository: GitRepository) -> None:
    """Relative to where the hook stands, the usual one otherwise."""
    place = placed(repository)
    assert index_path(place, "/top", {"GIT_INDEX_FILE": ".git/other"}) == "/top/.git/other"
    assert index_path(place, "/top", {"GIT_INDEX_FILE": "/else/where"}) == "/else/where"
    assert index_path(place, "/top", {}) == str(repository.path / ".git" / "index")


@given(st.binary(max_size=400))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_an_index_without_a_tree_or_with_one(content: bytes) -> None:
    """Nothing that a file may hold makes the hook fail."""
    for begin in (b"", b"DIRC", b"DIRC\0\0\0\2\0\0\0\1TREE"):
        assert len(cached_tree(begin + content)) in {0, 40, 64}
