"""A long log is read in a process of its own."""

from __future__ import annotations

import pytest

from indexer import find_repository
from indexer.errors import GitFailedError
from indexer.refresh import log, log_process
from indexer.refresh.log_process import batches_from_process, batches_of, is_long
from tests.conftest import GitRepository
from tests.support.refreshing import refreshed, tables_of


def test_the_process_gives_what_reading_here_gives(repository: GitRepository) -> None:
    """Commits, kinds and notes are the same, in the same batches."""
    for day in range(2, 6):
        repository.commit({"a.py": f"{day}\n"}, f"Fix {day}\n\nWe keep it, because it is fast.", day=day)
    found, head = find_repository(repository.path), repository.git("rev-parse", "HEAD")
    here = list(batches_of(found, "", head, frozenset()))
    assert list(batches_from_process(found, head, frozenset(), lambda: True)) == here
    assert sum(batch.num_rows for batch in here) == 4


def test_an_index_is_the_same_wherever_the_log_was_read(
    repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A short log is read in a thread, a long one elsewhere; no table tells which."""
    repository.commit({"a.py": "a = 1\n"}, "Fix it", day=2)
    assert not is_long(find_repository(repository.path))
    refreshed(repository.path)
    before = tables_of(repository.path)
    monkeypatch.setattr(log, "is_long", lambda _: True)
    refreshed(repository.path, full=True)
    assert tables_of(repository.path) == before


def test_an_error_of_git_is_raised_here(repository: GitRepository) -> None:
    """The process sends what went wrong, with its data."""
    with pytest.raises(GitFailedError) as caught:
        list(batches_from_process(find_repository(repository.path), "f" * 40, frozenset(), lambda: True))
    assert caught.value.status == 128


def test_a_process_that_dies_is_an_error_and_one_that_is_unwanted_ends(
    repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is taken for the whole log that is not."""
    repository.commit({"a.py": "a = 1\n"})
    found, head = find_repository(repository.path), repository.git("rev-parse", "HEAD")
    assert list(batches_from_process(found, head, frozenset(), lambda: False)) == []
    monkeypatch.setattr(log_process, "send_batches", exit)
    with pytest.raises(EOFError):
        list(batches_from_process(found, head, frozenset(), lambda: True))


def test_after_a_process_that_died_the_log_is_read_here(
    repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refresh ends as if nothing had been."""
    repository.commit({"a.py": "a = 1\n"})
    monkeypatch.setattr(log, "is_long", lambda _: True)
    monkeypatch.setattr(log_process, "send_batches", exit)
    assert refreshed(repository.path).commits == 1
