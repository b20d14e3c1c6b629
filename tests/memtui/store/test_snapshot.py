"""What listings ask of the heads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.memory import USER_SCOPE, Memory, Scope, Status
from memtui.memory.errors import AmbiguousIdError, UnknownMemoryError
from memtui.store import Snapshot, Store
from memtui.store import heads_file as heads_file_module
from tests.support.memories import REPOSITORY, keep, make_memory

STATUSES = list(Status)
SCOPES = [USER_SCOPE, REPOSITORY, Scope("group", "a 'team'")]
KINDS = ["pitfall", "module", "of my own"]


@pytest.fixture(scope="module")
def memories() -> list[Memory]:
    """Memories of every status, scope and kind, every fifth with a reason to look at it."""
    return [
        make_memory(
            f"m{number}",
            id="abcd"[number % 4] * 4 + "qrstuvwxyz"[number // 10] + "qrstuvwxyz"[number % 10] + "2" * 10,
            status=STATUSES[number % 6],
            scope=SCOPES[number % 3],
            kind=KINDS[number % 7 % 3],
            origin=("codex", "indexer")[number % 2],
            attention=("stale",) if number % 5 == 0 else (),
        )
        for number in range(60)
    ]


@pytest.fixture(scope="module")
def snapshot(memories: list[Memory], tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """Load a snapshot of them, a part of which is in the small file."""
    home = tmp_path_factory.mktemp("snapshot")
    store = Store.open(home)
    keep(store, *memories[:40])
    store.rebuild()
    keep(store, *memories[40:])
    loaded = Snapshot.load(home)
    assert loaded.contents.recent == 20
    return loaded


some = st.none() | st.sets(st.sampled_from(range(6)))


@settings(deadline=None, max_examples=150)
@given(scopes=some, statuses=some, kinds=some, origins=some, attention=st.booleans())
def test_select_returns_what_meets_every_condition_newest_first(
    snapshot: Snapshot,
    memories: list[Memory],
    scopes: set[int] | None,
    statuses: set[int] | None,
    kinds: set[int] | None,
    origins: set[int] | None,
    attention: bool,
) -> None:
    """Any combination of conditions gives what a plain loop over the memories gives."""

    def chosen(values: Sequence[object], picks: set[int] | None) -> list[object] | None:
        return None if picks is None else [values[pick % len(values)] for pick in picks]

    conditions: dict[str, Any] = {
        "scopes": chosen(SCOPES, scopes),
        "statuses": chosen(STATUSES, statuses),
        "kinds": chosen(KINDS, kinds),
        "origins": chosen(["codex", "indexer"], origins),
    }
    expected = [
        memory.title
        for memory in reversed(memories)
        if all(
            values is None or getattr(memory, name) in values
            for name, values in zip(("scope", "status", "kind", "origin"), conditions.values(), strict=True)
        )
        and (not attention or (memory.attention and memory.status in {"pending", "approved", "snoozed"}))
    ]
    rows = snapshot.select(**conditions, attention=attention)
    assert rows.dtype == "int64"
    assert [head.memory.title for head in snapshot.heads(rows)] == expected


def test_counts_are_by_status_and_of_live_memories_that_call_for_attention(
    snapshot: Snapshot, memories: list[Memory]
) -> None:
    """The counts of some scopes are those of a plain loop; every status is there, also at zero."""
    inside = [memory for memory in memories if memory.scope in SCOPES[:2]]
    expected = {str(status): sum(memory.status == status for memory in inside) for status in Status}
    live = [memory for memory in inside if memory.status in {"pending", "approved", "snoozed"}]
    expected["attention"] = sum(bool(memory.attention) for memory in live)
    assert snapshot.counts(SCOPES[:2]) == expected
    assert sum(snapshot.counts([Scope("repo", "none")]).values()) == 0
    assert snapshot.counts()["pending"] == 10


def test_a_memory_is_found_by_the_beginning_of_its_id(snapshot: Snapshot, memories: list[Memory]) -> None:
    """A unique prefix, in either case, is enough; the whole id always is."""
    assert snapshot.find(memories[3].id).memory == memories[3]
    assert snapshot.find(f" {memories[3].id[:6].upper()} ").memory == memories[3]


def test_a_prefix_of_several_ids_names_some_of_them(snapshot: Snapshot, memories: list[Memory]) -> None:
    """The error has the first candidates, sorted, for the face to show."""
    with pytest.raises(AmbiguousIdError) as caught:
        snapshot.find("aaaa")
    assert caught.value.ids == tuple(sorted(memory.id for memory in memories[::4])[:10])


@pytest.mark.parametrize("prefix", ["", "  ", "zzzz", "aaaaqq%", "'; DROP", "a" * 40, "ü"])
def test_what_is_no_prefix_of_an_id_is_unknown(snapshot: Snapshot, prefix: str) -> None:
    """Nothing is found by an empty, a foreign or a hostile prefix."""
    with pytest.raises(UnknownMemoryError) as caught:
        snapshot.find(prefix)
    assert caught.value.prefix == prefix


def test_rows_are_found_by_id(snapshot: Snapshot, memories: list[Memory]) -> None:
    """One row or many at once; what does not exist has none."""
    row = snapshot.row_of(memories[10].id)
    assert row is not None
    assert snapshot.head(row).memory == memories[10]
    assert snapshot.row_of("z" * 16) is None
    assert snapshot.row_of("") is None
    rows = snapshot.rows_of([memories[1].id, memories[50].id, "z" * 16])
    assert [head.memory.title for head in snapshot.heads(rows)] == ["m50", "m1"]


def test_texts_alike_are_found_by_title_or_digest(tmp_path: Path) -> None:
    """Case and outer white space of a title do not matter."""
    store = Store.open(tmp_path)
    keep(store, make_memory(" Größe Zählt "), make_memory("other", basis="digest"), make_memory("third"))
    rows = store.snapshot().rows_alike(bases={"digest"}, titles={"größe zählt"})
    assert [head.memory.title for head in store.snapshot().heads(rows)] == ["other", " Größe Zählt "]


def test_a_snapshot_stays_as_it_was_while_the_store_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader keeps its state even when the files under it are replaced."""
    monkeypatch.setattr(heads_file_module, "RECENT_AT_MOST", 1)
    store = Store.open(tmp_path)
    memory = make_memory("old")
    keep(store, memory, make_memory("beside"))
    held = Snapshot.load(tmp_path)
    stamps = [Snapshot.stamp_of(tmp_path)]
    for number in range(4):
        keep(store, replace(memory, title=f"new {number}"))
        stamps.append(Snapshot.stamp_of(tmp_path))
    assert held.table["title"].to_pylist() == ["beside", "old"]
    assert Snapshot.load(tmp_path).table["title"].to_pylist() == ["new 3", "beside"]
    assert len(set(stamps)) == len(stamps)


def test_where_nothing_is_there_is_an_empty_snapshot(tmp_path: Path) -> None:
    """A reader before the first writer sees no memories and makes no files."""
    snapshot = Snapshot.load(tmp_path / "nowhere")
    assert len(snapshot) == 0
    assert not snapshot.stamp
    assert snapshot.select(statuses=[Status.PENDING], scopes=[USER_SCOPE], attention=True).tolist() == []
    assert snapshot.counts([USER_SCOPE])["attention"] == 0
    assert snapshot.row_of("a" * 16) is None
    assert not (tmp_path / "nowhere").exists()
