"""Releases: tags on the history, with the commits each brought."""

from __future__ import annotations

import pytest

from indexer.facts import Commit, Release
from indexer.history import derive_history, read_log
from indexer.history.releases import is_version
from indexer.repository import find_repository, read_tags
from tests.conftest import GitRepository
from tests.support.commits import commit, oid


def releases(commits: list[Commit], *tags: tuple[str, int]) -> list[tuple[str, int]]:
    """Derive (tag, number of commits) from tags on numbered commits."""
    found = derive_history(commits, paths={}, releases=[(tag, oid(number)) for tag, number in tags]).releases
    return [(release.tag, release.commits) for release in found]


def test_tags_of_a_real_repository_are_counted(repository: GitRepository) -> None:
    """Annotated and light tags are peeled; tags off the history are left out; counts are ``rev-list``'s."""
    repository.commit({"a": "1"}, day=2)
    repository.git("tag", "v1.0")
    repository.git("checkout", "-q", "-b", "aside")
    repository.commit({"x": "1"}, day=3)
    repository.git("tag", "v9.9")
    repository.git("checkout", "-q", "main")
    repository.commit({"a": "2"}, day=4)
    head = repository.commit({"a": "3"}, day=5)
    repository.git("tag", "-a", "-m", "Second", "v2.0")
    repository.git("tag", "the-tree", "HEAD^{tree}")
    handle = find_repository(repository.path)
    found = derive_history(read_log(handle), paths={}, releases=read_tags(handle)).releases
    assert found[0] == Release("v2.0", head, 1767614400, 2)
    assert [release.tag for release in found] == ["v2.0", "v1.0"]
    assert set(repository.git("tag", "--merged", "HEAD").split()) == {release.tag for release in found}


def test_a_merge_brings_all_that_it_merges() -> None:
    """A release counts the commits of every branch merged since the one before."""
    commits = [commit(1), commit(2), commit(3, parents=[1]), commit(4, parents=[2, 3]), commit(5)]
    assert releases(commits, ("1.0", 1), ("1.1", 5)) == [("1.1", 4), ("1.0", 1)]


def test_what_an_older_release_of_another_line_has_is_not_counted_again() -> None:
    """A merged maintenance line's commits belong to its own release."""
    commits = [commit(1), commit(2), commit(3, parents=[1]), commit(4, parents=[2, 3])]
    assert releases(commits, ("1.0", 1), ("1.0.1", 3), ("2.0", 4)) == [("2.0", 2), ("1.0.1", 1), ("1.0", 1)]


def test_version_tags_come_before_others_and_count_by_themselves() -> None:
    """Milestones and branch points neither shorten a release nor stand in front of it."""
    commits = [commit(number) for number in range(1, 6)]
    tags = [("v1.0", 1), ("branch-point", 3), ("v1.1", 4), ("last-with-x", 5)]
    assert releases(commits, *tags) == [("v1.1", 3), ("v1.0", 1), ("last-with-x", 2), ("branch-point", 3)]


def test_a_long_line_needs_no_recursion() -> None:
    """Ten thousand commits before the first release are counted."""
    assert releases([commit(number) for number in range(1, 10_001)], ("1.0", 10_000)) == [("1.0", 10_000)]


def test_cut_history_counts_what_is_there() -> None:
    """A parent that the clone lacks ends the count."""
    assert releases([commit(7, parents=[6]), commit(8)], ("1.0", 8), ("0.9", 6)) == [("1.0", 2)]


@pytest.mark.parametrize(
    "tag",
    ["v1.2.3", "1.0", "7.0-rc1", "2.0.0a1", "v8", "release-7", "core/v3.1.4", "grep-cli-0.1.11", "lib@4.5.6", "1_2_3"],
)
def test_version_tags_are_known(tag: str) -> None:
    """The ways people write versions are versions."""
    assert is_version(tag)


@pytest.mark.parametrize(
    "tag", ["stable", "stable-2.11-branchpoint", "vm-playpen", "v1_last", "2.3.x", "before-refactoring"]
)
def test_other_tags_are_no_versions(tag: str) -> None:
    """Milestones, branch points and moving tags are not."""
    assert not is_version(tag)


@pytest.mark.parametrize(
    "tag", ["1.0" + "1" * 60 + "x", "1.0" + "-1a" * 60 + "!", "v1." + "1.1" * 60 + "x", "1.0" + "a1" * 60 + "!"]
)
def test_a_hostile_tag_is_told_from_a_version_at_once(tag: str) -> None:
    """Digits shared out among the parts of the pattern would take longer than the age of the repository."""
    assert not is_version(tag)


@pytest.mark.parametrize(
    "tag",
    ["v1.2", "2.0.0-rc1", "core/v3.1.4", "1.0alpha1", "1.0.preview2", "1.0-patch.3", "1.0p1", "1.0.0-beta.2", "1.0.a1"],
)
def test_longer_words_of_versions_are_not_cut_by_shorter_ones(tag: str) -> None:
    """Alpha begins with a, patch and preview with p and pre."""
    assert is_version(tag)


def test_releases_tell_what_they_brought_by_kind() -> None:
    """Breaking changes come first; what no version holds yet stands before all versions."""
    subjects = ["Begin", "feat: tokens", "Fix a crash", "feat!: drop tokens", "Add keys", "Update things"]
    commits = [commit(number, subject=subject) for number, subject in enumerate(subjects, 1)]
    history = derive_history(commits, paths={}, releases=[("v1", oid(2)), ("v2", oid(4))])
    assert [(one.tag, one.commits, one.features, one.fixes, one.breaking) for one in history.releases] == [
        ("v2", 2, 0, 1, 1),
        ("v1", 2, 1, 0, 0),
    ]
    assert [(note.tag, str(note.kind), note.subject) for note in history.release_notes] == [
        ("", "feature", "Add keys"),
        ("v2", "breaking", "feat!: drop tokens"),
        ("v2", "fix", "Fix a crash"),
        ("v1", "feature", "feat: tokens"),
    ]


def test_without_a_version_there_are_no_notes() -> None:
    """All of the history would be what came since."""
    assert derive_history([commit(1, subject="Fix it")], paths={}, releases=[("tag", oid(1))]).release_notes == ()
