"""Facts ↔ Arrow: one row per blob, built and read column by column."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from itertools import accumulate, pairwise, repeat
from typing import TypeVar

import pyarrow as pa

from indexer.facts import FileFacts, Import, Outcome, Registration, Symbol
from indexer.parsing.grammars import facts_key

Value = TypeVar("Value", Symbol, Import, Registration)

_TEXT = pa.utf8()
_NUMBER = pa.int32()
# Fields stand in the order of the value's constructor, which is how columns become values again.
SYMBOL = pa.struct(
    [
        ("kind", _TEXT),
        ("name", _TEXT),
        ("container", _TEXT),
        ("line", _NUMBER),
        ("end_line", _NUMBER),
        ("signature", _TEXT),
        ("doc", _TEXT),
    ]
)
IMPORT = pa.struct(
    [("form", _TEXT), ("module", _TEXT), ("names", pa.list_(_TEXT)), ("level", _NUMBER), ("line", _NUMBER)]
)
REGISTRATION = pa.struct(
    [
        ("form", _TEXT),
        ("callee", _TEXT),
        ("arguments", _TEXT),
        ("target", _TEXT),
        ("line", _NUMBER),
        ("text", _TEXT),
    ]
)
SCHEMA = pa.schema(
    [
        ("blob", _TEXT),
        ("key", _TEXT),
        ("language", _TEXT),
        ("outcome", _TEXT),
        ("lines", _NUMBER),
        ("complexity", pa.int64()),
        ("doc", _TEXT),
        ("symbols", pa.list_(SYMBOL)),
        ("imports", pa.list_(IMPORT)),
        ("registrations", pa.list_(REGISTRATION)),
    ]
)


def to_batch(facts: Sequence[FileFacts]) -> pa.RecordBatch:
    """Encode facts, each with the key of the extractor, grammar and query that made it."""
    columns = [
        [one.blob for one in facts],
        [facts_key(one.language) for one in facts],
        [one.language for one in facts],
        [str(one.outcome) for one in facts],
        [one.lines for one in facts],
        [one.complexity for one in facts],
        [one.doc for one in facts],
        _lists(SYMBOL, [one.symbols for one in facts]),
        _lists(IMPORT, [one.imports for one in facts]),
        _lists(REGISTRATION, [one.registrations for one in facts]),
    ]
    arrays = [
        column if isinstance(column, pa.Array) else pa.array(column, type=field.type)
        for column, field in zip(columns, SCHEMA, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=SCHEMA)


def _lists(struct: pa.StructType, rows: Sequence[Sequence[Value]]) -> pa.ListArray:
    values = [value for row in rows for value in row]
    columns = [pa.array([getattr(value, field.name) for value in values], type=field.type) for field in struct]
    # Built from flat columns, since Arrow takes nine times as long to read a dictionary for each value.
    offsets = pa.array(accumulate(map(len, rows), initial=0), type=pa.int32())
    return pa.ListArray.from_arrays(offsets, pa.StructArray.from_arrays(columns, fields=list(struct)))


def from_table(table: pa.Table, *, symbols: bool = True) -> list[FileFacts]:
    """Decode facts; without ``symbols`` these are left out, which is much faster for what needs none."""
    nothing: Iterable[tuple[Symbol, ...]] = repeat((), table.num_rows)
    with _collection_paused():
        return list(
            map(
                FileFacts,
                table["blob"].to_pylist(),
                table["language"].to_pylist(),
                map(Outcome, table["outcome"].to_pylist()),
                table["lines"].to_pylist(),
                table["complexity"].to_pylist(),
                table["doc"].to_pylist(),
                _rows(table["symbols"], Symbol) if symbols else nothing,
                _rows(table["imports"], Import),
                _rows(table["registrations"], Registration),
            )
        )


def _rows(column: pa.ChunkedArray, value: type[Value]) -> Iterator[tuple[Value, ...]]:
    for chunk in column.chunks:
        # Flattening a sliced chunk heeds its offset, which ``values`` would not.
        values = _build(value, [_plain(field) for field in chunk.flatten().flatten()])
        start = 0
        for length in chunk.value_lengths().to_pylist():
            yield tuple(values[start : start + length])
            start += length


def _build(value: type[Value], columns: Sequence[list[object]]) -> list[Value]:
    """Make frozen values of columns by filling their slots, three times as fast as a call for each value."""
    # Frozen dataclasses set their fields through object.__setattr__; filling the slots directly goes around it.
    values = list(map(object.__new__, repeat(value, len(columns[0]))))
    for slot, column in zip(fields(value), columns, strict=True):
        deque(map(getattr(value, slot.name).__set__, values, column), maxlen=0)
    return values


@contextmanager
def _collection_paused() -> Iterator[None]:
    """Pause garbage collection: it would look at all values again and again, and none of them is garbage."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _plain(array: pa.Array) -> list[object]:
    """Turn a column into Python values; lists of names into tuples."""
    if not pa.types.is_list(array.type):
        return list(array.to_pylist())
    names = array.flatten().to_pylist()
    ends = list(accumulate(array.value_lengths().to_pylist(), initial=0))
    return [tuple(names[start:end]) for start, end in pairwise(ends)]
