"""Acts of every kind in a process that is killed at one of its writes."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from memtui import review
from memtui.store import Store
from tests.support.acts import check, contents
from tests.support.memories import make_draft, run_python

ACTING = """
import os, random, signal, sys
from memtui.store import Store, heads_file, home_directory, purge
from memtui.store.log import Database
from tests.support.acts import ACTS, Actor

count, calls = int(sys.argv[1]), 0

def dying(real):
    def function(*arguments, **keywords):
        global calls
        calls += 1
        if calls == count:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments, **keywords)
    return function

for owner, name in [
    (Database, "append"), (Database, "merge_heads"), (Database, "write_heads"), (Database, "replace_log"),
    (Database, "drop_versions"), (heads_file, "publish"), (heads_file, "_staged"), (purge, "write_whole"),
]:
    setattr(owner, name, dying(getattr(owner, name)))
choices = random.Random(count)
actor = Actor(Store.open(home_directory()), choices.randrange)
while True:
    result = actor.act(choices.choice(ACTS))
    print(*(f"{head.revision}:{head.memory.id}" for head in result.changed), flush=True)
"""


@pytest.mark.parametrize("count", [1, 2, 7, 20, 41, 83])
def test_a_process_that_is_killed_at_a_write_loses_nothing_that_it_acknowledged(tmp_path: Path, count: int) -> None:
    """Every revision that it printed is in the log, unless it was purged, and all that must hold does."""
    store = Store.open(tmp_path)
    review.propose(store, [make_draft(title) for title in ("one", "two", "three")], origin="codex")
    known: dict[str, str] = {}
    check(store, known)
    process = run_python(ACTING, tmp_path, str(count), stdout=-1)
    said = process.communicate()[0].decode()
    assert process.returncode == -signal.SIGKILL
    pairs = (word.split(":") for word in said.split())
    known.update((revision, memory_id) for revision, memory_id in pairs)
    healed = Store.open(tmp_path)
    check(healed, known)
    review.add(healed, make_draft("life goes on"))
    check(healed, known)
    before = contents(healed)
    healed.rebuild()
    assert contents(healed) == before
