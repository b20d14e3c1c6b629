"""Reads the last finished generation; never opens LanceDB, never sees half of the next one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa

from indexer.errors import NotIndexedError
from indexer.facts import (
    Author,
    Coupling,
    Decision,
    EntryPoint,
    FileImport,
    History,
    Hotspot,
    Module,
    Release,
    Rename,
    Revert,
)
from indexer.repository import Repository
from indexer.storage.snapshots import read_snapshot
from indexer.storage.state import State, read_state
from indexer.storage.tables import FileRecord, SymbolRecord, from_table


class Index:
    """One finished generation of a repository's index; every method reads one small file."""

    def __init__(self, directory: Path, state: State) -> None:
        self._directory = directory
        self.state = state

    def table(self, name: str) -> pa.Table:
        """Return a derived table as Arrow; the names are the keys of ``indexer.storage.tables.RECORDS``."""
        return read_snapshot(self._directory, self.state.generation, name)

    def files(self) -> tuple[FileRecord, ...]:
        """Return every tracked file, ordered by path."""
        return from_table(FileRecord, self.table("files"))

    def symbols(self) -> tuple[SymbolRecord, ...]:
        """Return every definition, ordered by path and line; ``table("symbols")`` is for those who want a few."""
        return from_table(SymbolRecord, self.table("symbols"))

    def entry_points(self) -> tuple[EntryPoint, ...]:
        """Return the ways in, those of the product first."""
        return from_table(EntryPoint, self.table("entry_points"))

    def modules(self) -> tuple[Module, ...]:
        """Return the module map, most important first."""
        return from_table(Module, self.table("modules"))

    def file_imports(self) -> tuple[FileImport, ...]:
        """Return the imports that were resolved inside the repository, file by file."""
        return from_table(FileImport, self.table("file_imports"))

    def history(self) -> History:
        """Return what was derived from the log."""
        return History(
            commits=self.state.commits,
            hotspots=from_table(Hotspot, self.table("hotspots")),
            couplings=from_table(Coupling, self.table("couplings")),
            authors=from_table(Author, self.table("authors")),
            renames=from_table(Rename, self.table("renames")),
            reverts=from_table(Revert, self.table("reverts")),
            decisions=from_table(Decision, self.table("decisions")),
            releases=from_table(Release, self.table("releases")),
        )

    def coverage(self) -> Mapping[str, int]:
        """Return how many files had each outcome (``indexer.facts.Outcome``)."""
        return self.state.outcomes


def open_index(repository: Repository) -> Index:
    """Return the last finished generation; raises NotIndexedError and NewerIndexError."""
    state = read_state(repository.index_directory)
    if state is None:
        raise NotIndexedError(repository.common_directory)
    return Index(repository.index_directory, state)
