"""Frozen dataclasses ↔ Arrow tables, by the fields' annotations; one schema for each derived table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

import pyarrow as pa

from indexer.facts import (
    Author,
    Coupling,
    Decision,
    EntryPoint,
    FileImport,
    Hotspot,
    Module,
    Outcome,
    Release,
    Rename,
    Revert,
    Role,
)

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Value = TypeVar("Value", bound="DataclassInstance")


@dataclass(frozen=True, slots=True)
class FileRecord:
    """A tracked file as indexed: ``raw`` are the bytes of its path, ``module`` the path of the module it belongs to."""

    path: str
    raw: bytes
    blob: str
    mode: str
    language: str
    outcome: Outcome
    role: Role
    module: str
    lines: int
    symbols: int


@dataclass(frozen=True, slots=True)
class SymbolRecord:
    """A definition with the file it stands in: the fields of ``Symbol``, and the role of the file."""

    path: str
    kind: str
    name: str
    container: str
    line: int
    end_line: int
    signature: str
    doc: str
    role: Role

    @property
    def qualified(self) -> str:
        """The name with what holds it: ``Container.name``."""
        return f"{self.container}.{self.name}" if self.container else self.name


RECORDS: Mapping[str, type[DataclassInstance]] = {
    "files": FileRecord,
    "symbols": SymbolRecord,
    "entry_points": EntryPoint,
    "modules": Module,
    "file_imports": FileImport,
    "hotspots": Hotspot,
    "couplings": Coupling,
    "authors": Author,
    "renames": Rename,
    "reverts": Revert,
    "decisions": Decision,
    "releases": Release,
}
# What the facts in the database say already is kept for readers alone: another copy there would grow by its whole size
# with each generation.
SNAPSHOT_ONLY = frozenset({"symbols"})

_TYPES: Mapping[object, pa.DataType] = {
    str: pa.string(),
    bytes: pa.binary(),
    int: pa.int64(),
    float: pa.float64(),
    bool: pa.bool_(),
    tuple[str, ...]: pa.list_(pa.string()),
}


def schema_of(record: type[DataclassInstance]) -> pa.Schema:
    """Return the Arrow schema of a value type: a column for each field, in their order."""
    # Annotations are strings at run time, as every module imports them from __future__.
    hints = get_type_hints(record)
    return pa.schema([pa.field(field.name, _arrow_type(hints[field.name]), nullable=False) for field in fields(record)])


def _arrow_type(hint: object) -> pa.DataType:
    if isinstance(hint, type) and issubclass(hint, Enum):
        return pa.string()
    return _TYPES[hint]


def to_table(record: type[Value], values: Iterable[Value]) -> pa.Table:
    """Return the values as a table, in their order."""
    rows = list(values)
    schema = schema_of(record)
    columns = [pa.array([getattr(row, field.name) for row in rows], type=field.type) for field in schema]
    return pa.table(columns, schema=schema)


def from_table(record: type[Value], table: pa.Table) -> tuple[Value, ...]:
    """Return a table's rows as values; the columns may stand in any order."""
    # Column by column: a row at a time Arrow makes a dictionary for each.
    columns = [_python_column(table, name, hint) for name, hint in get_type_hints(record).items()]
    return tuple(record(*row) for row in zip(*columns, strict=True))


def _python_column(table: pa.Table, name: str, hint: object) -> Sequence[Any]:
    values: list[Any] = table.column(name).to_pylist()
    if isinstance(hint, type) and issubclass(hint, Enum):
        return [hint(value) for value in values]
    if hint == tuple[str, ...]:
        return [tuple(value) for value in values]
    return values
