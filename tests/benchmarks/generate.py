"""Fills the present MEMTUI_HOME with generated memories: ``generate.py --memories 100000``."""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from memtui.memory import Anchor, Evidence, Kind, Link, Memory, Revision, Scope, Snooze, Status
from memtui.store.identity import keyed_id, revision_id
from memtui.store.rows import revision_batch

if TYPE_CHECKING:
    from memtui.store import Store

MEMORIES_AN_ACT = 200
FIRST_TIME = 1_735_689_600_000_000  # 2025-01-01, in microseconds
MICROSECONDS_BETWEEN = 10_000_000
REPOSITORIES = 24
SENTENCES = 4_000

PARTS = """
    parser lexer cache queue scheduler router session token migration index worker socket buffer logger retry handler
    serializer webhook exporter importer renderer tokenizer planner resolver snapshot checkpoint gateway broker registry
    fixture adapter compiler linter formatter watcher installer updater uploader validator throttle pool lease manifest
    changelog dashboard billing invoice payment search ranking embedding prompt sandbox terminal keymap theme
""".split()
VERBS = """
    keep move split merge rename cache flush retry skip guard validate normalize batch stream lock unlock defer log wrap
    inline document benchmark pin bump vendor freeze seed mock
""".split()
REASONS = [
    "because the tests on Windows hang otherwise",
    "since a partial write once corrupted the index",
    "until the upstream fix is released",
    "as agreed in the review of the release branch",
    "because the API returns 429 under load",
    "so that a cold start stays below two seconds",
    "as the customer's proxy strips that header",
    "because two workers raced for the same lease",
    "to keep the public interface stable",
    "since the staging database has no replica",
]
TAGS = "performance testing security windows ci database network ui api release docs flaky".split()
ORIGINS = ["claude-code", "codex", "opencode", "person", "indexer"]
KINDS = list(Kind)
SETTLED = [Status.APPROVED] * 17 + [Status.REJECTED, Status.DELETED, Status.SNOOZED]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to generate."""

    memories: int
    revisions_per_memory: int = 1
    pending: float = 0.1
    seed: int = 7
    memories_a_part: int = 16_384


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Sentences, scopes and files to choose from."""

    titles: tuple[str, ...]
    sentences: tuple[str, ...]
    paths: tuple[str, ...]
    scopes: tuple[Scope, ...]


@cache
def vocabulary(seed: int) -> Vocabulary:
    """Make up the same words for the same seed."""
    random = np.random.default_rng(seed)

    def pick(words: list[str]) -> str:
        return words[int(random.integers(len(words)))]

    def sentence() -> str:
        return f"{pick(VERBS).capitalize()} the {pick(PARTS)} before the {pick(PARTS)} {pick(REASONS)}."

    roots = [hashlib.sha1(str(number).encode(), usedforsecurity=False).hexdigest() for number in range(REPOSITORIES)]
    return Vocabulary(
        titles=tuple(f"{pick(VERBS)} the {pick(PARTS)} {pick(PARTS)} {pick(REASONS)}" for _ in range(SENTENCES)),
        sentences=tuple(sentence() for _ in range(SENTENCES)),
        paths=tuple(f"src/{pick(PARTS)}/{pick(PARTS)}_{pick(PARTS)}.py" for _ in range(SENTENCES // 4)),
        scopes=(*(Scope("repo", root) for root in roots), *[Scope("user")] * 4, Scope("group", "platform")),
    )


def memory_of(number: int, chosen: list[int], plan: Plan) -> Memory:
    """Return one memory as it is first proposed."""
    words = vocabulary(plan.seed)
    sentences = [words.sentences[pick % SENTENCES] for pick in chosen[: 1 + chosen[11] % 5]]
    path = words.paths[chosen[5] % len(words.paths)]
    return Memory(
        id=keyed_id(Scope("user"), f"generated {plan.seed} {number}"),
        kind=KINDS[chosen[7] % len(KINDS)],
        title=f"generated {number} {words.titles[chosen[8] % SENTENCES]}",
        body=" ".join(sentences),
        scope=words.scopes[chosen[9] % len(words.scopes)],
        tags=(TAGS[chosen[10] % len(TAGS)],) if chosen[10] % 3 else (),
        anchors=(Anchor(path),) if chosen[5] % 2 else (),
        evidence=(Evidence("file", path, 1 + chosen[6] % 900, sentences[0]),) if chosen[6] % 2 else (),
        attention=("stale",) if chosen[4] % 40 == 0 else (),
        origin=ORIGINS[chosen[3] % len(ORIGINS)],
        topic=f"topic {number}" if chosen[2] % 10 == 0 else "",
        link=Link("claude-code", f"{path}.md", f"entry {number}") if chosen[1] % 8 == 0 else Link(),
    )


def revised(memory: Memory, turn: int, draw: int, plan: Plan) -> Memory:
    """Return a memory after one more act; the last one settles all but the share that stays pending."""
    if turn < plan.revisions_per_memory - 1:
        return replace(memory, body=f"{memory.body} Seen again in turn {turn}.") if turn else memory
    if draw % 1000 < plan.pending * 1000:
        return memory
    status = SETTLED[draw % len(SETTLED)]
    until = FIRST_TIME * 2 if status == Status.SNOOZED else 0
    return replace(memory, status=status, reviewed=True, snooze=Snooze(until))


def sealed(memory: Memory, number: int, device: str, parent: str) -> Revision:
    """Return a revision with its id."""
    revision = Revision(
        id="",
        memory=memory,
        parents=(parent,) if parent else (),
        time=FIRST_TIME + number * MICROSECONDS_BETWEEN,
        device=device,
        actor="person" if parent else memory.origin,
        action="edit" if parent else "propose",
        batch=f"generated{number // MEMORIES_AN_ACT:07}",
    )
    return replace(revision, id=revision_id(revision))


def part(start: int, plan: Plan, device: str) -> bytes:
    """Return the revisions of some memories as an Arrow stream, one batch for each turn."""
    count = min(plan.memories_a_part, plan.memories - start)
    choices = np.random.default_rng([plan.seed, start]).integers(0, 1 << 30, size=(count, 12)).tolist()
    memories = [memory_of(number, chosen, plan) for number, chosen in enumerate(choices, start)]
    parents = [""] * count
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, revision_batch([]).schema) as writer:
        for turn in range(plan.revisions_per_memory):
            memories = [revised(memory, turn, row[2], plan) for memory, row in zip(memories, choices, strict=True)]
            first = turn * plan.memories + start
            revisions = [sealed(memory, first + k, device, parents[k]) for k, memory in enumerate(memories)]
            writer.write_batch(revision_batch(revisions))
            parents = [revision.id for revision in revisions]
    return bytes(sink.getvalue())


def revision_batches(plan: Plan, device: str) -> Iterator[pa.RecordBatch]:
    """Return all revisions, made by as many processes as there are cores if there are many."""
    starts = range(0, plan.memories, plan.memories_a_part)
    make = partial(part, plan=plan, device=device)
    if len(starts) == 1:
        yield from pa.ipc.open_stream(make(0))
        return
    with ProcessPoolExecutor(os.cpu_count(), mp_context=multiprocessing.get_context("spawn")) as pool:
        for content in pool.map(make, starts):
            yield from pa.ipc.open_stream(content)


def fill(store: Store, plan: Plan) -> int:
    """Add the generated memories and return how many revisions were new."""
    return store.append_revisions(revision_batches(plan, store.device))


def main() -> None:
    """Read the arguments, fill the store, and say how long it took."""
    from memtui.store import Store, home_directory  # the processes that only make revisions need no database

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, required=True)
    parser.add_argument("--revisions-per-memory", type=int, default=1)
    parser.add_argument("--pending", type=float, default=0.1, help="share that stays pending")
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    plan = Plan(arguments.memories, arguments.revisions_per_memory, arguments.pending, arguments.seed)
    began = time.perf_counter()
    added = fill(Store.open(home_directory()), plan)
    print(f"{added} revisions of {plan.memories} memories in {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
