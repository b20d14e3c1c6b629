"""The generated memories are real ones."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from memtui.memory import Status
from memtui.store import Store
from memtui.store.identity import revision_id
from tests.support.memories import ROOT, heads_in_table, titles

SCRIPT = ROOT / "tests" / "benchmarks" / "generate.py"


@pytest.fixture
def generate(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Import the script as the processes that it starts import it."""
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    return importlib.import_module("generate")


def test_the_script_fills_the_home_of_the_environment(tmp_path: Path) -> None:
    """Run as a command it leaves as many memories as asked for, all titled as generated, and says how long it took."""
    command = [sys.executable, str(SCRIPT), "--memories", "120", "--pending", "0.5"]
    environment = {**os.environ, "MEMTUI_HOME": str(tmp_path)}
    completed = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    assert completed.stdout.startswith("120 revisions of 120 memories in ")
    store = Store.open(tmp_path)
    assert len(store.snapshot()) == 120
    assert all(title.startswith("generated ") for title in titles(store))
    assert 30 < store.snapshot().counts()["pending"] < 90


def test_generated_revisions_are_linked_and_hashed(tmp_path: Path, generate: ModuleType) -> None:
    """Each memory has its chain of revisions with true ids, over several parts and processes, and no conflict."""
    store = Store.open(tmp_path)
    plan = generate.Plan(memories=90, revisions_per_memory=3, memories_a_part=64)
    assert sum(batch.num_rows for batch in generate.revision_batches(plan, store.device)) == 270
    assert generate.fill(store, plan) == 270
    snapshot = store.snapshot()
    heads = snapshot.heads(snapshot.select())
    assert len(heads) == 90
    assert not any("conflict" in head.memory.attention for head in heads)
    assert {head.memory.status for head in heads} >= {Status.PENDING, Status.APPROVED}
    first = store.revisions(heads[0].memory.id)
    assert [revision.parents for revision in first] == [(), (first[0].id,), (first[1].id,)]
    assert all(revision_id(revision) == revision.id for revision in first)
    assert heads_in_table(store).equals(snapshot.table)
    assert generate.fill(store, plan) == 0
