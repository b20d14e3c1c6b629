"""What remains of commits' lines is read once for each content of the files they touched."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from indexer import find_repository
from indexer.history import read_log, table_of
from indexer.history.reasons import Remains, what_remains
from indexer.refresh import remains
from indexer.refresh.remains import forget_remains, remains_reader
from indexer.repository import Repository
from tests.conftest import GitRepository

Ask = Callable[[], Mapping[str, Remains]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Return the commits that git is asked about, one list for each time."""
    calls: list[list[str]] = []

    def counting(place: Repository, oids: Sequence[str], *rest: Mapping[str, str]) -> dict[str, Remains]:
        calls.append(list(oids))
        return what_remains(place, oids, *rest)

    monkeypatch.setattr(remains, "what_remains", counting)
    return calls


def asking(repository: GitRepository, *oids: str) -> Ask:
    """Return what a refresh asks about ``oids``; each call stands for a process of its own."""
    found = find_repository(repository.path)
    found.index_directory.mkdir(exist_ok=True)

    def ask() -> Mapping[str, Remains]:
        listed = [line.split() for line in repository.git("ls-files", "--stage").splitlines()]
        blobs = {path: blob for _, blob, _, path in listed}
        return remains_reader(found, table_of(read_log(found)), blobs)(oids, {})

    return ask


def test_the_answer_is_remembered_until_a_file_that_was_touched_changes(
    repository: GitRepository, asked: list[list[str]]
) -> None:
    """Asked again, git is not; after a change of the one file, only for the commit that touched it."""
    one = repository.commit({"a.py": "first = compute_something()\n"}, day=2)
    two = repository.commit({"b.py": "second = compute_something()\n"}, day=3)
    ask = asking(repository, one, two)
    first = ask()
    assert {oid: left.kept for oid, left in first.items()} == {one: 1.0, two: 1.0}
    assert (ask(), asked) == (first, [[one, two]])
    repository.commit({"b.py": "changed = altogether_otherwise()\n"}, day=4)
    assert {oid: left.kept for oid, left in ask().items()} == {one: 1.0, two: 0.0}
    assert asked == [[one, two], [two]]


@pytest.mark.parametrize("content", [b"", b"ARROW1", b"no table at all" * 100])
def test_a_damaged_file_is_one_that_was_never_written(
    repository: GitRepository, asked: list[list[str]], content: bytes
) -> None:
    """What was remembered is read from git again, and remembered once more."""
    one = repository.commit({"a.py": "first = compute_something()\n"}, day=2)
    ask = asking(repository, one)
    first = ask()
    (find_repository(repository.path).index_directory / "remains.arrow").write_bytes(content)
    assert (ask(), ask()) == (first, first)
    assert asked == [[one], [one]]


def test_other_rules_take_nothing_for_known(
    repository: GitRepository, asked: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another version of the program found out is read anew."""
    one = repository.commit({"a.py": "first = compute_something()\n"}, day=2)
    ask = asking(repository, one)
    first = ask()
    monkeypatch.setattr(remains, "extractors", lambda: "of tomorrow")
    assert ask() == first
    assert asked == [[one], [one]]


def test_what_is_forgotten_is_read_again(repository: GitRepository, asked: list[list[str]]) -> None:
    """A full rebuild takes nothing for known."""
    one = repository.commit({"a.py": "first = compute_something()\n"}, day=2)
    ask = asking(repository, one)
    first = ask()
    forget_remains(find_repository(repository.path).index_directory)
    assert ask() == first
    assert asked == [[one], [one]]


def test_no_more_is_remembered_than_there_is_room_for(
    repository: GitRepository, asked: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answers of the last refresh stay, older ones go."""
    monkeypatch.setattr(remains, "MOST_REMEMBERED", 1)
    one = repository.commit({"a.py": "first = compute_something()\n"}, day=2)
    two = repository.commit({"b.py": "second = compute_something()\n"}, day=3)
    asking(repository, one)()
    asking(repository, two)()
    asking(repository, two)()
    assert asked == [[one], [two]]
    asking(repository, one)()
    assert asked == [[one], [two], [one]]
