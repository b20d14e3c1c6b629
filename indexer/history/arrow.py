"""Commits as Arrow record batches: how the index keeps the log, and how it reads it back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import pyarrow as pa

from indexer.facts import Change, Commit
from indexer.history.kinds import kinds_of
from indexer.history.texts import FIELDS, read_words

_CHANGE = pa.struct(
    [
        pa.field("status", pa.string(), nullable=False),
        pa.field("path", pa.string(), nullable=False),
        pa.field("old_path", pa.string(), nullable=False),
    ]
)
SCHEMA = pa.schema(
    [
        pa.field("oid", pa.string(), nullable=False),
        pa.field("parents", pa.list_(pa.string()), nullable=False),
        pa.field("time", pa.int64(), nullable=False),
        pa.field("author", pa.string(), nullable=False),
        pa.field("email", pa.string(), nullable=False),
        pa.field("subject", pa.string(), nullable=False),
        pa.field("body", pa.string(), nullable=False),
        pa.field("changes", pa.list_(_CHANGE), nullable=False),
        # What is found out from the words of a commit when it is first read, so that they are read only once.
        pa.field("kind", pa.string(), nullable=False),
        *FIELDS,
    ]
)
# A batch is the step in which progress is told and an interrupt is heeded.
_TEXTS = ("author", "email", "subject", "body")
BATCH = 1000


def to_batches(commits: Iterable[Commit], size: int = BATCH) -> Iterator[pa.RecordBatch]:
    """Yield ``commits`` in batches of ``size``, in their order, holding one batch at a time."""
    remaining = iter(commits)
    while rows := list(islice(remaining, size)):
        yield _batch(rows)


def _batch(rows: Sequence[Commit]) -> pa.RecordBatch:
    changes = [change for row in rows for change in row.changes]
    records = pa.StructArray.from_arrays(
        [
            pa.array([change.status for change in changes], pa.string()),
            pa.array([change.path for change in changes], pa.string()),
            pa.array([change.old_path for change in changes], pa.string()),
        ],
        fields=list(_CHANGE),
    )
    parents = pa.array([row.parents for row in rows], pa.list_(pa.string()))
    texts = {name: pa.array([getattr(row, name) for row in rows], pa.string()) for name in _TEXTS}
    columns = [
        pa.array([row.oid for row in rows], pa.string()),
        parents,
        pa.array([row.time for row in rows], pa.int64()),
        *texts.values(),
        pa.ListArray.from_arrays(_offsets(rows), records, type=pa.list_(_CHANGE)),
        kinds_of(texts["subject"], texts["body"], parents),
        *read_words(rows, texts["subject"], texts["body"]),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=SCHEMA)


def _offsets(rows: Sequence[Commit]) -> pa.Array:
    offsets = [0]
    for row in rows:
        offsets.append(offsets[-1] + len(row.changes))
    return pa.array(offsets, pa.int32())


def from_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[Commit]:
    """Yield the commits of ``batches``; columns are found by name, whatever else stands beside them."""
    known: dict[tuple[str, str, str], Change] = {}
    for batch in batches:
        columns = [batch.column(name).to_pylist() for name in ("oid", "parents", "time", *_TEXTS)]
        for oid, parents, time, author, email, subject, body, changes in zip(
            *columns, _changes(batch.column("changes"), known), strict=True
        ):
            yield Commit(oid, tuple(parents), time, author, email, subject, body, changes)


def _changes(column: pa.ListArray, known: dict[tuple[str, str, str], Change]) -> Iterator[tuple[Change, ...]]:
    """Yield each row's changes; equal changes are one object, whose strings are made once for each batch."""
    records = column.flatten()
    keys = zip(*(_shared_strings(values) for values in records.flatten()), strict=True)
    values = iter([known.get(key) or known.setdefault(key, Change(*key)) for key in keys])
    for length in column.value_lengths().to_pylist():
        yield tuple(islice(values, length or 0))


def _shared_strings(values: pa.Array) -> list[str]:
    encoded = values.dictionary_encode()
    words = encoded.dictionary.to_pylist()
    return [words[index] for index in encoded.indices.to_pylist()]
