"""How the heads follow the log: after each act, and all anew where they are lost or behind."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pyarrow as pa

from memtui.memory.errors import MemtuiError
from memtui.store import derive, heads_file
from memtui.store.faults import faults
from memtui.store.log import Database
from memtui.store.merging import merged
from memtui.store.rows import revision_batch
from memtui.store.transaction import Transaction

# Rows of the table of heads; more than these are written faster than they are looked for.
_MERGED_AT_MOST = 20_000


def rebuild(home: Path, database: Database) -> None:
    """Derive the heads from the whole log."""
    stream = database.stream(heads_file.ROWS_A_BATCH)
    with derive.spooled(home, stream) as log:
        heads = derive.find_heads(log)
        staged = heads_file.stage(home, derive.head_batches(log, heads), heads.state)
    try:
        _replace(database, staged)
        heads_file.publish(staged)
    finally:
        heads_file.discard(staged)


def keep(home: Path, database: Database, transaction: Transaction) -> None:
    """Append a batch and bring the heads to it.

    The new heads are written before the batch, so that a full disk refuses an act rather than half of it, and
    shown after it, so that what is shown is kept. What fails after that must not be told as a refusal.
    """
    changed = transaction.changed_rows()
    staged = _staged(home, transaction, changed)
    try:
        database.append(revision_batch(transaction.revisions))
        try:
            _bring(database, changed, staged)
        except MemtuiError:
            _show_although_the_table_is_behind(home, database, staged)
    finally:
        heads_file.discard(staged)


def _bring(database: Database, changed: pa.Table, staged: Path) -> None:
    """Let the table of heads, then the file that is read, be as the log says."""
    if changed.num_rows > _MERGED_AT_MOST:
        _replace(database, staged)
    else:
        database.merge_heads(changed)
    heads_file.publish(staged)


def _show_although_the_table_is_behind(home: Path, database: Database, staged: Path) -> None:
    """Show a kept act although the table of heads could not follow; a table that is gone is derived at a start."""
    try:
        rebuild(home, database)
    except MemtuiError:
        database.drop_heads()
        with suppress(MemtuiError):
            heads_file.publish(staged)


def _staged(home: Path, transaction: Transaction, changed: pa.Table) -> Path:
    """Write the heads as they will be: those changed of late, or all when these have become many."""
    contents, state = transaction.snapshot.contents, transaction.state()
    recent = merged(contents.table.slice(0, contents.recent), changed)
    if recent.num_rows <= heads_file.RECENT_AT_MOST:
        return heads_file.stage_recent(home, recent, state, contents.base)
    return heads_file.stage(home, heads_file.evenly(merged(contents.table, changed)), state)


def _replace(database: Database, staged: Path) -> None:
    """Let the table of heads have the rows of a staged file."""
    with faults(staged.parent), pa.OSFile(str(staged)) as source:
        reader = pa.ipc.open_file(source)
        batches = (reader.get_batch(k) for k in range(reader.num_record_batches))
        database.write_heads(pa.RecordBatchReader.from_batches(reader.schema, batches))
