"""From facts and the log to the tables of a generation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import chain, repeat
from operator import attrgetter

import pyarrow as pa

from indexer.entrypoints import detect_entry_points
from indexer.facts import EntryPoint, FileFacts, Role, Symbol
from indexer.history import Present, Told, tell
from indexer.modules import ModuleMap, map_modules
from indexer.modules.roles import role_of
from indexer.refresh.log import Commits
from indexer.refresh.remains import remains_reader
from indexer.repository import Repository, TrackedFile, open_blobs
from indexer.storage.tables import RECORDS, FileRecord, SymbolRecord, schema_of, to_table
from indexer.tree import SourceFile, SourceTree

_READ_LIMIT = 1 << 20  # no manifest or README that a person wrote is larger
# Their churn is that of whoever generates or vendors them.
_UNCOUNTED = frozenset({Role.GENERATED, Role.VENDORED})
_STEPS = 4


@dataclass(frozen=True, slots=True)
class Moment:
    """What a generation tells of: HEAD's commit, the tags with theirs, and ``commits``, which waits for the log."""

    head: str
    tags: Sequence[tuple[str, str]]
    commits: Callable[[], Commits]


@dataclass(frozen=True, slots=True)
class Derived:
    """All that one generation holds besides facts and commits."""

    files: tuple[FileRecord, ...]
    symbols: pa.Table
    entry_points: tuple[EntryPoint, ...]
    module_map: ModuleMap
    told: Told

    def tables(self) -> dict[str, pa.Table]:
        """Return every derived table by name."""
        rows = {
            "files": self.files,
            "entry_points": self.entry_points,
            "modules": self.module_map.modules,
            "file_imports": self.module_map.imports,
            "file_histories": self.told.files,
            **{name: getattr(self.told.history, name) for name in RECORDS if hasattr(self.told.history, name)},
        }
        laid_out = {"symbols": self.symbols, "logbook": self.told.logbook}
        return {
            name: laid_out[name] if name in laid_out else to_table(record, rows[name])
            for name, record in RECORDS.items()
        }

    def outcomes(self) -> dict[str, int]:
        """Return how many files had each outcome, ordered by name."""
        return dict(sorted(Counter(str(file.outcome) for file in self.files).items()))


def derive(
    repository: Repository,
    files: Sequence[TrackedFile],
    facts: Mapping[str, FileFacts],
    moment: Moment,
    on_step: Callable[[int, int], None],
) -> Derived:
    """Derive a generation; ``on_step`` gets the number of steps done, and of all."""
    known = [SourceFile(file.path, file.blob, file.mode, role_of(file.path), facts[file.path]) for file in files]
    with open_blobs(repository, limit=_READ_LIMIT) as read:
        tree = SourceTree(known, read, repository.name)
        on_step(0, _STEPS)
        module_map = map_modules(tree)
        on_step(1, _STEPS)
        entry_points = detect_entry_points(tree)
        on_step(2, _STEPS)
    raw = {file.path: file.raw for file in files}
    records = tuple(_record(file, raw[file.path], module_map.module_of.get(file.path, "")) for file in tree)
    symbols = symbol_table(tree)
    on_step(3, _STEPS)
    # Last, since the log is still being read meanwhile.
    commits = moment.commits()
    told = tell(commits.rows, commits.ledger, _present(repository, tree, module_map, moment, commits))
    on_step(_STEPS, _STEPS)
    return Derived(records, symbols, entry_points, module_map, told)


def _present(
    repository: Repository, tree: SourceTree, module_map: ModuleMap, moment: Moment, commits: Commits
) -> Present:
    roles = {file.path: file.role for file in tree}
    code = {file.path for file in tree if file.role is Role.PRODUCT and file.facts.complexity}
    blobs = {file.path: file.blob for file in tree}
    return Present(
        paths={file.path: file.facts.complexity for file in tree},
        modules=module_map.module_of,
        releases=moment.tags,
        head=moment.head,
        counts=lambda path: path in roles and roles[path] not in _UNCOUNTED,
        runs=code.__contains__,
        remains=remains_reader(repository, commits.rows, blobs),
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
