"""What stays behind is bounded, and what a reader holds stays readable."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer import find_repository, open_index
from indexer.errors import DamagedIndexError
from indexer.refresh import facts
from indexer.storage.database import FACTS, Database
from tests.conftest import GitRepository
from tests.support.refreshing import index_of, refreshed, tables_of

REFRESHES = 60
MOST_VERSIONS = 25
MOST_FILES = 14 * 3 * MOST_VERSIONS  # a manifest, a transaction and a data file for each version of each table


def files_below(directory: Path) -> int:
    """Count the files of a directory and of all below it."""
    return sum(path.is_file() for path in directory.rglob("*"))


def test_sixty_refreshes_leave_a_bounded_number_of_versions_and_files(repository: GitRepository) -> None:
    """Versions are compacted, old snapshots dropped, and the log is whole."""
    directory = find_repository(repository.path).index_directory
    for number in range(REFRESHES):
        repository.commit({"notes.txt": f"{number}\n"})
        refreshed(repository.path)
    database = Database(directory)
    names = sorted(path.stem for path in (directory / "index.lance").glob("*.lance"))
    versions = {name: len(database._open(name).list_versions()) for name in names}
    assert max(versions.values()) <= MOST_VERSIONS, versions
    assert files_below(directory) <= MOST_FILES
    assert {path.name for path in (directory / "snapshots").iterdir()} == {str(REFRESHES - 1), str(REFRESHES)}
    assert index_of(repository.path).history().commits == REFRESHES


def test_facts_of_contents_long_gone_are_forgotten_and_the_newest_kept(
    repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table of facts is bounded by the size of the tree; going back a step parses nothing."""
    monkeypatch.setattr(facts, "_FEWEST_PRUNED", 3)
    for number in range(9):
        repository.write({"a.py": f"def f{number}(): pass\n"})
        repository.git("add", "a.py")
        assert refreshed(repository.path).parsed == 1
    kept = Database(find_repository(repository.path).index_directory).read(FACTS)
    assert kept is not None
    assert 3 <= kept.num_rows <= 6
    repository.write({"a.py": "def f7(): pass\n"})
    repository.git("add", "a.py")
    assert refreshed(repository.path).parsed == 0


def test_an_index_that_is_held_stays_readable_while_refreshes_drop_its_snapshot(repository: GitRepository) -> None:
    """Its tables all belong to one generation, even those that are read last."""
    repository.commit({"a.py": "def a(): pass\n"})
    refreshed(repository.path)
    held = open_index(find_repository(repository.path))
    expected = tables_of(repository.path)
    for number in range(3):
        repository.commit({f"b{number}.py": "def b(): pass\n"})
        refreshed(repository.path)
    assert not (repository.path / ".git/memtui/snapshots/1").exists()
    assert {name: held.table(name) for name in expected} == expected
    assert len(index_of(repository.path).files()) == 4


def test_a_snapshot_that_was_cut_short_or_lost_is_an_error_with_the_place(repository: GitRepository) -> None:
    """A reader is told that the index is damaged, by this package's own error."""
    repository.commit({"a.py": "def a(): pass\n"})
    refreshed(repository.path)
    found = find_repository(repository.path)
    path = found.index_directory / "snapshots/1/files.arrow"
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(DamagedIndexError) as caught:
        open_index(found).files()
    assert caught.value.path == found.index_directory
    path.unlink()
    with pytest.raises(DamagedIndexError):
        open_index(found)


def test_a_lost_state_does_not_make_generation_numbers_begin_again(repository: GitRepository) -> None:
    """Whoever remembers a generation by its number must not take another for it."""
    repository.commit({"a.py": "def a(): pass\n"})
    refreshed(repository.path)
    (repository.path / ".git/memtui/state.json").write_text("garbage")
    repository.commit({"a.py": "def b(): pass\n"})
    assert refreshed(repository.path).generation == 2
