"""Killed between any two of its writes, a refresh leaves nothing that the next one would build on wrongly."""

from __future__ import annotations

import json
import signal
import sys
from concurrent.futures import Future

import pytest

from indexer import find_repository, freshness
from indexer.facts import Commit
from indexer.history.arrow import from_batches
from indexer.refresh.log import LogReader
from indexer.refresh.observation import observe
from indexer.storage.database import COMMITS, Database
from tests.conftest import GitRepository
from tests.support.crashes import refresh_killed_before
from tests.support.refreshing import refreshed, tables_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


def stored_commits(repository: GitRepository) -> list[Commit]:
    """Return what the database holds of the log."""
    table = Database(find_repository(repository.path).index_directory).read(COMMITS)
    assert table is not None
    return sorted(from_batches(table.to_batches()), key=lambda commit: commit.time)


@pytest.mark.parametrize(
    ("write", "count"),
    [("append", 2), ("tidy", 1), ("replace", 2), ("finish", 1), ("write_snapshot", 1), ("write_state", 1)],
)
def test_killed_before_a_write_it_leaves_the_last_generation_and_a_next_run_that_equals_a_rebuild(
    repository: GitRepository, write: str, count: int
) -> None:
    """The log is neither doubled nor cut, whatever was written before the end."""
    repository.commit({"a.py": "def a(): pass\n"})
    refreshed(repository.path)
    before = tables_of(repository.path)
    repository.commit({"b.py": "import a\n"}, day=3)
    assert refresh_killed_before(repository.path, write, count) == -signal.SIGKILL
    assert tables_of(repository.path) == before
    repository.commit({"c.py": "import b\n"}, day=4)
    assert refreshed(repository.path).commits == 3
    step_by_step = tables_of(repository.path)
    assert refreshed(repository.path, full=True).commits == 3
    assert tables_of(repository.path) == step_by_step


@pytest.mark.parametrize(("write", "count"), [("drop_database", 1), ("replace", 1), ("replace", 2), ("write_state", 2)])
def test_a_full_rebuild_that_is_killed_is_not_taken_for_the_generation_before(
    repository: GitRepository, write: str, count: int
) -> None:
    """New tables may come to the version numbers of old ones: none of their rows is counted twice or missed."""
    repository.commit({"a.py": "def a(): pass\n"})
    refreshed(repository.path)
    before = tables_of(repository.path)
    repository.commit({"b.py": "import a\n"}, day=3)
    assert refresh_killed_before(repository.path, write, count, full=True) == -signal.SIGKILL
    assert tables_of(repository.path) == before
    assert freshness(find_repository(repository.path)).behind
    repository.commit({"c.py": "import b\n"}, day=4)
    assert refreshed(repository.path).commits == 3
    assert [commit.subject for commit in stored_commits(repository)] == ["Change things"] * 3


def test_a_log_whose_last_version_was_compacted_away_is_read_anew(repository: GitRepository) -> None:
    """A refresh killed after compacting leaves no version to go back to."""
    repository.commit({"a.py": "x = 1\n"})
    refreshed(repository.path)
    state = repository.path / ".git/memtui/state.json"
    content = json.loads(state.read_text())
    state.write_text(json.dumps({**content, "versions": {**content["versions"], COMMITS: 99}}))
    repository.commit({"b.py": "x = 1\n"}, day=3)
    assert refreshed(repository.path).commits == 2
    assert len(stored_commits(repository)) == 2


def test_a_version_that_is_lost_is_told_and_one_that_is_there_is_restored(repository: GitRepository) -> None:
    """Rewinding gives back the rows of a version, or says that it cannot."""
    repository.commit({"a.py": "x = 1\n"})
    refreshed(repository.path)
    database = Database(find_repository(repository.path).index_directory)
    rows = database.read(COMMITS)
    version = database.version(COMMITS)
    database.append(COMMITS, rows)
    assert database.rewind(COMMITS, version)
    assert database.read(COMMITS) == rows
    for _ in range(30):
        database.append(COMMITS, rows)
    database.tidy(COMMITS)
    assert not database.rewind(COMMITS, version)
    assert not database.rewind("never written", 1)


def test_the_log_is_read_as_far_as_was_observed_even_if_head_moves_meanwhile(repository: GitRepository) -> None:
    """A commit made during a refresh belongs to the next one, which would append it a second time."""
    seen = repository.commit({"a.py": "x = 1\n"})
    found = find_repository(repository.path)
    observation = observe(found)
    repository.commit({"a.py": "x = 2\n"}, day=3)
    database: Future[Database] = Future()
    database.set_result(Database(found.index_directory))
    with LogReader(found, observation, None, database).running() as log:
        rows = log.result(lambda *_: None).rows
    assert rows["oid"].to_pylist() == [seen]


@pytest.mark.parametrize("lost", ["index.lance", "snapshots"])
def test_a_lost_part_of_the_index_is_built_again_though_nothing_else_changed(
    repository: GitRepository, lost: str
) -> None:
    """A refresh looks whether what the state names is there."""
    repository.commit({"a.py": "def a(): pass\n"})
    refreshed(repository.path)
    before = tables_of(repository.path)
    directory = repository.path / ".git/memtui"
    (directory / lost).rename(directory.parent / "elsewhere")
    assert freshness(find_repository(repository.path)).behind
    assert refreshed(repository.path).changed
    assert tables_of(repository.path) == before
    assert not refreshed(repository.path).changed


@pytest.mark.parametrize("table", ["facts", "commits", "hotspots", "generations"])
def test_one_damaged_table_costs_a_rebuild_and_no_traceback(repository: GitRepository, table: str) -> None:
    """Lance finds the damage only when it opens that table, in the middle of a refresh."""
    repository.commit({"a.py": "def a(): pass\n"})
    refreshed(repository.path)
    for path in (repository.path / f".git/memtui/index.lance/{table}.lance").rglob("*"):
        if path.is_file():
            path.write_bytes(b"garbage")
    repository.commit({"b.py": "def b(): pass\n"}, day=3)
    assert refreshed(repository.path).commits == 2
    assert len(stored_commits(repository)) == 2


def test_an_unstaged_mailmap_names_old_and_new_commits_alike(repository: GitRepository) -> None:
    """Git's log goes by the mailmap in the work tree, so a change of it makes the whole log be read anew."""
    repository.commit({"a.py": "x = 1\n"})
    refreshed(repository.path)
    repository.write({"b.py": "x = 1\n", ".mailmap": "Countess Lovelace <ada@example.org>\n"})
    repository.git("add", "b.py")
    repository.git("commit", "-m", "Second")
    refreshed(repository.path)
    assert {commit.author for commit in stored_commits(repository)} == {"Countess Lovelace"}
