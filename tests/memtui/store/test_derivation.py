"""Heads follow from the log, in whatever order and shape it comes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.memory import Revision
from memtui.store import Store, derive
from memtui.store.identity import revision_id
from memtui.store.merging import merged
from memtui.store.rows import revision_batch, take_rows
from memtui.store.schema import HEADS, REVISIONS
from tests.support.memories import heads_in_table, keep, make_memory

steps = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(0, 6)), max_size=25)


def revisions_of(plan: list[tuple[int, int, int]]) -> list[Revision]:
    """Return a log in which revisions follow none, one or all earlier tips, with equal times and clocks set back."""
    made: dict[int, list[Revision]] = {}
    log: list[Revision] = []
    for number, (name, follows, delay) in enumerate(plan):
        before = made.setdefault(name, [])
        parents = [(), before[-1:], before[:1], before][follows]
        memory = make_memory(f"{number}", id=f"memory{name}".ljust(16, "a"))
        unsealed = Revision(
            id="",
            memory=memory,
            parents=tuple(parent.id for parent in parents),
            time=1000 + number // 3 - delay,
            device="d",
            actor="a",
            action="b",
            batch="c",
        )
        revision = replace(unsealed, id=revision_id(unsealed))
        before.append(revision)
        log.append(revision)
    return log


def expected_heads(log: list[Revision]) -> list[tuple[object, ...]]:
    """Return the heads by the definition: the newest of the revisions that are no one's parents."""
    followed = {parent for revision in log for parent in revision.parents}
    heads = []
    for name in {revision.memory.id for revision in log}:
        mine = [revision for revision in log if revision.memory.id == name]
        tips = [revision for revision in mine if revision.id not in followed]
        shown = max(tips, key=lambda revision: (revision.time, revision.id))
        attention = ["conflict"] if len(tips) > 1 else []
        created = min(revision.time for revision in mine)
        heads.append((-shown.time, name, shown.id, created, attention, sorted(tip.id for tip in tips)))
    return sorted(heads)


@settings(deadline=None, max_examples=200)
@given(plan=steps, order=st.randoms(use_true_random=False), cuts=st.integers(1, 7))
def test_heads_are_what_the_definition_says(plan: list[tuple[int, int, int]], order: object, cuts: int) -> None:
    """Conflicts, merges, equal times and shuffled, chunked logs give the heads of a plain loop."""
    log = revisions_of(plan)
    shuffled = list(log)
    order.shuffle(shuffled)  # type: ignore[attr-defined]
    batches = [revision_batch(shuffled[start : start + cuts]) for start in range(0, len(shuffled), cuts)]
    table = pa.Table.from_batches(batches, schema=REVISIONS)
    heads = derive.find_heads(table)
    rows = pa.Table.from_batches(derive.head_batches(table, heads), schema=HEADS).to_pylist()
    names = ("id", "revision", "created_at", "attention", "tips")
    assert [(-row["updated_at"], *(row[name] for name in names)) for row in rows] == expected_heads(log)
    assert heads.state.revisions == len(log)
    assert heads.state.last_time == max((revision.time for revision in log), default=0)


@pytest.mark.parametrize("seed", range(3))
def test_a_bulk_of_revisions_gives_the_heads_of_the_definition(tmp_path: Path, seed: int) -> None:
    """What comes from elsewhere, in several batches into one commit, is derived in file, table and definition alike."""
    random = np.random.default_rng(seed)
    drawn = (random.integers(0, [5, 4, 7]) for _ in range(60))
    plan = [(int(name), int(follows), int(delay)) for name, follows, delay in drawn]
    log = revisions_of(plan)
    store = Store.open(tmp_path)
    assert store.append_revisions([revision_batch(log[:20]), revision_batch(log[20:])]) == 60
    snapshot = store.snapshot()
    assert [head.revision for head in snapshot.heads(snapshot.select())] == [row[2] for row in expected_heads(log)]
    assert heads_in_table(store).equals(snapshot.table)
    keep(store, make_memory("newest"))
    assert store.snapshot().head(0).memory.title == "newest"


@settings(deadline=None, max_examples=100)
@given(data=st.data())
def test_rows_are_taken_in_the_order_asked_for(data: st.DataObject) -> None:
    """Whatever the chunks of a table, its rows come as a list would give them."""
    sizes = data.draw(st.lists(st.integers(0, 5), min_size=1, max_size=6))
    total = sum(sizes)
    rows = data.draw(st.lists(st.integers(0, total - 1), max_size=12)) if total else []
    values = iter(range(total))
    chunks = [pa.array([str(next(values)) for _ in range(size)], pa.string()) for size in sizes]
    table = pa.table({"text": pa.chunked_array(chunks)})
    taken = take_rows(table, np.array(rows, dtype=np.int64))
    assert taken["text"].to_pylist() == [str(row) for row in rows]


@settings(deadline=None, max_examples=100)
@given(old=st.lists(st.integers(0, 30), unique=True), new=st.lists(st.integers(0, 40), unique=True, min_size=1))
def test_changed_heads_come_first_and_only_once(old: list[int], new: list[int]) -> None:
    """Replaced rows go, the others keep their order."""

    def table(ids: list[int]) -> pa.Table:
        return pa.table({"id": pa.chunked_array([pa.array([str(value)]) for value in ids], pa.string())})

    result = merged(table(old), table(new))["id"].to_pylist()
    assert result == [str(value) for value in [*new, *(value for value in old if value not in new)]]
