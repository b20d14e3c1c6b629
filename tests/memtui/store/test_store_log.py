"""The log and what follows from it."""

from __future__ import annotations

import hashlib
import json
import threading
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

from memtui.memory import Anchor, Attention, Evidence, Memory, Revision, Scope, Status
from memtui.memory.errors import StoreLockedError
from memtui.store import Snapshot, Store
from memtui.store import heads_file as heads_file_module
from memtui.store.identity import keyed_id, revision_id
from memtui.store.log import HEADS_TABLE, REVISIONS_TABLE
from memtui.store.rows import revision_batch
from tests.support.memories import heads_in_table, keep, make_memory, run_python, titles


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where the store of a test lies."""
    return tmp_path / "memtui"


def test_a_memory_comes_back_as_it_was_kept(home: Path) -> None:
    """Every field survives the log, the heads and another process's eyes."""
    memory = make_memory(
        "Über 'quotes' \"and\" \\ emoji 🧪",
        kind="of my own",
        body="line\n\tline; -- % _",
        scope=Scope("group", "platform: the team"),
        status=Status.SNOOZED,
        tags=("a", "b"),
        anchors=(Anchor("src/x.py", "f", "0" * 40), Anchor("y")),
        evidence=(Evidence("commit", "f" * 40, 7, "a 'quote'"), Evidence("person", "")),
        attention=("stale", "duplicate"),
        origin="codex",
        key="k",
        basis="b",
        reviewed=True,
    )
    store = Store.open(home)
    keep(store, memory)
    assert Store.open(home).snapshot().find(memory.id).memory == memory
    assert Snapshot.load(home).head(0).memory == memory
    assert store.revisions(memory.id)[0].memory == memory


def test_a_revision_id_is_the_hash_of_everything_in_it(home: Path) -> None:
    """Whoever changes any part of a revision gets another id, and the id can be worked out from the document."""
    store = Store.open(home)
    memory = make_memory()
    keep(store, memory)
    keep(store, replace(memory, title="Other"), action="edit")
    first, second = store.revisions(memory.id)
    assert second.parents == (first.id,)
    for changes in (
        {"time": 1},
        {"parents": ("x",)},
        {"device": "d"},
        {"actor": "a"},
        {"action": "b"},
        {"batch": "c"},
        {"reverts": "e"},
        {"memory": replace(second.memory, body="x")},
    ):
        assert revision_id(replace(second, **changes)) != second.id
    document = {
        "action": "add",
        "actor": "person",
        "batch": first.batch,
        "device": store.device,
        "memory": {
            "body": memory.body,
            "id": memory.id,
            "kind": "pitfall",
            "origin": "person",
            "scope": "user",
            "status": "pending",
            "title": memory.title,
        },
        "parents": [],
        "reverts": "",
        "time": first.time,
    }
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
    assert first.id == hashlib.sha256(text.encode()).hexdigest()[:32] == revision_id(first)


def test_ids_of_keyed_memories_are_the_same_everywhere() -> None:
    """A fact has one id on all devices, another one in another scope or under another key."""
    scope = Scope("repo", "abc")
    assert keyed_id(scope, "m") == keyed_id(scope, "m")
    assert len({keyed_id(scope, "m"), keyed_id(scope, "n"), keyed_id(Scope("repo", "abd"), "m")}) == 3
    assert len(keyed_id(scope, "m")) == 16
    assert keyed_id(scope, "m").isalnum()
    assert keyed_id(scope, "m").islower()


def test_times_increase_strictly_even_when_the_clock_stands_still(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Order by time is the order of the acts, whatever the clock does between them."""
    store = Store.open(home)
    monkeypatch.setattr("time.time_ns", lambda: 5_000_000)
    keep(store, make_memory("a"), make_memory("b"))
    monkeypatch.setattr("time.time_ns", lambda: 1_000_000)
    keep(Store.open(home), make_memory("c"))
    assert titles(store) == ["c", "b", "a"]
    assert store.snapshot().table["updated_at"].to_pylist() == [5002, 5001, 5000]


def test_an_exception_in_the_block_keeps_nothing(home: Path) -> None:
    """An act that fails half way leaves no revision behind, and the lock free."""
    store = Store.open(home)
    with pytest.raises(AttributeError):
        keep(store, make_memory(), None)  # type: ignore[arg-type]
    assert len(Store.open(home).snapshot()) == 0
    keep(store, make_memory("later"))
    assert titles(store) == ["later"]


def test_an_act_that_appends_nothing_writes_nothing(home: Path) -> None:
    """Looking at the heads under the lock leaves every file as it is."""
    store = Store.open(home)
    keep(store, make_memory())
    before = {path: path.stat().st_mtime_ns for path in home.rglob("*") if path.is_file() and path.name != "lock"}
    with store.writing() as transaction:
        assert transaction.heads([]) == {}
    after = {path: path.stat().st_mtime_ns for path in home.rglob("*") if path.is_file() and path.name != "lock"}
    assert after == before


def test_an_act_is_one_commit_of_each_table(home: Path) -> None:
    """However many memories an act changes, each table gets one version more."""
    store = Store.open(home)
    versions = [store._database._table(name).version for name in (REVISIONS_TABLE, HEADS_TABLE)]
    keep(store, *[make_memory(str(number)) for number in range(300)])
    after = [store._database._table(name).version for name in (REVISIONS_TABLE, HEADS_TABLE)]
    assert after == [version + 1 for version in versions]


def test_a_transaction_sees_what_it_appended(home: Path) -> None:
    """A second revision of one memory in one act follows the first."""
    store = Store.open(home)
    memory = make_memory()
    with store.writing() as transaction:
        assert transaction.head(memory.id) is None
        first = transaction.append(memory, actor="person", action="add")
        second = transaction.append(replace(memory, title="Second"), actor="person", action="add")
        assert transaction.head(memory.id) == second
    assert [revision.id for revision in store.revisions(memory.id)] == [first.revision, second.revision]
    head = store.snapshot().find(memory.id)
    assert (head.memory.title, head.created_at, head.updated_at) == ("Second", first.created_at, second.updated_at)


def test_two_open_stores_see_each_other(home: Path) -> None:
    """What one has appended is there for the other's next look and the parent of its next act."""
    one, other = Store.open(home), Store.open(home)
    memory = make_memory()
    keep(one, memory)
    assert titles(other) == [memory.title]
    keep(other, replace(memory, title="Changed"), action="edit")
    assert titles(one) == ["Changed"]
    assert [revision.action for revision in one.revisions(memory.id)] == ["add", "edit"]
    assert one.snapshot().find(memory.id).memory.attention == ()


def test_heads_table_and_snapshot_agree_after_many_acts(home: Path) -> None:
    """Small acts, an act that replaces the large file, and changes of old rows leave both equal to the log."""
    store = Store.open(home)
    memories = [make_memory(f"m{number}") for number in range(40)]
    keep(store, *memories)
    for number in range(0, 40, 3):
        keep(store, replace(memories[number], title=f"changed {number}"), action="edit")
    many = [make_memory(f"n{number}") for number in range(heads_file_module.RECENT_AT_MOST)]
    keep(store, *many)
    keep(store, replace(memories[1], body="again"), replace(many[7], body="again"), action="edit")
    seen = store.snapshot().table
    assert seen.num_rows == 40 + len(many)
    assert seen["title"].to_pylist()[:2] == ["n7", "m1"]
    assert heads_in_table(store).equals(seen)
    store.rebuild()
    assert store.snapshot().table.equals(seen)


def test_an_act_on_many_memories_replaces_the_table_of_heads(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Past the size at which merging pays, the table is written anew with the same content."""
    monkeypatch.setattr("memtui.store.following._MERGED_AT_MOST", 10)
    store = Store.open(home)
    keep(store, *[make_memory(f"m{number}") for number in range(11)])
    assert heads_in_table(store).equals(store.snapshot().table)


def test_two_tips_are_a_conflict_and_the_later_is_shown(home: Path) -> None:
    """Revisions that follow the same one both stay, the later is shown and flagged, until one follows both."""
    store = Store.open(home)
    memory = make_memory("root")
    keep(store, memory)
    root = store.revisions(memory.id)[0]
    foreign = _foreign(replace(memory, title="from afar"), (root.id,), root.time + 1)
    keep(store, replace(memory, title="here"), action="edit")
    assert store.append_revisions([revision_batch([foreign])]) == 1
    head = store.snapshot().find(memory.id)
    assert (head.memory.title, head.memory.attention) == ("here", (Attention.CONFLICT,))
    assert len(store.snapshot().table["tips"][0]) == 2

    keep(store, replace(head.memory, tags=("seen",)), action="edit")
    head = store.snapshot().find(memory.id)
    assert head.memory.attention == (Attention.CONFLICT,)
    assert store.revisions(memory.id)[-1].memory.attention == ()
    shown = store.snapshot().table
    assert heads_in_table(store).equals(shown)
    store.rebuild()
    assert store.snapshot().table.equals(shown)

    with store.writing() as transaction:
        parents = (head.revision, foreign.id)
        transaction.append(replace(head.memory, title="both"), actor="person", action="merge", parents=parents)
    assert store.snapshot().find(memory.id).memory.attention == ()
    store.rebuild()
    assert store.snapshot().find(memory.id).memory.attention == ()


def test_known_revisions_are_not_appended_twice(home: Path) -> None:
    """Bringing the same revisions again adds none and changes no head."""
    store = Store.open(home)
    revisions = [_foreign(make_memory(f"f{number}"), (), 1000 + number) for number in range(5)]
    assert store.append_revisions([revision_batch(revisions[:3])]) == 3
    assert store.append_revisions([revision_batch(revisions[:2]), revision_batch(revisions[2:])]) == 2
    assert store.append_revisions([revision_batch(revisions)]) == 0
    assert titles(store) == ["f4", "f3", "f2", "f1", "f0"]


def test_batches_are_told_newest_first(home: Path) -> None:
    """Each act comes once, with its memories, and no more acts than asked for."""
    store = Store.open(home)
    one, two = make_memory("one"), make_memory("two")
    first = keep(store, one, two)
    second = keep(store, replace(one, title="x"), actor="codex", action="propose")
    newest = store.batches(1)
    assert [act.id for act in newest] == [second]
    assert (newest[0].actor, newest[0].action, newest[0].memories) == ("codex", "propose", (one.id,))
    assert [act.id for act in store.batches(10)] == [second, first]
    assert store.batches(10)[1].memories == tuple(sorted([one.id, two.id]))
    assert Store.open(home.parent / "empty").batches(10) == ()


def test_a_second_writer_waits_and_then_gives_up(home: Path) -> None:
    """While one writes, another one is told so after its patience, and readers are not kept."""
    store = Store.open(home)
    keep(store, make_memory())
    with store.writing():
        waiting: list[BaseException] = []

        def write() -> None:
            try:
                with Store.open(home).writing(timeout=0.05):
                    pass
            except StoreLockedError as error:
                waiting.append(error)

        thread = threading.Thread(target=write)
        thread.start()
        thread.join()
        assert len(Snapshot.load(home)) == 1
    assert [type(error) for error in waiting] == [StoreLockedError]


def test_small_parts_are_joined_and_nothing_is_lost(home: Path) -> None:
    """Fifty acts leave few fragments, all revisions, and the same heads."""
    store = Store.open(home)
    memory = make_memory()
    for number in range(50):
        keep(store, replace(memory, title=f"turn {number}"))
    _join_housekeeping()
    store.tidy()
    for name in (REVISIONS_TABLE, HEADS_TABLE):
        assert store._database._table(name).stats()["fragment_stats"]["num_fragments"] <= 22
    assert [revision.memory.title for revision in store.revisions(memory.id)] == [f"turn {k}" for k in range(50)]
    assert titles(Store.open(home)) == ["turn 49"]


def test_a_long_log_is_indexed_and_new_revisions_are_found_at_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tidying adds the indexes once; what comes after them is found before the next tidying, and after it."""
    monkeypatch.setattr("memtui.store.log._LONG_LOG", 10)
    monkeypatch.setattr("memtui.store.log._MANY_FRAGMENTS", 1)
    store = Store.open(home)
    memory = make_memory("first")
    keep(store, memory, *[make_memory(str(number)) for number in range(20)])
    _join_housekeeping()
    assert len(store._database._table(REVISIONS_TABLE).list_indices()) == 3
    batch = keep(store, replace(memory, title="second"))
    _join_housekeeping()
    for _ in range(2):
        assert [revision.memory.title for revision in store.revisions(memory.id)] == ["first", "second"]
        assert store.batches(1)[0].id == batch
        store.tidy()
    assert len(store._database._table(REVISIONS_TABLE).list_indices()) == 3


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    """The package alone brings neither LanceDB nor pyarrow, the snapshot no LanceDB."""
    code = (
        "import sys, memtui.store, memtui.review\n"
        "assert not {'lancedb', 'pyarrow', 'numpy'} & set(sys.modules), sorted(sys.modules)\n"
        "memtui.store.Snapshot\n"
        "assert 'lancedb' not in sys.modules and 'pyarrow' in sys.modules\n"
    )
    assert run_python(code, Path("unused")).wait() == 0


def _foreign(memory: Memory, parents: tuple[str, ...], time: int) -> Revision:
    unsealed = Revision(
        id="",
        memory=memory,
        parents=parents,
        time=time,
        device="another",
        actor="person",
        action="edit",
        batch="foreign",
    )
    return replace(unsealed, id=revision_id(unsealed))


def _join_housekeeping() -> None:
    for thread in threading.enumerate():
        if thread.name == "memtui-tidy":
            thread.join()


def test_rows_of_both_tables_keep_their_types(home: Path) -> None:
    """An empty store has the same columns as a full one."""
    store = Store.open(home)
    empty = store.snapshot().table.schema
    keep(store, make_memory())
    assert store.snapshot().table.schema.equals(empty)
    assert empty.field("updated_at").type == pa.int64()
