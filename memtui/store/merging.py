"""Heads with some of them changed, and revisions without those already known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from memtui.store.schema import REVISIONS

# Each cut makes one chunk more, and many chunks slow down every later reading.
_CUTS_AT_MOST = 512


def merged(heads: pa.Table, changed: pa.Table) -> pa.Table:
    """Return the heads with the changed ones, which are newer than all others, in front.

    Replaced rows are cut out without copying the rest, unless there are very many.
    """
    if not heads.num_rows:
        return changed
    replaced = pc.is_in(heads["id"], changed["id"].combine_chunks())
    rows = pc.indices_nonzero(replaced).to_numpy().astype(np.int64).tolist()
    if len(rows) > _CUTS_AT_MOST:
        return pa.concat_tables([changed, heads.filter(pc.invert(replaced))])
    starts = [0, *(row + 1 for row in rows)]
    ends = [*rows, heads.num_rows]
    kept = [heads.slice(start, end - start) for start, end in zip(starts, ends, strict=True) if end > start]
    return pa.concat_tables([changed, *kept])


def new_revisions(batches: Iterable[pa.RecordBatch], known: pa.ChunkedArray | None) -> pa.RecordBatchReader:
    """Return the revisions whose ids are not known."""

    def unknown() -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield batch if known is None else batch.filter(pc.invert(pc.is_in(batch["id"], known)))

    return pa.RecordBatchReader.from_batches(REVISIONS, unknown())
