"""What the words of commits say, which are read once: when a commit is first seen.

Regular expressions over all messages take most of the time of a first read, and nearly every message says nothing. So
what was found is kept in two columns of the commits table, which later refreshes read instead of the words.
"""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from indexer.facts import Commit
from indexer.history.reasons import DETECTORS, Statement, statements_in
from indexer.history.reverts import announces_revert

# A weight of zero stands for no statement, since Lance keeps no missing structures.
_STATEMENT = pa.struct(
    [
        pa.field("weight", pa.float64(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("title", pa.string(), nullable=False),
        pa.field("quote", pa.string(), nullable=False),
        pa.field("undone", pa.string(), nullable=False),
    ]
)
FIELDS = (pa.field("reverts", pa.bool_(), nullable=False), pa.field("statement", _STATEMENT, nullable=False))


def read_words(commits: Sequence[Commit], subjects: pa.Array, bodies: pa.Array) -> list[pa.Array]:
    """Return the columns of ``FIELDS`` for some commits."""
    messages = pc.binary_join_element_wise(subjects, bodies, "\n")
    said = list(statements_in(commits, messages, DETECTORS))
    return [pa.array(list(map(announces_revert, commits)), pa.bool_()), _column(said)]


def _column(said: Sequence[Statement | None]) -> pa.Array:
    texts = [(one.title, one.quote, one.undone) if one else ("", "", "") for one in said]
    titles, quotes, undone = zip(*texts, strict=True) if texts else ((), (), ())
    columns = [
        pa.array([one.weight if one else 0.0 for one in said], pa.float64()),
        pa.array([str(one.kind) if one else "" for one in said], pa.string()),
        *(pa.array(column, pa.string()) for column in (titles, quotes, undone)),
    ]
    return pa.StructArray.from_arrays(columns, fields=list(_STATEMENT))
