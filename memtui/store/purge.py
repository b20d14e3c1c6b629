"""Removing revisions from the log for good, and from every file that still has them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from memtui.store import derive
from memtui.store.heads_file import ROWS_A_BATCH
from memtui.store.home import write_whole
from memtui.store.log import HEADS_TABLE, REVISIONS_TABLE, Database
from memtui.store.places import PURGING
from memtui.store.rows import revision_batch
from memtui.store.schema import REVISIONS
from memtui.store.transaction import Transaction


def is_unfinished(home: Path) -> bool:
    """Tell whether a purge was begun and not seen to its end."""
    return (home / PURGING).exists()


def forget(home: Path, database: Database, transaction: Transaction) -> None:
    """Write the log anew, in one commit, without the memories forgotten and with what the transaction appended."""
    # Noted first: from the commit until old versions are gone, a crash would leave the content on the disk.
    write_whole(home / PURGING, "1\n")
    with derive.spooled(home, database.stream(ROWS_A_BATCH)) as log:
        batches = _kept(log, transaction)
        database.replace_log(pa.RecordBatchReader.from_batches(REVISIONS, batches))
        # The file is mapped until the generator that reads it is gone.
        del batches


def finish(home: Path, database: Database) -> None:
    """Remove all versions of both tables but the newest, and then the note; the heads must be up to date."""
    for name in (REVISIONS_TABLE, HEADS_TABLE):
        database.drop_versions(name)
    database.index_log()
    (home / PURGING).unlink(missing_ok=True)


def _kept(log: pa.Table, transaction: Transaction) -> Iterator[pa.RecordBatch]:
    forgotten = pa.array(sorted(transaction.forgotten), pa.string())
    for batch in log.to_batches():
        yield batch.filter(pc.invert(pc.is_in(batch["memory"], forgotten)))
    yield revision_batch(transaction.revisions)
