"""Bringing a log of an earlier format to the present columns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

from memtui.store import derive
from memtui.store.heads_file import ROWS_A_BATCH
from memtui.store.home import write_format
from memtui.store.log import Database
from memtui.store.schema import REVISIONS


def migrate(home: Path, database: Database) -> None:
    """Rewrite the log with the present columns, in one commit; the versions before it stay for a while.

    The heads have to be derived anew after it. Whoever is killed on the way leaves the old log or the new one.
    """
    # Before the log: an older version that came in between would append rows that lack columns.
    write_format(home)
    with derive.spooled(home, _converted(database)) as log:
        database.replace_log(pa.RecordBatchReader.from_batches(REVISIONS, iter(log.to_batches())))


def is_needed(database: Database) -> bool:
    """Tell whether the log lacks present columns."""
    return not database.log_schema().equals(REVISIONS)


def _converted(database: Database) -> Iterator[pa.RecordBatch]:
    for batch in database.stream(ROWS_A_BATCH):
        yield widened_batch(batch)


def widened_batch(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return revisions of an earlier format with the present columns; what they lacked is empty."""
    present = set(batch.schema.names)
    columns = [
        _widened(batch[field.name], field.type) if field.name in present else _empty(len(batch), field.type)
        for field in REVISIONS
    ]
    return pa.RecordBatch.from_arrays(columns, schema=REVISIONS)


def _widened(values: pa.Array, wanted: pa.DataType) -> pa.Array:
    """Return values with the fields that their type has gained."""
    if values.type.equals(wanted):
        return values
    if pa.types.is_list(wanted):
        # Joined to one array of its own first, since a slice of a list keeps the offsets of the whole.
        whole = pa.concat_arrays([values])
        return pa.ListArray.from_arrays(whole.offsets, _widened(whole.values, wanted.value_type))
    names = {values.type.field(number).name for number in range(values.type.num_fields)}
    fields = [wanted.field(number) for number in range(wanted.num_fields)]
    children = [
        _widened(values.field(field.name), field.type) if field.name in names else _empty(len(values), field.type)
        for field in fields
    ]
    return pa.StructArray.from_arrays(children, fields=fields)


def _empty(length: int, wanted: pa.DataType) -> pa.Array:
    """Return empty values of a type: no text, false, zero, no items."""
    return pa.array([_nothing(wanted)] * length, wanted)


def _nothing(wanted: pa.DataType) -> object:
    if pa.types.is_struct(wanted):
        fields = [wanted.field(number) for number in range(wanted.num_fields)]
        return {field.name: _nothing(field.type) for field in fields}
    if pa.types.is_list(wanted):
        return []
    return "" if pa.types.is_string(wanted) else False if pa.types.is_boolean(wanted) else 0
