"""Which repository memories belong to: shown, put right with a preview, and shared in groups."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import GitRepository
from tests.support.commands import Add, Run

Make = Callable[..., GitRepository]


def record_of(memtui: Run, name: str) -> Any:
    """Return what ``repos`` says about one repository."""
    [found] = [record for record in memtui("repos", "--json").json if record["name"] == name]
    return found


def problems(record: Any) -> set[str]:
    """Return the problems of a repository by name."""
    return {problem["problem"] for problem in record["problems"]}


def scope_of(memtui: Run, memory: str) -> str:
    """Return the scope of a memory."""
    scope: str = memtui("show", memory, "--json").json["scope"]
    return scope


def test_repositories_are_listed_with_what_leads_to_them(memtui: Run, add: Add, repository: GitRepository) -> None:
    """Key, name, paths, addresses and counts; the deleted are counted apart."""
    root = repository.commit({"a": "1"})
    repository.git("remote", "add", "origin", "https://example.org/project.git")
    add("one", "b", cwd=repository.path)
    memtui("rm", add("two", "b", cwd=repository.path))
    record = record_of(memtui, "project")
    assert (record["key"], record["roots"]) == (root, [root])
    assert record["paths"] == [str(repository.path / ".git")]
    assert record["remotes"] == ["https://example.org/project.git"]
    assert (record["memories"]["approved"], record["memories"]["deleted"]) == (1, 1)
    assert problems(record) == {"temporary"}
    lines = memtui("repos").lines
    assert lines[0] == f"{root[:8]}  project  1 memory"
    assert memtui("repos", "--json", cwd=repository.path).json == memtui("repos", "--json").json


def test_nothing_known_is_no_error(memtui: Run) -> None:
    """It is said how a repository becomes known."""
    outcome = memtui("repos")
    assert (outcome.code, outcome.out) == (0, "")
    assert memtui("repos", "--json").json == []
    assert memtui("groups", "--json").json == []


def test_what_is_wrong_is_told(memtui: Run, add: Add, make_repository: Make, tmp_path: Path) -> None:
    """A path that is gone, an address or root that two share, a repository without a commit, memories of no one."""
    first, second, unborn = (make_repository(name) for name in ("first", "second", "unborn"))
    first.commit({"a": "1"})
    second.commit({"b": "2"}, "Other")
    first.git("remote", "add", "origin", "git@example.org:Team/Project.git")
    second.git("remote", "add", "origin", "https://example.org/team/project")
    for place in (first, second, unborn):
        add("one", "b", cwd=place.path)
    add("lost", "b", "--scope", "repo:feedfeedfeedfeed")
    shutil.rmtree(second.path)
    found = {record["name"]: problems(record) for record in memtui("repos", "--json").json}
    assert found["first"] == {"temporary", "shared_remote"}
    assert found["second"] == {"path_gone", "shared_remote"}
    assert found["unborn"] == {"temporary", "unrooted"}
    assert found[""] == {"unknown"}
    told = memtui("repos").out
    assert f"nothing lies at {second.path}/.git any longer" in told
    assert "has the same address" in told


def test_merging_shows_what_would_move_and_can_be_taken_back(memtui: Run, add: Add, make_repository: Make) -> None:
    """A preview, a dry run, one undo for the memories, and ``part`` for what leads to them."""
    one, two = make_repository("one"), make_repository("two")
    source, target = one.commit({"a": "1"}), two.commit({"b": "2"}, "Other")
    memory, other = add("of one", "b", cwd=one.path), add("of two", "b", cwd=two.path)
    asked = memtui("repos", "merge", "one", "two")
    assert (asked.code, asked.out) == (1, "")
    assert "of one" in asked.err
    assert "of two" not in asked.err
    tried = memtui("repos", "merge", "one", "two", "--dry-run", "--json")
    assert [item["id"] for item in tried.json["changed"]] == [memory]
    assert scope_of(memtui, memory) == f"repo:{source}"
    assert memtui("repos", "merge", "one", "two", "--yes").code == 0
    assert {scope_of(memtui, it) for it in (memory, other)} == {f"repo:{target}"}
    assert record_of(memtui, "one")["merged_into"] == target
    assert {item["id"] for item in memtui("ls", "--json", cwd=one.path).json} == {memory, other}
    assert memtui("undo").code == 0
    assert memtui("repos", "part", "one").code == 0
    assert scope_of(memtui, memory) == f"repo:{source}"
    assert [item["id"] for item in memtui("ls", "--json", cwd=one.path).json] == [memory]
    assert [item["id"] for item in memtui("ls", "--json", cwd=two.path).json] == [other]


def test_merging_leaves_what_the_index_derives(memtui: Run, add: Add, make_repository: Make) -> None:
    """Facts that nobody touched are derived anew under the other name; moved, they would be there twice."""
    one, two = make_repository("one"), make_repository("two")
    one.commit({"Makefile": "all:\n\ttrue\n"})
    target = two.commit({"b": "2"}, "Other")
    assert memtui("index", cwd=one.path).code == 0
    add("of two", "b", cwd=two.path)
    facts = memtui("ls", "--kind", "entry_point", "--json", cwd=one.path).json
    touched = facts[0]["id"]
    memtui("edit", touched, "--body", "mine", cwd=one.path)
    outcome = memtui("repos", "merge", "one", "two", "--yes", "--json")
    assert [item["id"] for item in outcome.json["changed"]] == [touched]
    assert scope_of(memtui, touched) == f"repo:{target}"


def test_memories_of_an_unknown_repository_are_given_a_home(memtui: Run, add: Add, repository: GitRepository) -> None:
    """By the key that their scope names."""
    root = repository.commit({"a": "1"})
    add("here", "b", cwd=repository.path)
    lost = add("lost", "b", "--scope", "repo:feedfeedfeedfeed")
    assert memtui("repos", "merge", "feedfeed", ".", "--yes", cwd=repository.path).code == 0
    assert scope_of(memtui, lost) == f"repo:{root}"


def test_names_and_paths_can_be_mended(memtui: Run, add: Add, make_repository: Make, tmp_path: Path) -> None:
    """A new name is used everywhere; a path is forgotten only while something else leads to the memories."""
    project = make_repository("project")
    project.commit({"a": "1"})
    add("one", "b", cwd=project.path)
    assert memtui("repos", "rename", "project", "The Shop", "--dry-run").code == 0
    assert record_of(memtui, "project")
    assert memtui("repos", "rename", "PROJECT", "The  Shop").code == 0
    assert memtui("status", "--json", cwd=project.path).json["name"] == "The Shop"
    assert "The Shop" in memtui("ls", cwd=project.path).out
    assert memtui("repos", "forget-path", str(project.path), "--dry-run").code == 0
    assert record_of(memtui, "The Shop")["paths"]
    assert memtui("repos", "forget-path", "project", cwd=tmp_path).code == 0
    assert record_of(memtui, "The Shop")["paths"] == []
    unborn = make_repository("unborn")
    add("two", "b", cwd=unborn.path)
    refused = memtui("repos", "forget-path", str(unborn.path))
    assert refused.code == 1
    assert "nobody would find" in refused.err


@pytest.mark.parametrize(
    "words",
    ["merge one", "merge one one", "merge one nowhere", "part one", "rename one", "rename one _", "merge . one", "odd",
     "forget-path /nowhere"],
)  # fmt: skip
def test_wrong_usage_changes_nothing(memtui: Run, add: Add, make_repository: Make, words: str) -> None:
    """A sentence, code 2, and the same repositories as before."""
    one = make_repository("one")
    one.commit({"a": "1"})
    add("one", "b", cwd=one.path)
    before = memtui("repos", "--json").out
    outcome = memtui("repos", *(word.replace("_", " ") for word in words.split()), "--yes")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert memtui("repos", "--json").out == before


def test_two_of_one_name_are_told_apart(memtui: Run, add: Add, make_repository: Make) -> None:
    """The keys are offered, and the beginning of one is enough."""
    for place in ("a/same", "b/same"):
        repository = make_repository(place)
        key = repository.commit({place: "1"}, place)
        add("one", "b", cwd=repository.path)
    outcome = memtui("repos", "rename", "same", "other")
    assert outcome.code == 2
    assert "Several repositories are called 'same'" in outcome.err
    assert key[:8] in outcome.err
    assert memtui("repos", "rename", key[:8], "other").code == 0
    assert memtui("repos", "rename", str(repository.path), "third").code == 0


def test_a_group_shares_memories(memtui: Run, add: Add, make_repository: Make) -> None:
    """What is written for it counts in each member, and in no other repository."""
    web, api, alone = (make_repository(name) for name in ("web", "api", "alone"))
    for repository in (web, api, alone):
        repository.commit({repository.path.name: "1"}, repository.path.name)
        add("known", "b", cwd=repository.path)
    assert memtui("groups", "add", "shop", "web", "--dry-run").code == 0
    assert memtui("groups", "--json").json == []
    assert memtui("groups", "add", "shop", "web", ".", cwd=api.path).code == 0
    shared = add("shared", "b", "--scope", "group:shop")
    for repository, expected in ((web, True), (api, True), (alone, False)):
        listed = [item["id"] for item in memtui("ls", "--json", cwd=repository.path).json]
        assert (shared in listed) == expected, repository.path
    [group] = memtui("groups", "--json").json
    assert (group["name"], group["memories"]) == ("shop", 1)
    assert {item["name"] for item in group["repositories"]} == {"web", "api"}
    assert record_of(memtui, "web")["groups"] == ["shop"]
    assert memtui("groups", "remove", "shop", "api").code == 0
    assert shared not in [item["id"] for item in memtui("ls", "--json", cwd=api.path).json]
    assert memtui("groups", "remove", "shop").code == 0
    assert memtui("groups", "--json").json == [{"name": "shop", "repositories": [], "memories": 1}]
    assert "no repository belongs to it" in memtui("groups").out


@pytest.mark.parametrize(
    "words", ["add", "add shop", "add sh/op .", "add shop nowhere", "remove", "remove nothing", "add shop ."]
)
def test_wrong_groups_are_refused(memtui: Run, words: str) -> None:
    """A sentence, code 2, and no group."""
    outcome = memtui("groups", *words.split())
    assert (outcome.code, outcome.out) == (2, "")
    assert memtui("groups", "--json").json == []


def test_what_is_written_before_the_first_commit_stays(memtui: Run, add: Add, repository: GitRepository) -> None:
    """The repository is noted with the memory, not with its first index."""
    memory = add("early", "b", cwd=repository.path)
    repository.commit({"a": "1"})
    assert [item["id"] for item in memtui("ls", "--json", cwd=repository.path).json] == [memory]
    shutil.move(repository.path, repository.path.with_name("moved"))
    assert [item["id"] for item in memtui("ls", "--json", cwd=repository.path.with_name("moved")).json] == [memory]


def test_the_home_directory_is_no_project(memtui: Run, sealed_environment: Path) -> None:
    """A repository whose top it is has no name of a project, and what is kept for it says so."""
    home = GitRepository(sealed_environment)
    home.git("init")
    home.git("commit", "--allow-empty", "-m", "Dotfiles")
    below = sealed_environment / "notes"
    below.mkdir()
    outcome = memtui("add", "a note", cwd=below)
    assert outcome.code == 0
    assert "kept for the repository ~" in outcome.err
    assert "home directory" in outcome.err
    assert problems(record_of(memtui, "~")) == {"home"}
    status = memtui("status", "--json", cwd=below).json
    assert (status["name"], status["place"]) == ("~", "home")
    assert "everything below it" in memtui("status", cwd=below).out


def test_the_parent_of_many_repositories_is_none_of_them(memtui: Run, add: Add, make_repository: Make) -> None:
    """Between repositories only the user's memories count, and a memory of a repository needs one."""
    for name in ("one", "two"):
        make_repository(name).commit({name: "1"}, name)
    one = make_repository("three")
    one.commit({"c": "1"}, "three")
    inside = add("inside", "b", cwd=one.path)
    parent = one.path.parent
    assert memtui("ls", "--json", cwd=parent).json == []
    assert memtui("add", "x", "--scope", "repo", cwd=parent).code == 2
    assert memtui("add", "x", "--json", cwd=parent).json["scope"] == "user"
    assert [item["id"] for item in memtui("ls", "--json", "--scope", "repo", cwd=one.path).json] == [inside]


def test_places_in_any_script_keep_their_memories(
    memtui: Run, make_repository: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home and a repository whose paths are Cyrillic and Korean, with spaces and quotes."""
    monkeypatch.setenv("MEMTUI_HOME", str(tmp_path / "Память 기억 it's"))
    repository = make_repository("проект 한국 'quoted'")
    repository.commit({"файл.py": "x = 1\n"})
    memory = memtui("add", "запомни 기억해", "--json", cwd=repository.path).json["id"]
    assert memtui("edit", memory, "--body", "ещё 다시", cwd=repository.path).code == 0
    [listed] = memtui("ls", "--match", "запомни", "--json", cwd=repository.path).json
    assert listed["id"] == memory
    assert record_of(memtui, "проект 한국 'quoted'")["paths"] == [str(repository.path / ".git")]
    assert memtui("snooze", memory, "--path", "файл.py", cwd=repository.path).code == 0
