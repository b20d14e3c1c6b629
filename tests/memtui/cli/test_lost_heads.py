"""Everything derived may be deleted: listings and acts give the same memories afterwards."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.store.places import DATABASE, RECENT, SNAPSHOT
from tests.support.commands import Add, Propose, Run

TABLE = f"{DATABASE}/heads.lance"


def remove(home: Path, *names: str) -> None:
    """Delete what is derived."""
    for name in names:
        assert (home / name).exists()
        shutil.rmtree(home / name) if (home / name).is_dir() else (home / name).unlink()


def listed(memtui: Run) -> dict[str, dict[str, object]]:
    """Return what ``ls`` says of every memory, in its order."""
    return {memory["id"]: memory for memory in memtui("ls", "--all", "--scope", "all", "--json").json}


def untouched(memtui: Run, pending: str, _added: str) -> None:
    """List at once."""
    assert memtui("show", pending, "--json").json["status"] == "approved"


def acted(memtui: Run, pending: str, added: str) -> None:
    """Act first, back and forth."""
    assert memtui("undo").code == memtui("redo").code == 0
    assert memtui("show", pending, "--json").json["status"] == "approved"
    assert memtui("reject", added).code == memtui("undo").code == 0


@pytest.mark.parametrize("then", [untouched, acted])
@pytest.mark.parametrize(
    "names",
    [(SNAPSHOT,), (RECENT,), (TABLE,), (SNAPSHOT, RECENT), (SNAPSHOT, RECENT, TABLE)],
    ids=["large", "small", "table", "files", "all"],
)
def test_lost_heads_change_no_memory(
    memtui: Run,
    add: Add,
    propose: Propose,
    sealed_environment: Path,
    names: tuple[str, ...],
    then: Callable[[Run, str, str], None],
) -> None:
    """Whichever of the three is gone, what was decided stays decided."""
    [pending] = propose("An agent's decision")
    added = add("Mine", "My own words.")
    assert memtui("approve", pending).code == 0
    before = listed(memtui)
    remove(Path(memtui("status", "--json").json["home"]), *names)
    then(memtui, pending, added)
    content = ("id", "title", "status", "kind", "scope", "origin", "attention")
    after = listed(memtui)
    assert {key: [memory[name] for name in content] for key, memory in after.items()} == {
        key: [memory[name] for name in content] for key, memory in before.items()
    }
    if then is untouched:
        assert list(after.items()) == list(before.items())
