"""The files that listings read: ``heads.arrow`` with all heads, and a small one with those changed since.

Each is written whole or not at all. Keeping the newest changes apart lets one act on a large store write a few
kilobytes instead of everything; when they grow many, the large file is written anew.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from memtui.memory.errors import DamagedStoreError, MemtuiError, NewerStoreError
from memtui.store.faults import faults
from memtui.store.home import private_files
from memtui.store.identity import random_id
from memtui.store.merging import merged
from memtui.store.places import FORMAT, RECENT, SNAPSHOT, stamp_of
from memtui.store.schema import HEADS

ROWS_A_BATCH = 65_536
# Few enough that an act writes some kilobytes, many enough that the large file is seldom written anew.
RECENT_AT_MOST = 256
# Each attempt fails only if another process acted meanwhile; what is read then is older, never wrong.
_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class State:
    """Which part of the log heads reflect: how many revisions, and the time of the last."""

    revisions: int = 0
    last_time: int = 0


@dataclass(frozen=True, slots=True)
class Contents:
    """What the files hold: all heads, of which the first ``recent`` are not in the large file named ``base``."""

    table: pa.Table
    state: State
    base: str = ""
    recent: int = 0


def read(home: Path) -> Contents | None:
    """Return what the files hold, or None without the large one.

    A small file that belongs to another large one is either left over, and then the large one has all that it has,
    or both were replaced between two looks, and then another look tells.
    """
    for _ in range(_ATTEMPTS):
        stamp = stamp_of(home)
        base = _read_file(home / SNAPSHOT)
        if base is None:
            return None
        recent = _read_file(home / RECENT)
        if recent is not None and recent.base == base.base:
            return Contents(merged(base.table, recent.table), recent.state, base.base, recent.table.num_rows)
        if stamp == stamp_of(home):
            break
    return base


def stage(home: Path, batches: Iterable[pa.RecordBatch], state: State) -> Path:
    """Write all heads to a file beside the large one and return its path."""
    return _staged(home / SNAPSHOT, batches, state, random_id())


def stage_recent(home: Path, heads: pa.Table, state: State, base: str) -> Path:
    """Write the heads that changed since the large file ``base`` to a file beside the small one."""
    return _staged(home / RECENT, heads.to_batches(), state, base)


def publish(staged: Path) -> None:
    """Let a staged file be what is read from here on; a new large file has all that the small one had."""
    target = staged.with_suffix("").with_suffix("")
    with faults(staged.parent):
        staged.replace(target)
    if target.name == SNAPSHOT:
        _begin_recent(target.parent)


def is_complete(home: Path) -> bool:
    """Tell whether both files are there; if one was lost, what is left may lack the newest acts."""
    return (home / SNAPSHOT).exists() and (home / RECENT).exists()


def evenly(heads: pa.Table) -> Iterator[pa.RecordBatch]:
    """Return the rows of a table in parts of equal size, whatever its chunks are."""
    for start in range(0, heads.num_rows, ROWS_A_BATCH):
        yield from heads.slice(start, ROWS_A_BATCH).combine_chunks().to_batches()


def discard(staged: Path) -> None:
    """Remove a staged file that will not be published."""
    with suppress(OSError):
        staged.unlink(missing_ok=True)


def remove_leftovers(home: Path) -> None:
    """Remove what writers that were killed have staged; only the holder of the lock may."""
    # Their names hold process ids, which are given again, so that only the lock tells a leftover from work.
    for path in home.glob("*.arrow.*.tmp"):
        discard(path)


def _begin_recent(home: Path) -> None:
    """Put an empty small file beside a new large one, so that a lost one is noticed without LanceDB."""
    # The act is kept by now. A small file of an older large one is ignored, and a missing one is made again.
    with suppress(MemtuiError):
        base = _read_file(home / SNAPSHOT)
        if base is not None:
            stage_recent(home, HEADS.empty_table(), base.state, base.base).replace(home / RECENT)


def _staged(path: Path, batches: Iterable[pa.RecordBatch], state: State, base: str) -> Path:
    staged = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    schema = HEADS.with_metadata(
        {
            "memtui.format": str(FORMAT),
            "memtui.revisions": str(state.revisions),
            "memtui.last_time": str(state.last_time),
            "memtui.base": base,
        }
    )
    try:
        with (
            faults(path.parent),
            private_files(),
            pa.OSFile(str(staged), "wb") as sink,
            pa.ipc.new_file(sink, schema) as writer,
        ):
            for batch in batches:
                writer.write_batch(batch.replace_schema_metadata(None))
    # Also when interrupted: on a full disk, its space is what the next attempt needs.
    except BaseException:
        discard(staged)
        raise
    return staged


def _read_file(path: Path) -> Contents | None:
    try:
        table = pa.ipc.open_file(_source(path)).read_all()
    except FileNotFoundError:
        return None
    except (pa.ArrowException, OSError) as error:
        raise DamagedStoreError(path, str(error).partition("\n")[0]) from error
    state, base = _described(table.schema.metadata or {}, path)
    if not table.schema.equals(HEADS):
        raise DamagedStoreError(path, "columns")
    return Contents(table.replace_schema_metadata(None), state, base)


def _source(path: Path) -> pa.NativeFile:
    """Open the file; Windows cannot replace one that is mapped, so there it is read into memory."""
    if sys.platform == "win32":
        return pa.BufferReader(path.read_bytes())
    return pa.memory_map(str(path))


def _described(notes: Mapping[bytes, bytes], path: Path) -> tuple[State, str]:
    """Return what the file says about itself."""
    try:
        found = int(notes[b"memtui.format"])
        if found > FORMAT:
            raise NewerStoreError(path.parent, found, FORMAT)
        state = State(int(notes[b"memtui.revisions"]), int(notes[b"memtui.last_time"]))
        return state, notes[b"memtui.base"].decode("ascii")
    except (KeyError, ValueError) as error:
        raise DamagedStoreError(path, "metadata") from error
