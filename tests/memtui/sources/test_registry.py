"""A repository keeps its memories wherever it moves and whatever it is called."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from indexer import find_repository
from memtui.memory.errors import StoreLockedError
from memtui.sources import registry
from memtui.sources.registry import absorbed_generation, identify, known_repositories, remember
from tests.conftest import GitRepository
from tests.support.memories import run_python

_REMEMBER = """
import sys
from pathlib import Path
from indexer import find_repository
from memtui.sources.registry import remember
repository = find_repository(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for generation in range(40):
    remember(Path(sys.argv[2]), repository, str(generation))
"""
Make = Callable[..., GitRepository]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a memories' home that does not exist yet."""
    return tmp_path / "memories"


def key_of(home: Path, path: Path) -> str:
    """Return what the repository at ``path`` is known as."""
    return identify(home, find_repository(path)).key


def test_a_repository_is_known_by_its_root_commit(repository: GitRepository, home: Path) -> None:
    """The key is the first commit's id, and asking writes nothing."""
    root = repository.commit({"a": "1"})
    repository.commit({"a": "2"})
    assert key_of(home, repository.path) == root
    assert not home.exists()


def test_clones_moves_worktrees_and_other_remotes_keep_the_key(repository: GitRepository, home: Path) -> None:
    """None of them orphans the memories."""
    root = repository.commit({"a": "1"})
    remember(home, find_repository(repository.path), "1")
    parent = repository.path.parent
    repository.git("clone", str(repository.path), str(parent / "clone"))
    repository.git("worktree", "add", str(parent / "tree"))
    assert {key_of(home, parent / name) for name in ("clone", "tree")} == {root}
    repository.git("remote", "add", "origin", "https://example.org/renamed.git")
    (parent / "clone").rename(parent / "moved")
    assert key_of(home, parent / "moved") == root


def test_memories_written_before_the_first_commit_stay_with_the_repository(
    repository: GitRepository, home: Path
) -> None:
    """An unborn repository has a key of its own that it keeps, also for later clones."""
    found = find_repository(repository.path)
    remember(home, found, "0")
    unborn = identify(home, found).key
    assert unborn.startswith("unrooted-")
    repository.commit({"a": "1"})
    assert key_of(home, repository.path) == unborn
    remember(home, found, "1")
    repository.git("clone", str(repository.path), str(repository.path.parent / "clone"))
    assert key_of(home, repository.path.parent / "clone") == unborn


def test_a_shallow_clone_is_known_by_its_remote(repository: GitRepository, home: Path, tmp_path: Path) -> None:
    """A clone without its root commit finds the memories of the address it came from, and keeps them when deepened."""
    root = repository.commit({"a": "1"})
    repository.commit({"a": "2"})
    address = f"file://{repository.path}"
    repository.git("clone", address, str(tmp_path / "deep"))
    remember(home, find_repository(tmp_path / "deep"), "1")
    repository.git("clone", "--depth=1", address, str(tmp_path / "shallow"))
    assert key_of(home, tmp_path / "shallow") == root


def test_another_repository_at_the_same_place_is_not_taken_for_the_first(
    make_repository: Make, home: Path, tmp_path: Path
) -> None:
    """A known path counts only while the known root commit is there."""
    first = make_repository("here")
    root = first.commit({"a": "1"})
    remember(home, find_repository(first.path), "1")
    first.path.rename(tmp_path / "elsewhere")
    second = make_repository("here")
    other = second.commit({"b": "other"}, "Other")
    assert key_of(home, second.path) == other != root


def test_the_generation_that_memories_reflect_is_kept_for_each_place(repository: GitRepository, home: Path) -> None:
    """Two clones have indexes of their own."""
    repository.commit({"a": "1"})
    repository.git("clone", str(repository.path), str(repository.path.parent / "clone"))
    here, there = find_repository(repository.path), find_repository(repository.path.parent / "clone")
    remember(home, here, "7")
    known = identify(home, there)
    assert (absorbed_generation(known, here), absorbed_generation(known, there)) == ("7", "")
    remember(home, there, "2")
    (entry,) = known_repositories(home)
    assert sorted(entry.absorbed.values()) == ["2", "7"]


def test_a_damaged_registry_reads_as_empty(repository: GitRepository, home: Path) -> None:
    """Root commits find the memories again, so garbage is no reason to stop."""
    root = repository.commit({"a": "1"})
    home.mkdir()
    (home / "repositories.json").write_text("{not json")
    assert key_of(home, repository.path) == root


def test_the_registry_is_for_its_owner_only(repository: GitRepository, home: Path) -> None:
    """Paths and addresses of private work are not readable by others."""
    repository.commit({"a": "1"})
    remember(home, find_repository(repository.path), "1")
    assert (home / "repositories.json").stat().st_mode & 0o777 == 0o600
    assert (home / "repositories.lock").stat().st_mode & 0o777 == 0o600


def test_two_processes_that_note_two_repositories_lose_neither(make_repository: Make, home: Path) -> None:
    """What one writes between the other's reading and writing stays."""
    places = [make_repository(name).path for name in ("first", "second")]
    writers = [
        run_python(_REMEMBER, home, str(place), str(home), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for place in places
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline().strip() == b"ready"
    for writer in writers:
        writer.communicate(b"go\n")
    assert [writer.returncode for writer in writers] == [0, 0]
    found = [next(iter(entry.absorbed.values())) for entry in known_repositories(home)]
    assert found == ["39", "39"]


def test_another_process_waits_from_reading_to_writing(
    make_repository: Make, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the two, what another wrote would be lost: so it does not write."""
    first, second = (find_repository(make_repository(name).path) for name in ("first", "second"))
    code = _REMEMBER.replace(
        "import sys\n", "import sys\nfrom memtui.sources import registry\nregistry._PATIENCE = 0\n"
    )
    write, statuses = registry._write, []

    def write_late(*arguments: Any) -> None:
        other = run_python(code, home, str(second.common_directory), str(home), stdin=subprocess.PIPE, stderr=-1)
        statuses.append((other.communicate(b"go\n")[1].decode(), other.returncode))
        write(*arguments)

    monkeypatch.setattr(registry, "_write", write_late)
    remember(home, first, "1")
    monkeypatch.undo()
    [(said, status)] = statuses
    assert status == 1
    assert "StoreLockedError" in said
    remember(home, second, "1")
    assert len(known_repositories(home)) == 2


def test_a_lock_that_another_process_keeps_is_told(
    repository: GitRepository, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Waiting has an end, and the error names the file."""
    monkeypatch.setattr(registry, "_PATIENCE", 0.05)
    home.mkdir()
    with FileLock(home / "repositories.lock"), pytest.raises(StoreLockedError) as refused:
        remember(home, find_repository(repository.path), "1")
    assert refused.value.path == home / "repositories.lock"
