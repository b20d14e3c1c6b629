"""The heads as they follow from the log: the newest revision of each memory that no other revision follows."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from memtui.memory import Attention
from memtui.store.faults import faults
from memtui.store.heads_file import ROWS_A_BATCH, State, discard
from memtui.store.home import private_files
from memtui.store.rows import take_rows
from memtui.store.schema import CONTENT_NAMES, HEADS, REVISIONS


@dataclass(frozen=True, slots=True)
class Heads:
    """Which rows of the log are heads, newest first, when their memories began, and who rivals them."""

    rows: np.ndarray
    created_at: np.ndarray
    rivals: dict[int, list[str]]
    state: State


@contextmanager
def spooled(home: Path, log: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Copy the log to a file and map it, so that deriving from it takes little memory, however long it is."""
    # The process id in the name keeps two writers apart on file systems whose locks do not work.
    path = home / f"log.arrow.{os.getpid()}.tmp"
    try:
        with faults(home):
            with private_files(), pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, REVISIONS) as writer:
                for batch in log:
                    # LanceDB adds metadata of its own, and an Arrow file takes only batches of its very schema.
                    writer.write_batch(batch.replace_schema_metadata(None))
            with pa.memory_map(str(path)) as source:
                table = pa.ipc.open_file(source).read_all()
                yield table
                # Windows removes no file that is mapped, and the table is what maps it.
                del table
    finally:
        discard(path)


def find_heads(log: pa.Table) -> Heads:
    """Return the heads of a log."""
    if not log.num_rows:
        nothing = np.array([], dtype=np.int64)
        return Heads(nothing, nothing, {}, State())
    times = log["time"].to_numpy()
    # Codes instead of texts: numbers are grouped far faster than a million ids.
    memories = log["memory"].combine_chunks().dictionary_encode()
    codes = memories.indices.to_numpy()
    created = np.full(len(memories.dictionary), np.iinfo(np.int64).max)
    # A head says when its memory began, and that is the time of a revision long replaced.
    np.minimum.at(created, codes, times)
    tips = _tip_rows(log)
    shown = np.empty(len(created), dtype=np.int64)
    shown[codes[tips]] = tips
    rivals = _settle_conflicts(log, shown, codes, tips)
    # The id breaks ties, so that two rebuilds of the same log give files that are equal byte for byte.
    order = pc.sort_indices(
        pa.table({"time": times[shown], "memory": memories.dictionary}),
        sort_keys=[("time", "descending"), ("memory", "ascending")],
    ).to_numpy()
    return Heads(shown[order], created[order], rivals, State(log.num_rows, int(times.max())))


def head_batches(log: pa.Table, heads: Heads) -> Iterator[pa.RecordBatch]:
    """Return the rows of the heads, newest first, some at a time."""
    for start in range(0, len(heads.rows), ROWS_A_BATCH):
        rows = heads.rows[start : start + ROWS_A_BATCH]
        content = take_rows(log, rows)
        revisions = content["id"].to_pylist()
        tips = [heads.rivals.get(int(row), [revision]) for row, revision in zip(rows, revisions, strict=True)]
        columns = {name: content[name] for name in CONTENT_NAMES} | {
            "id": content["memory"],
            "attention": _with_conflicts(content["attention"], tips),
            "revision": content["id"],
            "created_at": pa.array(heads.created_at[start : start + ROWS_A_BATCH]),
            "updated_at": content["time"],
            "tips": pa.array(tips, HEADS.field("tips").type),
        }
        table = pa.table([columns[name] for name in HEADS.names], schema=HEADS)
        yield from table.combine_chunks().to_batches()


def _tip_rows(log: pa.Table) -> np.ndarray:
    """Return the rows of the revisions that no other follows."""
    followed = pc.unique(pc.list_flatten(log["parents"]))
    tips: np.ndarray = pc.indices_nonzero(pc.invert(pc.is_in(log["id"], followed))).to_numpy()
    return tips.astype(np.int64)


def _settle_conflicts(log: pa.Table, shown: np.ndarray, codes: np.ndarray, tips: np.ndarray) -> dict[int, list[str]]:
    """Let the later by time and id of several tips be shown; return all tips of those rows, sorted."""
    counts = np.bincount(codes[tips], minlength=len(shown))
    contested = tips[counts[codes[tips]] > 1]
    if not len(contested):
        return {}
    found: dict[int, list[tuple[int, str, int]]] = {}
    content = take_rows(log.select(["time", "id"]), contested).to_pylist()
    for row, tip in zip(contested.tolist(), content, strict=True):
        found.setdefault(int(codes[row]), []).append((tip["time"], tip["id"], row))
    rivals = {}
    for code, several in found.items():
        # Any rule would do that every device applies alike; the loser stays in the log, and the conflict is shown.
        shown[code] = max(several)[2]
        rivals[int(shown[code])] = sorted(revision for _, revision, _ in several)
    return rivals


def _with_conflicts(attention: pa.ChunkedArray, tips: list[list[str]]) -> pa.ChunkedArray | pa.Array:
    if all(len(revisions) == 1 for revisions in tips):
        return attention
    reasons = [
        [*old, *([Attention.CONFLICT.value] if len(revisions) > 1 else [])]
        for old, revisions in zip(attention.to_pylist(), tips, strict=True)
    ]
    return pa.array(reasons, attention.type)
