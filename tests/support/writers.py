"""Two processes that act on one store without a pause, and one that reads all the while."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memtui.store import Store
from tests.support.memories import run_python

_WRITER = """
import random, sys
from memtui.store import Store, home_directory
from tests.support.acts import ACTS, Actor

seed, wanted = int(sys.argv[1]), int(sys.argv[2])
choices = random.Random(seed)
actor = Actor(Store.open(home_directory()), choices.randrange)
names = [name for name in ACTS if name != "purge"]
done = 0
while done < wanted:
    result = actor.act(choices.choice(names))
    done += bool(result.batch)
    print(*(head.revision for head in result.changed), flush=True)
"""
# It holds one reading of the whole log open while it does the others, as a slow listing or a rebuild would.
_READER = """
import sys, threading
from memtui.store import Store, home_directory, load_snapshot

store, ended = Store.open(home_directory()), threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
reads = seen = 0
while not ended.is_set() or not reads:
    log = store._database.stream(64)
    rows = log.read_next_batch().num_rows
    snapshot = load_snapshot(store.home)
    snapshot.table.validate(full=True)
    assert snapshot.contents.state.revisions >= seen
    seen = snapshot.contents.state.revisions
    for head in snapshot.heads(snapshot.select()[:20]):
        assert store.revisions(head.memory.id)
    assert store.batches(50)
    rows += sum(batch.num_rows for batch in log)
    assert rows > 0
    reads += 1
print(reads)
"""


@dataclass(frozen=True, slots=True)
class Traffic:
    """What came of it: exit statuses and errors of all three, the revisions acknowledged, how often was read."""

    statuses: tuple[int, ...]
    errors: str
    revisions: tuple[str, ...]
    reads: int


def traffic(home: Path, acts: int) -> Traffic:
    """Let two writers do so many acts each, and a reader read until they are done."""
    reader = run_python(_READER, home, stdin=-1, stdout=-1, stderr=-1)
    writers = [run_python(_WRITER, home, str(seed), str(acts), stdout=-1, stderr=-1) for seed in (1, 2)]
    said = [writer.communicate() for writer in writers]
    read, complaints = reader.communicate()
    processes = [*writers, reader]
    return Traffic(
        statuses=tuple(process.returncode for process in processes),
        errors=b"".join([*(errors for _, errors in said), complaints]).decode(),
        revisions=tuple(word for output, _ in said for word in output.decode().split()),
        reads=int(read or 0),
    )


@dataclass(frozen=True, slots=True)
class Disk:
    """What a store takes up: versions of both tables, files, bytes."""

    versions: int
    files: int
    size: int


def disk(store: Store) -> Disk:
    """Measure a store."""
    files = [path for path in store.home.rglob("*") if path.is_file()]
    manifests = [path for path in files if path.suffix == ".manifest"]
    return Disk(len(manifests), len(files), sum(path.stat().st_size for path in files))
