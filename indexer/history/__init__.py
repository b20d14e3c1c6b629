"""Change history: commits, and what they say about the code of today."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pyarrow as pa

from indexer.facts import Commit, History
from indexer.history.arrow import SCHEMA, from_batches, to_batches
from indexer.history.ledger import Ledger, ledger_of
from indexer.history.log import parse_log, read_log
from indexer.history.reverts import standing
from indexer.history.telling import Counts, Present, ReadRemains, Told, tell

__all__ = [
    "SCHEMA",
    "Ledger",
    "Present",
    "Told",
    "derive_history",
    "from_batches",
    "ledger_of",
    "parse_log",
    "read_log",
    "standing",
    "table_of",
    "tell",
    "to_batches",
]


def derive_history(
    commits: Iterable[Commit],
    *,
    paths: Mapping[str, int],
    modules: Mapping[str, str] | None = None,
    releases: Sequence[tuple[str, str]] = (),
    head: str = "",
    now: int | None = None,
    counts: Counts | None = None,
    runs: Counts | None = None,
    remains: ReadRemains | None = None,
) -> History:
    """Derive the history from ``commits``, which may come in any order; all else is as in ``Present``."""
    present = Present(paths, modules or {}, releases, head, now, counts, runs, remains)
    rows = table_of(commits)
    return tell(rows, ledger_of(rows), present).history


def table_of(commits: Iterable[Commit]) -> pa.Table:
    """Return ``commits`` as a commits table."""
    return pa.Table.from_batches(to_batches(commits), schema=SCHEMA)
