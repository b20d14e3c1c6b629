"""Which repository memories belong to, beyond the plain case: recycled places, merges, addresses, groups."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from indexer import find_repository
from memtui.memory import USER_SCOPE, Level, Scope
from memtui.sources import find_workspace, note_workspace
from memtui.sources.attribution import (
    forget_path,
    is_known_without,
    merge_repositories,
    named,
    part_repository,
    rename_repository,
)
from memtui.sources.groups import add_members, groups_of, is_group_name, known_groups, remove_members
from memtui.sources.places import Place, called, place_of, place_of_directory
from memtui.sources.registry import KnownRepository, address, identify, known_repositories, remember
from tests.conftest import GitRepository

Make = Callable[..., GitRepository]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a memories' home that does not exist yet."""
    return tmp_path / "memories"


def known(home: Path, repository: GitRepository) -> KnownRepository:
    """Note where a repository lies and return what it is known as."""
    found = find_repository(repository.path)
    remember(home, found)
    return identify(home, found)


def test_a_place_that_is_used_again_is_another_repository(make_repository: Make, home: Path) -> None:
    """Before the first commit nothing but the place is known, and temporary places are given again and again."""
    first = make_repository("scratch")
    key = known(home, first).key
    shutil.rmtree(first.path)
    second = make_repository("scratch")
    other = known(home, second).key
    assert other != key
    assert {entry.key for entry in known_repositories(home)} == {key, other}
    assert identify(home, find_repository(second.path)).key == other


def test_a_repository_without_a_commit_is_known_where_it_moves(make_repository: Make, home: Path) -> None:
    """By the mark that was left in its git directory, and by its first commit from then on."""
    unborn = make_repository("unborn")
    key = known(home, unborn).key
    moved = unborn.path.rename(unborn.path.with_name("moved"))
    assert identify(home, find_repository(moved)).key == key
    GitRepository(moved).commit({"a": "1"})
    assert identify(home, find_repository(moved)).key == key
    assert known(home, GitRepository(moved)).roots


def test_a_git_directory_that_cannot_be_written_is_known_by_its_place(make_repository: Make, home: Path) -> None:
    """A mark is a help, not a condition."""
    unborn = make_repository("unborn")
    (unborn.path / ".git" / "memtui").write_text("in the way")
    assert known(home, unborn).key == identify(home, find_repository(unborn.path)).key


@pytest.mark.parametrize(
    ("remote", "same"),
    [
        ("https://GitHub.com/team/project.git", "git@github.com:team/project"),
        ("ssh://git@github.com:22/team/project/", "https://user:token@github.com/team/project"),
        ("/srv/git/project.git", "/srv/git/project"),
        ("file:///srv/project.git", "file:///srv/project/"),
    ],
)
def test_addresses_are_equal_whichever_way_they_are_written(remote: str, same: str) -> None:
    """Scheme, user, port and suffix lead to the same place."""
    assert address(remote) == address(same)


def test_addresses_that_differ_in_letter_case_may_be_two() -> None:
    """On the host it is one; in the path some servers tell E3 from e3, and a leak is worse than a question."""
    assert address("https://example.org/E3") != address("https://example.org/e3")


def test_a_shallow_clone_is_known_by_another_form_of_its_address(
    make_repository: Make, home: Path, tmp_path: Path
) -> None:
    """Whoever clones by ssh finds what was remembered in a clone by https."""
    origin = make_repository("origin")
    origin.commit({"a": "1"})
    origin.commit({"a": "2"})
    for name, depth in (("deep", []), ("shallow", ["--depth=1"])):
        origin.git("clone", *depth, f"file://{origin.path}", str(tmp_path / name))
    deep, shallow = GitRepository(tmp_path / "deep"), GitRepository(tmp_path / "shallow")
    deep.git("remote", "set-url", "origin", "https://example.org/team/project.git")
    shallow.git("remote", "set-url", "origin", "git@EXAMPLE.org:team/project")
    assert identify(home, find_repository(shallow.path)).key != known(home, deep).key
    assert identify(home, find_repository(shallow.path)).key == known(home, deep).key


def test_a_renamed_remote_orphans_nothing(make_repository: Make, home: Path) -> None:
    """The first commit is the same, and the new address is noted beside the old one."""
    repository = make_repository()
    root = repository.commit({"a": "1"})
    repository.git("remote", "add", "origin", "https://example.org/old")
    known(home, repository)
    repository.git("remote", "set-url", "origin", "https://example.org/new")
    entry = known(home, repository)
    assert entry.key == root
    assert entry.remotes == ("https://example.org/new", "https://example.org/old")


def test_a_removed_worktree_leaves_its_memories(make_repository: Make, home: Path) -> None:
    """A worktree has the scope of its repository, and no name of its own."""
    repository = make_repository()
    root = repository.commit({"a": "1"})
    tree = repository.path.parent / "feature-x"
    repository.git("worktree", "add", str(tree))
    workspace = find_workspace(tree)
    assert workspace.scope == Scope(Level.REPO, root)
    assert workspace.name == "project"
    note_workspace(workspace)
    shutil.rmtree(tree)
    assert find_workspace(repository.path).scope == workspace.scope


def test_merged_repositories_are_one_until_they_are_parted(make_repository: Make, home: Path) -> None:
    """What is learned of the merged one meanwhile goes with it again."""
    one, two = make_repository("one"), make_repository("two")
    first = one.commit({"a": "1"})
    second = two.commit({"b": "2"}, "Other")
    source, target = known(home, one), known(home, two)
    merge_repositories(home, source, target)
    assert identify(home, find_repository(one.path)).key == second
    remember(home, find_repository(one.path), "7")
    part_repository(home, next(entry for entry in known_repositories(home) if entry.key == first))
    assert identify(home, find_repository(one.path)).key == first
    entry = identify(home, find_repository(two.path))
    assert (entry.key, entry.roots, entry.paths) == (second, (second,), (str(two.path / ".git"),))
    assert entry.absorbed == {}


def test_a_circle_of_merges_ends(home: Path, make_repository: Make) -> None:
    """A damaged file must not hang whoever reads it."""
    one, two = make_repository("one"), make_repository("two")
    first, second = one.commit({"a": "1"}), two.commit({"b": "2"}, "Other")
    source, target = known(home, one), known(home, two)
    merge_repositories(home, source, target)
    merge_repositories(home, target, source)
    assert identify(home, find_repository(one.path)).key in {first, second}


def test_names_keys_and_paths_mean_repositories(home: Path) -> None:
    """An exact name before a path, these before another letter case, and the beginning of a key last."""
    entries = [
        KnownRepository("abcdef01", "Shop", paths=("/srv/shop/.git",)),
        KnownRepository("abcdef02", "shop", paths=("/srv/bare.git",)),
        KnownRepository("12345678", "abcd"),
    ]
    for text, keys in (
        ("Shop", ["abcdef01"]),
        ("shop", ["abcdef02"]),
        ("SHOP", ["abcdef01", "abcdef02"]),
        ("/srv/shop", ["abcdef01"]),
        ("/srv/bare.git", ["abcdef02"]),
        ("abcdef", ["abcdef01", "abcdef02"]),
        ("abcd", ["12345678"]),
        ("123", []),
        ("1234", ["12345678"]),
        ("", []),
    ):
        assert [entry.key for entry in named(entries, text)] == keys, text


def test_a_name_and_a_path_are_changed_alone(make_repository: Make, home: Path) -> None:
    """Everything else that is known stays."""
    repository = make_repository()
    root = repository.commit({"a": "1"})
    entry = known(home, repository)
    rename_repository(home, entry, "Shop")
    assert identify(home, find_repository(repository.path)).name == "Shop"
    path = str(repository.path / ".git")
    assert is_known_without(entry, path)
    forget_path(home, entry, path)
    [left] = known_repositories(home)
    assert (left.name, left.roots, left.paths) == ("Shop", (root,), ())
    assert not is_known_without(KnownRepository("k", "n", paths=(path,)), path)


def test_what_a_newer_version_noted_is_no_obstacle(make_repository: Make, home: Path) -> None:
    """Unknown fields are passed over, and missing ones are empty."""
    home.mkdir()
    (home / "repositories.json").write_text(json.dumps({"k": {"name": "n", "colour": "blue", "paths": ["/x"]}}))
    assert known_repositories(home) == (KnownRepository("k", "n", paths=("/x",)),)


def test_places_that_are_no_projects(tmp_path: Path, sealed_environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The top of the home directory and what lies in temporary directories; a project below the home is ordinary."""
    home = GitRepository(sealed_environment)
    home.git("init")
    assert place_of(find_repository(home.path)) == Place.HOME
    assert called(find_repository(home.path)) == "~"
    assert place_of_directory(Path("/srv/project/.git")) == Place.ORDINARY
    assert place_of_directory(Path("/srv/project.git")) == Place.ORDINARY
    monkeypatch.setenv("TMPDIR", "/srv/scratch")
    assert place_of_directory(Path("/srv/scratch/x/.git")) == Place.TEMPORARY


def test_groups_are_kept_beside_the_repositories(home: Path) -> None:
    """Each with its members, sorted; a group without members is none."""
    assert known_groups(home) == {}
    assert add_members(home, "web", ["k2", "k1"]) == ("k1", "k2")
    assert add_members(home, "web", ["k2", "k3"]) == ("k3",)
    assert add_members(home, "all", ["k1"]) == ("k1",)
    assert known_groups(home) == {"all": ("k1",), "web": ("k1", "k2", "k3")}
    assert groups_of(home, "k1") == ("all", "web")
    assert remove_members(home, "all", ["k1", "k9"]) == ("k1",)
    assert remove_members(home, "nothing", ["k1"]) == ()
    assert known_groups(home) == {"web": ("k1", "k2", "k3")}
    assert (home / "groups.json").stat().st_mode & 0o777 == 0o600
    (home / "groups.json").write_text("{damaged")
    assert known_groups(home) == {}


@pytest.mark.parametrize(
    ("name", "right"),
    [("web", True), ("web-2.0_x", True), ("", False), ("a b", False), ("a:b", False), ("a/b", False), ("x" * 61, False),
     ("--", False), ("wéb", False), ("a\x1b", False)],
)  # fmt: skip
def test_names_of_groups_can_be_typed(name: str, right: bool) -> None:
    """They stand in scopes and on command lines."""
    assert is_group_name(name) == right


def test_a_workspace_has_the_scopes_of_its_groups(make_repository: Make) -> None:
    """The narrowest first; outside a repository only the user's."""
    repository = make_repository()
    root = repository.commit({"a": "1"})
    workspace = find_workspace(repository.path)
    assert workspace.scopes == (Scope(Level.REPO, root), USER_SCOPE)
    add_members(workspace.home, "web", [root])
    expected = (Scope(Level.REPO, root), Scope(Level.GROUP, "web"), USER_SCOPE)
    assert find_workspace(repository.path).scopes == expected
    assert find_workspace(repository.path.parent).scopes == (USER_SCOPE,)
