"""Finding the repository around a path."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from indexer.errors import GitMissingError, NotARepositoryError
from indexer.repository import find_repository
from tests.conftest import GitRepository

Make = Callable[..., GitRepository]


def test_a_repository_is_found_from_its_root_a_directory_deep_inside_and_a_file(repository: GitRepository) -> None:
    """Every path inside a work tree leads to the same repository."""
    repository.commit({"a/b/c.py": "x = 1\n"})
    found = [find_repository(repository.path / part) for part in (".", "a/b", "a/b/c.py")]
    assert found[0] == found[1] == found[2]
    assert found[0].work_tree == repository.path.resolve()
    assert found[0].name == "project"
    assert not found[0].bare


def test_a_directory_outside_any_repository_is_refused(tmp_path: Path) -> None:
    """NotARepositoryError carries the path that was asked for."""
    with pytest.raises(NotARepositoryError) as caught:
        find_repository(tmp_path)
    assert caught.value.path == tmp_path


def test_a_path_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    """A missing directory is no repository, rather than a crash."""
    with pytest.raises(NotARepositoryError):
        find_repository(tmp_path / "missing" / "deeper")


def test_a_bare_repository_has_no_work_tree(make_repository: Make) -> None:
    """A bare repository is known by its directory without .git."""
    bare = make_repository("library.git", "--bare")
    found = find_repository(bare.path)
    assert found.bare
    assert found.work_tree is None
    assert found.name == "library"


def test_a_linked_worktree_shares_name_and_index_directory_with_the_main_one(repository: GitRepository) -> None:
    """Linked worktrees, whose .git is a file, lead to the common directory."""
    repository.commit({"a.py": ""})
    repository.git("worktree", "add", "../elsewhere")
    main = find_repository(repository.path)
    linked = find_repository(repository.path.parent / "elsewhere")
    assert linked.linked
    assert not main.linked
    assert linked.index_directory == main.index_directory
    assert linked.name == main.name == "project"
    assert linked.work_tree == (repository.path.parent / "elsewhere").resolve()


def test_a_submodule_is_a_repository_of_its_own(make_repository: Make) -> None:
    """A submodule's git directory lies in its parent's, and its name is the submodule's."""
    inner, outer = make_repository("inner"), make_repository("outer")
    inner.commit({"a.py": ""})
    outer.git("submodule", "add", str(inner.path), "libs/inner")
    found = find_repository(outer.path / "libs" / "inner")
    assert found.name == "inner"
    assert found.common_directory == (outer.path / ".git/modules/libs/inner").resolve()


def test_a_shallow_clone_says_so(repository: GitRepository, tmp_path: Path) -> None:
    """The clone's depth is part of what is found."""
    repository.commit({"a.py": ""})
    repository.commit({"a.py": "x = 1\n"})
    repository.git("clone", "--depth=1", f"file://{repository.path}", str(tmp_path / "shallow"))
    assert find_repository(tmp_path / "shallow").shallow
    assert not find_repository(repository.path).shallow


def test_sha256_objects_are_told_by_the_object_format(make_repository: Make) -> None:
    """A repository of sha256 objects is found like any other."""
    repository = make_repository("modern", "--object-format=sha256")
    repository.commit({"a.py": ""})
    assert find_repository(repository.path).object_format == "sha256"


def test_variables_that_git_sets_for_hooks_do_not_lead_elsewhere(
    make_repository: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GIT_DIR, GIT_WORK_TREE and GIT_INDEX_FILE of another repository are not obeyed."""
    here, other = make_repository("here"), make_repository("other")
    monkeypatch.setenv("GIT_DIR", str(other.path / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.path))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.path / ".git/index"))
    assert find_repository(here.path).work_tree == here.path.resolve()


def test_a_machine_without_git_gets_its_own_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """GitMissingError tells that the program, not the repository, is missing."""
    monkeypatch.setenv("PATH", os.devnull)
    with pytest.raises(GitMissingError):
        find_repository(tmp_path)


@pytest.mark.parametrize("options", [(), ("--bare",)])
def test_a_path_with_a_line_feed_leads_to_its_repository(make_repository: Make, options: tuple[str, ...]) -> None:
    """Git's answers are parted by line feeds, which a path may hold as well."""
    repository = make_repository("two\nlines", *options)
    found = find_repository(repository.path)
    assert found.common_directory == (repository.path if options else repository.path / ".git").resolve()
    assert found.work_tree == (None if options else repository.path.resolve())
    assert (found.object_format, found.bare, found.shallow) == ("sha1", bool(options), False)


def test_inside_the_git_directory_the_work_tree_is_known(repository: GitRepository) -> None:
    """Hooks may run there; the mailmap and the staged files are those of the work tree all the same."""
    repository.commit({"a.py": ""})
    repository.git("worktree", "add", "../elsewhere")
    linked = repository.path.parent / "elsewhere"
    assert find_repository(repository.path / ".git") == find_repository(repository.path)
    assert find_repository(repository.path / ".git/worktrees/elsewhere") == find_repository(linked)
