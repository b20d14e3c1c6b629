"""HEAD, tags, roots and remotes."""

from __future__ import annotations

from collections.abc import Callable

from indexer.repository import (
    Head,
    find_repository,
    has_commit,
    is_ancestor,
    read_head,
    read_remotes,
    read_roots,
    read_tags,
)
from tests.conftest import GitRepository


def test_head_knows_its_branch_and_loses_it_when_detached(repository: GitRepository) -> None:
    """The branch is empty in a detached HEAD, the commit is the same."""
    oid = repository.commit({"a": "x"})
    found = find_repository(repository.path)
    assert read_head(found) == Head(oid, "main")
    repository.git("checkout", "--detach")
    assert read_head(found) == Head(oid, "")


def test_head_before_the_first_commit_names_the_branch_only(repository: GitRepository) -> None:
    """An unborn branch has a name and no commit."""
    assert read_head(find_repository(repository.path)) == Head("", "main")
    assert read_roots(find_repository(repository.path)) == ()


def test_a_branch_name_in_another_script_is_kept(repository: GitRepository) -> None:
    """Branch names are UTF-8 as git stores them."""
    repository.commit({"a": "x"})
    repository.git("checkout", "-b", "größe/新")
    assert read_head(find_repository(repository.path)).branch == "größe/新"


def test_annotated_tags_are_peeled_and_tags_of_other_objects_left_out(repository: GitRepository) -> None:
    """Both kinds of tags lead to the commit; a tag of a blob is no release."""
    oid = repository.commit({"a": "x"})
    repository.git("tag", "v1")
    repository.git("tag", "-a", "v2", "-m", "second")
    repository.git("tag", "blob", "HEAD:a")
    assert read_tags(find_repository(repository.path)) == (("v1", oid), ("v2", oid))


def test_roots_survive_a_rename_of_the_branch_and_new_commits(repository: GitRepository) -> None:
    """The root commit is what a repository is known by."""
    root = repository.commit({"a": "x"})
    repository.commit({"a": "y"})
    assert read_roots(find_repository(repository.path)) == (root,)


def test_ancestry_and_presence_answer_false_for_unknown_commits(repository: GitRepository) -> None:
    """Questions about commits that are not here are answered, not raised."""
    first = repository.commit({"a": "x"})
    second = repository.commit({"a": "y"})
    found = find_repository(repository.path)
    assert is_ancestor(found, first, second)
    assert not is_ancestor(found, second, first)
    assert not is_ancestor(found, "0" * 40, second)
    assert has_commit(found, first)
    assert not has_commit(found, "0" * 40)


def test_remotes_are_listed_by_address(
    repository: GitRepository, make_repository: Callable[..., GitRepository]
) -> None:
    """Every remote's address counts, a repository without one has none."""
    found = find_repository(repository.path)
    assert read_remotes(found) == ()
    repository.git("remote", "add", "origin", "https://example.org/a.git")
    repository.git("remote", "add", "fork", "git@example.org:b.git")
    assert read_remotes(found) == ("git@example.org:b.git", "https://example.org/a.git")


def test_names_with_other_line_ends_of_unicode_stay_whole(repository: GitRepository) -> None:
    """Git allows them in the names of branches and tags, and parts its own lines by line feeds alone."""
    oid = repository.commit({"a": "x"})
    repository.git("checkout", "-b", "one\u2028two\x85three")
    repository.git("tag", "v1\u2028x")
    found = find_repository(repository.path)
    assert read_head(found) == Head(oid, "one\u2028two\x85three")
    assert read_tags(found) == (("v1\u2028x", oid),)


def test_a_tag_whose_object_is_lost_leaves_the_others_readable(repository: GitRepository) -> None:
    """One damaged object costs itself."""
    oid = repository.commit({"a": "x"})
    repository.git("tag", "v1")
    repository.git("tag", "-a", "v2", "-m", "second")
    repository.git("tag", "-a", "v3", "-m", "third")
    repository.git("tag", "blob", "HEAD:a")
    lost = repository.git("rev-parse", "v2")
    (repository.path / ".git/objects" / lost[:2] / lost[2:]).unlink()
    assert read_tags(find_repository(repository.path)) == (("v1", oid), ("v3", oid))
