"""Measures a store of generated memories: ``store.py --memories 100000 [--revisions-per-memory 4]``."""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from generate import Plan, fill

from memtui import review
from memtui.memory import Attention, Draft, Scope, Status
from memtui.store import Snapshot, Store

REPEATS = 7


def measured(action: Callable[[], object], repeats: int = REPEATS) -> tuple[float, float, float]:
    """Return the median and the longest time of an action, and the median of what all cores spent on it, in ms."""
    times, spent = [], []
    for _ in range(repeats):
        began, working = time.perf_counter(), time.process_time()
        action()
        times.append((time.perf_counter() - began) * 1000)
        spent.append((time.process_time() - working) * 1000)
    return statistics.median(times), max(times), statistics.median(spent)


def facts(number: int) -> tuple[Scope, list[Draft]]:
    """Return the facts of a large repository."""
    scope = Scope("repo", "f" * 40)
    return scope, [
        Draft("module", f"Module {k}", f"What it does: {k}", scope, key=f"m{k}", fact=True) for k in range(number)
    ]


def actions(home: Path, store: Store) -> list[tuple[str, Callable[[], object], int]]:
    """Return what is measured, with how often."""
    snapshot = store.snapshot()
    pending = iter(snapshot.head(int(row)).memory.id for row in snapshot.select(statuses=[Status.PENDING]))
    scopes = [Scope("user"), snapshot.head(0).memory.scope]
    scope, drafts = facts(300)
    some = [next(pending) for _ in range(1000)]
    everything = set(snapshot.table["id"].to_pylist())
    title = review.Changes(title="generated again")
    numbers = count()

    def topic() -> Draft:
        return Draft("lesson", f"A new lesson {next(numbers)}", "", scope, topic="benchmarks")

    return [
        (
            "load and select pending",
            lambda: Snapshot.load(home).select(statuses=[Status.PENDING], scopes=scopes),
            REPEATS,
        ),
        ("load and count", lambda: Snapshot.load(home).counts(scopes), REPEATS),
        ("find by prefix", lambda: snapshot.find(some[0][:12]), REPEATS),
        ("open a store", lambda: Store.open(home), REPEATS),
        ("approve one", lambda: review.approve(store, [next(pending)]), 30),
        ("edit one", lambda: review.edit(store, next(pending), title), REPEATS),
        ("delete 1,000", lambda: review.delete(store, some), 1),
        ("undo that", lambda: review.undo(store), 1),
        ("undo one", lambda: review.undo(store), REPEATS),
        ("redo one", lambda: review.redo(store), REPEATS),
        ("propose one", lambda: review.propose(store, drafts[:1], origin="codex"), 1),
        ("absorb 300 facts", lambda: review.absorb(store, scope, drafts), 1),
        ("absorb them again", lambda: review.absorb(store, scope, drafts), REPEATS),
        ("snooze one", lambda: review.snooze(store, [next(pending)], until=1), REPEATS),
        ("wake them", lambda: review.wake(store, now=2, blobs={}), 1),
        ("wake nothing", lambda: review.wake(store, now=2, blobs={}), REPEATS),
        ("tag one", lambda: review.tag(store, [next(pending)], add=["benchmark"]), REPEATS),
        ("supersede one", lambda: review.supersede(store, [next(pending)], by=next(pending)), REPEATS),
        ("merge two", lambda: review.merge(store, [next(pending), next(pending)], drafts[0]), REPEATS),
        ("propose on a topic", lambda: review.propose(store, [topic()], origin="codex"), REPEATS),
        ("mark 1,000 stale", lambda: review.mark_attention(store, Attention.STALE, set(some), everything), 1),
        ("mark nothing new", lambda: review.mark_attention(store, Attention.STALE, set(some), set(some)), REPEATS),
        ("revisions of one", lambda: store.revisions(some[0]), REPEATS),
        ("newest 50 acts", lambda: store.batches(50), REPEATS),
        ("rehearse an approval", lambda: review.approve(review.rehearsal(store), [next(pending)]), REPEATS),
        ("rebuild heads", store.rebuild, 1),
        ("purge one", lambda: review.purge(store, [next(pending)]), 1),
    ]


def main() -> None:
    """Fill a store in a temporary directory, or in --home, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--revisions-per-memory", type=int, default=1)
    parser.add_argument("--home", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        home = arguments.home or Path(temporary) / "home"
        store = Store.open(home)
        plan = Plan(arguments.memories, arguments.revisions_per_memory, 0.1, 7)
        median, _, _ = measured(lambda: fill(store, plan), 1)
        revisions = plan.memories * plan.revisions_per_memory
        print(f"{plan.memories} memories, {revisions} revisions: {median / 1000:.1f} s to fill")
        print(f"{'':28}{'median ms':>12}{'longest ms':>12}{'processor ms':>14}")
        for name, action, repeats in actions(home, store):
            median, longest, spent = measured(action, repeats)
            print(f"{name:28}{median:12.1f}{longest:12.1f}{spent:14.1f}", flush=True)
        size = sum(path.stat().st_size for path in home.rglob("*") if path.is_file())
        files = sum(path.is_file() for path in home.rglob("*"))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{size >> 20} MB in {files} files; peak memory {peak} MB; {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
