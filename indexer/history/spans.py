"""The history of any part of the repository, told from the logbook alone."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from indexer.facts import CommitKind, PathHistory
from indexer.history.activity import module_histories
from indexer.history.fixes import MOST_CHANGES
from indexer.history.ledger import Touches, as_numpy, numbered
from indexer.history.ownership import shares_of
from indexer.history.periods import entropy_of


def span_of(place: str, logbook: pa.Table, now: int) -> PathHistory | None:
    """Return the history of the files at or below ``place`` from the commits that changed some of them.

    ``logbook`` holds these commits, newest first. None when there is no such file.
    """
    oldest_first = logbook.take(pa.array(np.arange(logbook.num_rows - 1, -1, -1))).combine_chunks()
    paths = oldest_first["paths"].combine_chunks()
    touches = _touches(oldest_first, paths, place)
    sizes = as_numpy(paths.value_lengths())
    fixes = as_numpy(pc.equal(oldest_first["kind"], str(CommitKind.FIX))).astype(np.bool_) & (sizes <= MOST_CHANGES)
    inside = dict.fromkeys(touches.paths, place)
    found = module_histories(
        touches.grouped(inside), fixes, now, list(inside.values()), shares_of(touches), entropy_of(touches, now)
    )
    return found[0] if found else None


def _touches(logbook: pa.Table, paths: pa.ListArray, place: str) -> Touches:
    words, path = numbered(paths.flatten().cast(pa.string()))
    names, authors = numbered(logbook["author"].combine_chunks().cast(pa.string()))
    sizes = as_numpy(paths.value_lengths())
    every = Touches(
        paths=words,
        names=names,
        path=path,
        commit=np.repeat(np.arange(logbook.num_rows, dtype=np.int64), sizes),
        times=as_numpy(logbook["time"].combine_chunks()),
        authors=authors,
        sizes=sizes,
    )
    return every.grouped({word: word for word in words if word == place or word.startswith(f"{place}/")})
