"""Frozen dataclasses ↔ Arrow tables, by the fields' annotations; one schema for each derived table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

import pyarrow as pa

from indexer.facts import (
    Author,
    BugProne,
    Coupling,
    EntryPoint,
    FileImport,
    Hotspot,
    LogEntry,
    Module,
    Outcome,
    PathHistory,
    Reason,
    ReAttempt,
    Release,
    ReleaseNote,
    Rename,
    RepositoryHistory,
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
    "reasons": Reason,
    "releases": Release,
    "release_notes": ReleaseNote,
    "module_couplings": Coupling,
    "bug_prone": BugProne,
    "reattempts": ReAttempt,
    "module_histories": PathHistory,
    "repository_history": RepositoryHistory,
    "file_histories": PathHistory,
    "logbook": LogEntry,
}
# What the facts and the commits in the database say already is kept for readers alone: another copy there would grow by
# its whole size with each generation, and each table there takes a thirtieth of a second to write.
SNAPSHOT_ONLY = frozenset(
    {
        "symbols",
        "release_notes",
        "module_couplings",
        "bug_prone",
        "reattempts",
        "module_histories",
        "repository_history",
        "file_histories",
        "logbook",
    }
)

_TYPES: Mapping[object, pa.DataType] = {
    str: pa.string(),
    bytes: pa.binary(),
    int: pa.int64(),
    float: pa.float64(),
    bool: pa.bool_(),
    tuple[str, ...]: pa.list_(pa.string()),
    tuple[int, ...]: pa.list_(pa.int64()),
    tuple[float, ...]: pa.list_(pa.float64()),
}
_LISTS = frozenset({tuple[str, ...], tuple[int, ...], tuple[float, ...]})


@cache
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
    columns = [pa.array(list(map(attrgetter(field.name), rows)), type=field.type) for field in schema]
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
    if hint in _LISTS:
        return [tuple(value) for value in values]
    return values
