"""The commands that index a repository and read its index, in repositories of every kind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import GitRepository
from tests.support.commands import ROOT, Add, Run

APP: dict[str, str | bytes] = {
    "pyproject.toml": '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.cli:main"\n',
    "shop/__init__.py": '"""A shop."""\n',
    "shop/cli.py": '"""The command."""\nfrom shop.basket import Basket\n\n\ndef main():\n    Basket()\n',
    "shop/basket.py": '"""The basket."""\n\n\nclass Basket:\n    """Holds goods."""\n',
    "tests/test_basket.py": "from shop.basket import Basket\n\n\ndef test_basket():\n    Basket()\n",
    "Makefile": "build:\n\tpython -m build\n",
    "blob.py": b"\x89\x00\x00",
}


@pytest.fixture
def indexed(repository: GitRepository, memtui: Run) -> GitRepository:
    """Make a small repository with three commits, and index it."""
    repository.commit(APP, "Begin", day=2)
    repository.commit(
        {"shop/cli.py": "def main():\n    return 1\n", "shop/basket.py": "class Basket:\n    x = 1\n"}, day=3
    )
    repository.git("tag", "v1")
    repository.commit({"shop/cli.py": "def main():\n    return 2\n"}, day=4)
    outcome = memtui("index", "--json", cwd=repository.path)
    assert outcome.code == 0, outcome.err
    return repository


def test_indexing_reports_what_it_did(repository: GitRepository, memtui: Run) -> None:
    """Files are parsed, reused or skipped with a reason; a second time there is nothing to do."""
    repository.commit(APP)
    first = memtui("index", "--json", cwd=repository.path).json
    assert first["files"] == len(APP)
    assert first["files"] == first["parsed"] + first["reused"] + sum(first["skipped"].values())
    assert first["skipped"]["binary"] == 1
    assert (first["generation"], first["changed"], first["commits"]) == (1, True, 1)
    assert first["memories"]["changed"] > 0
    second = memtui("index", "--json", cwd=repository.path)
    assert (second.json["parsed"], second.json["changed"], second.json["memories"]["changed"]) == (0, False, 0)
    for_people = memtui("index", cwd=repository.path)
    assert for_people.err == "The index is up to date (generation 1).\n"
    assert f"files             {len(APP)}" in for_people.lines


def test_full_derives_everything_again(indexed: GitRepository, memtui: Run) -> None:
    """``--full`` parses every file and leaves the memories as they are."""
    before = memtui("ls", "--json", cwd=indexed.path).json
    report = memtui("index", "--full", "--json", cwd=indexed.path).json
    assert report["reused"] == 0
    assert report["changed"]
    assert memtui("ls", "--json", cwd=indexed.path).json == before


def test_an_index_without_its_memories_brings_them_back(
    indexed: GitRepository, memtui: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With another home the same index gives the same memories, though the repository has not changed."""
    titles = {memory["title"] for memory in memtui("ls", "--json", cwd=indexed.path).json}
    monkeypatch.setenv("MEMTUI_HOME", str(tmp_path / "another"))
    assert memtui("index", cwd=indexed.path).code == 0
    assert {memory["title"] for memory in memtui("ls", "--json", cwd=indexed.path).json} == titles


def test_status_follows_the_repository(repository: GitRepository, memtui: Run) -> None:
    """Not indexed, up to date, behind, and up to date again."""
    repository.commit(APP)
    before = memtui("status", "--json", cwd=repository.path).json
    assert (before["indexed"], before["behind"], before["indexed_at"]) == (False, True, None)
    assert "run 'memtui index'" in memtui("status", cwd=repository.path).out
    memtui("index", cwd=repository.path)
    indexed = memtui("status", "--json", cwd=repository.path).json
    assert (indexed["indexed"], indexed["behind"], indexed["branch"]) == (True, False, "main")
    assert indexed["head"] == indexed["indexed_head"] == repository.git("rev-parse", "HEAD")
    assert indexed["approved"] > 0
    assert sum(indexed["coverage"].values()) == len(APP)
    assert "1 binary" in memtui("status", cwd=repository.path).out
    repository.commit({"new.py": "x = 1\n"})
    assert memtui("status", "--json", cwd=repository.path).json["behind"] is True
    assert "behind; run 'memtui index'" in memtui("status", cwd=repository.path).out


def test_status_outside_a_repository(memtui: Run, add: Add) -> None:
    """The user's memories are counted, what belongs to a repository is empty."""
    add("one")
    status = memtui("status", "--json").json
    assert (status["repository"], status["indexed"], status["approved"]) == (None, False, 1)
    assert memtui("status").code == 0


def test_entry_points_are_listed_and_narrowed(indexed: GitRepository, memtui: Run) -> None:
    """The script of the manifest is there with its evidence; kinds and roles narrow."""
    entry_points = memtui("entrypoints", "--json", cwd=indexed.path).json
    script = next(found for found in entry_points if found["name"] == "shop")
    assert (script["path"], script["role"]) == ("pyproject.toml", "product")
    assert "shop.cli:main" in script["evidence"]
    kinds = {found["kind"] for found in entry_points}
    assert len(kinds) > 1
    narrowed = memtui("entrypoints", "--kind", script["kind"], "--role", "product", "--json", cwd=indexed.path).json
    assert {found["kind"] for found in narrowed} == {script["kind"]}
    assert "shop" in memtui("entrypoints", cwd=indexed.path).out
    none = memtui("entrypoints", "--kind", "nonsense", cwd=indexed.path)
    assert (none.code, none.out, none.err) == (0, "", "No entry point fits.\n")


def test_modules_are_listed_most_important_first(indexed: GitRepository, memtui: Run) -> None:
    """The package of the shop is a module; a limit cuts."""
    modules = memtui("modules", "--json", cwd=indexed.path).json
    assert "shop" in [module["path"] for module in modules]
    importance = [module["importance"] for module in modules if module["role"] == "product"]
    assert importance == sorted(importance, reverse=True)
    assert len(memtui("modules", "--limit", "1", "--json", cwd=indexed.path).json) == 1
    assert len(memtui("modules", cwd=indexed.path).lines) == len(modules)


def test_the_history_of_the_repository_and_of_a_path(indexed: GitRepository, memtui: Run) -> None:
    """Hotspots, authors and releases are told; a path, given from where the user stands, keeps what concerns it."""
    history = memtui("history", "--json", cwd=indexed.path).json
    assert history["commits"] == 3
    assert history["hotspots"][0]["path"] == "shop/cli.py"
    assert [author["name"] for author in history["authors"]] == ["Ada Lovelace"]
    assert [release["tag"] for release in history["releases"]] == ["v1"]
    for_people = memtui("history", cwd=indexed.path).out
    assert "Hotspots" in for_people
    assert "Ada Lovelace <ada@example.org>" in for_people
    for path, directory in (("shop/cli.py", "."), ("cli.py", "shop"), ("../shop/cli.py", "tests")):
        told = memtui("history", path, "--json", cwd=indexed.path / directory).json
        assert [hotspot["path"] for hotspot in told["hotspots"]] == ["shop/cli.py"]
        assert told["authors"] == []
        assert (told["kind"], told["path"], told["rank"]) == ("file", "shop/cli.py", 1)
    about = memtui("history", "shop/cli.py", cwd=indexed.path).lines
    assert about[0].split() == ["File", "shop/cli.py"]
    assert [line.split("  ")[0] for line in about[1:6]] == [
        "Commits",
        "Every 4 weeks",
        "Owners",
        "Truck factor",
        "Fix commits",
    ]
    below = memtui("history", "shop", "--json", cwd=indexed.path).json
    assert {hotspot["path"] for hotspot in below["hotspots"]} == {
        "shop/__init__.py",
        "shop/basket.py",
        "shop/cli.py",
    }
    assert memtui("history", "no/such", "--json", cwd=indexed.path).json["hotspots"] == []


@pytest.mark.parametrize("command", ["entrypoints", "modules", "history"])
def test_reading_an_old_index_says_that_it_is_old(indexed: GitRepository, memtui: Run, command: str) -> None:
    """The data are printed, and a sentence on stderr says how to bring them up to date."""
    indexed.commit({"later.py": "x = 1\n"})
    outcome = memtui(command, "--json", cwd=indexed.path)
    assert outcome.code == 0
    assert outcome.json
    assert "'memtui index' brings this up to date" in outcome.err


@pytest.mark.parametrize("command", ["entrypoints", "modules", "history"])
def test_a_repository_without_an_index_is_code_1(repository: GitRepository, memtui: Run, command: str) -> None:
    """The next step is to index."""
    repository.commit({"a.py": "x = 1\n"})
    outcome = memtui(command, "--json", cwd=repository.path)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == "memtui: This repository has no index yet. Run 'memtui index'.\n"


@pytest.mark.parametrize("command", ["index", "entrypoints", "modules", "history"])
def test_outside_a_repository_is_code_1(memtui: Run, command: str) -> None:
    """The place is named, and what to do."""
    outcome = memtui(command)
    assert (outcome.code, outcome.out) == (1, "")
    assert "No git repository contains" in outcome.err
    assert "git init" in outcome.err


def test_a_repository_without_commits(repository: GitRepository, memtui: Run) -> None:
    """It can be indexed, asked for its state and listed; staged files count."""
    assert memtui("status", cwd=repository.path).code == 0
    assert "no commit yet" in memtui("status", cwd=repository.path).out
    empty = memtui("index", "--json", cwd=repository.path)
    assert empty.code == 0, empty.err
    assert (empty.json["files"], empty.json["commits"]) == (0, 0)
    repository.write({"main.py": "if __name__ == '__main__':\n    pass\n"})
    repository.git("add", "main.py")
    assert memtui("index", "--json", cwd=repository.path).json["files"] == 1
    for command in ("ls", "entrypoints", "modules", "history"):
        assert memtui(command, "--json", cwd=repository.path).code == 0


def test_a_bare_clone_and_a_linked_worktree(indexed: GitRepository, memtui: Run, tmp_path: Path) -> None:
    """Both are indexed, and share the memories of the repository."""
    bare, linked = tmp_path / "bare.git", tmp_path / "linked"
    indexed.git("clone", "--bare", str(indexed.path), str(bare))
    indexed.git("worktree", "add", "--detach", str(linked))
    scope = memtui("status", "--json", cwd=indexed.path).json["scope"]
    for place, name in ((bare, "bare"), (linked, "linked worktree")):
        status = memtui("status", "--json", cwd=place).json
        assert (status["scope"], status["branch"]) == (scope, "main" if place == bare else "")
        assert memtui("index", cwd=place).code == 0
        assert memtui("entrypoints", "--json", cwd=place).json
        assert name in memtui("doctor", cwd=place).out


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_git_directory_that_cannot_be_written(repository: GitRepository, memtui: Run) -> None:
    """Indexing says so and what to do; code 1."""
    repository.commit(APP)
    (repository.path / ".git").chmod(0o555)
    try:
        outcome = memtui("index", cwd=repository.path)
    finally:
        (repository.path / ".git").chmod(0o755)
    assert (outcome.code, outcome.out) == (1, "")
    assert "cannot be written" in outcome.err


def test_git_that_is_not_installed(memtui: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every command that needs git says that it is missing; doctor calls it wrong and goes on."""
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    outcome = memtui("index")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == "memtui: The program git is not on your PATH. Install git, then try again.\n"
    doctor = memtui("doctor", "--json")
    assert doctor.code == 1
    assert {check["name"]: check["ok"] for check in doctor.json["checks"]}["git"] is False


def test_a_killed_index_is_done_again(repository: GitRepository, process: Run) -> None:
    """After ``kill -9`` in the middle of the first refresh, the next one finishes."""
    repository.commit({f"m{number}.py": f"def f{number}():\n    pass\n" for number in range(300)})
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-m", "memtui", "index"],
        cwd=repository.path,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as killed:
        while killed.poll() is None and not (repository.path / ".git" / "memtui").exists():
            pass
        if killed.poll() is None:
            os.killpg(killed.pid, 9)
    outcome = process("index", "--json", cwd=repository.path)
    assert outcome.code == 0, outcome.err
    assert outcome.json["symbols"] == 300
