"""The log as stories read it: commit by commit, newest first, with the files of today that each changed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from indexer.history.ledger import Ledger, Touches

# A snapshot of it is written with every generation; of longer histories the newest part tells the stories.
MOST_COMMITS = 100_000
_TEXT = pa.dictionary(pa.int32(), pa.string())
SCHEMA = pa.schema(
    [
        pa.field("commit", pa.string(), nullable=False),
        pa.field("time", pa.int64(), nullable=False),
        pa.field("author", _TEXT, nullable=False),
        pa.field("subject", pa.string(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("release", _TEXT, nullable=False),
        pa.field("paths", pa.list_(_TEXT), nullable=False),
    ]
)


def logbook_of(
    ledger: Ledger, touches: Touches, versions: Sequence[tuple[str, Sequence[int]]], limit: int = MOST_COMMITS
) -> pa.Table:
    """Return the newest ``limit`` commits as rows of ``indexer.facts.LogEntry``.

    ``versions`` are tags with the numbers of the commits that each first held. Authors, tags and paths are numbers into
    a list of texts, which makes the table a tenth as large.
    """
    held_by = np.zeros(ledger.count, dtype=np.int32)
    for place, (_, commits) in enumerate(versions, 1):
        held_by[np.array(commits, dtype=np.int64)] = place
    numbers = np.arange(ledger.count - 1, max(ledger.count - limit, 0) - 1, -1)
    taken = pa.array(numbers)
    starts = np.searchsorted(touches.commit, numbers)
    sizes = np.searchsorted(touches.commit, numbers, side="right") - starts
    ends = np.concatenate([[0], np.cumsum(sizes)])
    # The rows of each commit lie together; the commits are taken in the opposite order.
    rows = np.repeat(starts - ends[:-1], sizes) + np.arange(ends[-1])
    paths = pa.DictionaryArray.from_arrays(
        pa.array(touches.path[rows].astype(np.int32)), pa.array(touches.paths, pa.string())
    )
    columns = [
        ledger.oids.take(taken),
        pa.array(ledger.times[numbers]),
        pa.DictionaryArray.from_arrays(
            pa.array(ledger.authors[numbers].astype(np.int32)), pa.array(ledger.names, pa.string())
        ),
        ledger.subjects.take(taken),
        ledger.kinds.take(taken),
        pa.DictionaryArray.from_arrays(pa.array(held_by[numbers]), pa.array(["", *(tag for tag, _ in versions)])),
        pa.ListArray.from_arrays(pa.array(ends.astype(np.int32)), paths),
    ]
    return pa.table(columns, schema=SCHEMA)
