"""From facts and the log to the tables of a generation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import chain, repeat
from operator import attrgetter

import pyarrow as pa

from indexer.entrypoints import detect_entry_points
from indexer.facts import EntryPoint, FileFacts, History, Role, Symbol
from indexer.history import derive_history
from indexer.history.arrow import from_batches
from indexer.modules import ModuleMap, map_modules
from indexer.modules.roles import role_of
from indexer.repository import Repository, TrackedFile, read_blobs
from indexer.storage.tables import RECORDS, FileRecord, SymbolRecord, schema_of, to_table
from indexer.tree import SourceFile, SourceTree

_READ_LIMIT = 1 << 20  # no manifest or README that a person wrote is larger
# Their churn is that of whoever generates or vendors them.
_UNCOUNTED = frozenset({Role.GENERATED, Role.VENDORED})


@dataclass(frozen=True, slots=True)
class Derived:
    """All that one generation holds besides facts and commits."""

    files: tuple[FileRecord, ...]
    symbols: pa.Table
    entry_points: tuple[EntryPoint, ...]
    module_map: ModuleMap
    history: History

    def tables(self) -> dict[str, pa.Table]:
        """Return every derived table by name."""
        rows = {
            "files": self.files,
            "entry_points": self.entry_points,
            "modules": self.module_map.modules,
            "file_imports": self.module_map.imports,
            **{name: getattr(self.history, name) for name in RECORDS if hasattr(self.history, name)},
        }
        return {
            name: self.symbols if record is SymbolRecord else to_table(record, rows[name])
            for name, record in RECORDS.items()
        }

    def outcomes(self) -> dict[str, int]:
        """Return how many files had each outcome, ordered by name."""
        return dict(sorted(Counter(str(file.outcome) for file in self.files).items()))


def derive(
    repository: Repository,
    files: Sequence[TrackedFile],
    facts: Mapping[str, FileFacts],
    commits: pa.Table,
    tags: Sequence[tuple[str, str]],
) -> Derived:
    """Derive a generation; ``commits`` is the commits table, in any order."""
    tree = SourceTree(
        [SourceFile(file.path, file.blob, file.mode, role_of(file.path), facts[file.path]) for file in files],
        lambda blobs: _contents(repository, blobs),
        repository.name,
    )
    module_map = map_modules(tree)
    raw = {file.path: file.raw for file in files}
    return Derived(
        files=tuple(_record(file, raw[file.path], module_map.module_of.get(file.path, "")) for file in tree),
        symbols=symbol_table(tree),
        entry_points=detect_entry_points(tree),
        module_map=module_map,
        history=derive_history(
            from_batches(commits.to_batches()),
            paths={file.path: file.facts.complexity for file in tree},
            releases=tags,
            counts=lambda path: (file := tree.get(path)) is not None and file.role not in _UNCOUNTED,
        ),
    )


def symbol_table(files: Iterable[SourceFile]) -> pa.Table:
    """Return the symbols of ``files``, which are ordered by path, each file's by line.

    Column by column, since a large repository has hundreds of thousands of them.
    """
    ordered = [(file, sorted(file.facts.symbols, key=attrgetter("line"))) for file in files if file.facts.symbols]
    symbols = [symbol for _, found in ordered for symbol in found]
    columns: dict[str, Iterable[object]] = {
        "path": chain.from_iterable(repeat(file.path, len(found)) for file, found in ordered),
        "role": chain.from_iterable(repeat(str(file.role), len(found)) for file, found in ordered),
        **{field.name: map(attrgetter(field.name), symbols) for field in fields(Symbol)},
    }
    schema = schema_of(SymbolRecord)
    return pa.table([pa.array(list(columns[field.name]), field.type) for field in schema], schema=schema)


def _contents(repository: Repository, blobs: Sequence[str]) -> dict[str, bytes]:
    return {blob.oid: blob.content or b"" for blob in read_blobs(repository, blobs, limit=_READ_LIMIT)}


def _record(file: SourceFile, raw: bytes, module: str) -> FileRecord:
    facts = file.facts
    return FileRecord(
        path=file.path,
        raw=raw,
        blob=file.blob,
        mode=file.mode,
        language=facts.language,
        outcome=facts.outcome,
        role=file.role,
        module=module,
        lines=facts.lines,
        symbols=len(facts.symbols),
    )
