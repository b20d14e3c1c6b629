"""What remains of commits' lines is read once for each content of the files they touched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from indexer import find_repository
from indexer.history import read_log, table_of
from indexer.history.reasons import what_remains
from indexer.refresh import remains
from indexer.refresh.remains import remains_reader
from tests.conftest import GitRepository


def test_the_answer_is_remembered_until_a_file_that_was_touched_changes(
    repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked again, git is not; after a change of the one file, only for the commit that touched it."""
    asked: list[list[str]] = []

    def counting(place: object, oids: Sequence[str], *rest: Mapping[str, str]) -> object:
        asked.append(list(oids))
        return what_remains(place, oids, *rest)

    one = repository.commit({"a.py": "first = compute_something()\n"}, day=2)
    two = repository.commit({"b.py": "second = compute_something()\n"}, day=3)
    monkeypatch.setattr(remains, "what_remains", counting)
    found = find_repository(repository.path)

    def ask() -> Mapping[str, object]:
        listed = [line.split() for line in repository.git("ls-files", "--stage").splitlines()]
        blobs = {path: blob for _, blob, _, path in listed}
        return remains_reader(found, table_of(read_log(found)), blobs)([one, two], {})

    first = ask()
    assert {oid: left.kept for oid, left in first.items()} == {one: 1.0, two: 1.0}
    assert (ask(), asked) == (first, [[one, two]])
    repository.commit({"b.py": "changed = altogether_otherwise()\n"}, day=4)
    assert {oid: left.kept for oid, left in ask().items()} == {one: 1.0, two: 0.0}
    assert asked == [[one, two], [two]]
