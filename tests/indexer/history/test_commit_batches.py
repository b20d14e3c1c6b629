"""Commits survive the way into Arrow and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import lancedb
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.facts import Change, Commit
from indexer.history import SCHEMA, from_batches, read_log, to_batches
from indexer.repository import find_repository
from tests.conftest import GitRepository

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
changes = st.builds(Change, st.sampled_from("AMDTR"), texts, texts)
commits = st.lists(
    st.builds(
        Commit,
        oid=texts,
        parents=st.lists(texts, max_size=3).map(tuple),
        time=st.integers(-(1 << 63), (1 << 63) - 1),
        author=texts,
        email=texts,
        subject=texts,
        body=texts,
        changes=st.lists(changes, max_size=4).map(tuple),
    ),
    max_size=8,
)


@settings(deadline=None)
@given(commits, st.integers(1, 5))
def test_any_commits_survive_the_round_trip(written: list[Commit], size: int) -> None:
    """What goes in comes out equal and in order, in batches of the size asked for."""
    batches = list(to_batches(written, size))
    assert all(batch.schema.equals(SCHEMA) and batch.validate(full=True) is None for batch in batches)
    assert [batch.num_rows for batch in batches[:-1]] == [size] * (len(batches) - 1)
    assert list(from_batches(batches)) == written


@settings(deadline=None)
@given(commits.filter(bool), st.data())
def test_slices_of_batches_are_read_right(written: list[Commit], data: st.DataObject) -> None:
    """A batch that is a window into a larger one gives only its own commits, with their own changes."""
    (batch,) = to_batches(written, len(written))
    start = data.draw(st.integers(0, len(written)))
    length = data.draw(st.integers(0, len(written)))
    assert list(from_batches([batch.slice(start, length)])) == written[start : start + length]


def test_batches_are_made_as_commits_come() -> None:
    """Only the batch at hand is held: the first is there before the rest has been read."""
    read = 0

    def endless() -> Iterator[Commit]:
        nonlocal read
        while True:
            read += 1
            yield Commit(str(read), (), read, "", "", "", "", ())

    batch = next(to_batches(endless(), 10))
    assert (batch.num_rows, read) == (10, 10)


def test_equal_changes_are_one_object() -> None:
    """A long history holds each change of a path once, in memory too."""
    written = [Commit(str(number), (), 0, "", "", "", "", (Change("M", "a" * 2),)) for number in range(3)]
    found = [commit.changes[0] for commit in from_batches(to_batches(written, 2))]
    assert found[0] is found[1] is found[2]


def test_columns_are_found_by_name() -> None:
    """Other columns and another order of columns do no harm."""
    written = [Commit("1", ("0",), 5, "n", "e", "s", "b", (Change("A", "x"),))]
    (batch,) = to_batches(written)
    names = sorted(batch.schema.names, reverse=True)
    shuffled = pa.RecordBatch.from_arrays(
        [pa.array([1]), *(batch.column(name) for name in names)], names=["generation", *names]
    )
    assert list(from_batches([shuffled])) == written


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_real_log_survives_lancedb(repository: GitRepository, tmp_path: Path) -> None:
    """Appended to a LanceDB table in two parts, a log comes back as git told it."""
    first = repository.commit({"a.py": "1\n", "ü b.py": "2\n"}, "Begin\n\nA body.", day=2)
    repository.git("mv", "a.py", "c.py")
    repository.commit(day=3)
    handle = find_repository(repository.path)
    everything = list(read_log(handle))
    table = lancedb.connect(tmp_path / "database").create_table("commits", schema=SCHEMA)
    table.add(pa.Table.from_batches(list(to_batches([c for c in everything if c.oid == first]))))
    table.add(pa.Table.from_batches(list(to_batches(read_log(handle, first)))))
    found = list(from_batches(table.to_arrow().to_batches()))
    assert sorted(found, key=lambda commit: -commit.time) == everything
