"""Reads the last finished generation; never opens LanceDB, never sees half of the next one."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa

from indexer.errors import DamagedIndexError, NotIndexedError
from indexer.facts import (
    Author,
    BugProne,
    Coupling,
    EntryPoint,
    FileImport,
    History,
    Hotspot,
    LogEntry,
    Module,
    PathHistory,
    Reason,
    ReAttempt,
    Release,
    ReleaseNote,
    Rename,
    RepositoryHistory,
    Revert,
)
from indexer.repository import Repository
from indexer.storage.snapshots import close_snapshot, decode_snapshot, open_snapshot
from indexer.storage.state import State, read_state
from indexer.storage.tables import RECORDS, FileRecord, SymbolRecord, from_table


class Index:
    """One finished generation of a repository's index; every method reads one small file.

    It stays readable for as long as it is held, however many refreshes end meanwhile.
    """

    def __init__(self, directory: Path, state: State) -> None:
        self._directory = directory
        self.state = state
        # Open files outlive the directory, which a refresh removes two generations on.
        self._files = open_snapshot(directory, state.generation, RECORDS)
        self._reading = threading.Lock()
        weakref.finalize(self, close_snapshot, self._files)

    def table(self, name: str) -> pa.Table:
        """Return a derived table as Arrow; the names are the keys of ``indexer.storage.tables.RECORDS``.

        Raises DamagedIndexError.
        """
        with self._reading:
            self._files[name].seek(0)
            content = self._files[name].read()
        try:
            return decode_snapshot(content)
        except pa.ArrowInvalid as error:
            raise DamagedIndexError(self._directory, str(error).partition("\n")[0]) from error

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
            reasons=from_table(Reason, self.table("reasons")),
            releases=from_table(Release, self.table("releases")),
            release_notes=from_table(ReleaseNote, self.table("release_notes")),
            module_couplings=from_table(Coupling, self.table("module_couplings")),
            bug_prone=from_table(BugProne, self.table("bug_prone")),
            reattempts=from_table(ReAttempt, self.table("reattempts")),
            module_histories=from_table(PathHistory, self.table("module_histories")),
            repository_history=from_table(RepositoryHistory, self.table("repository_history")),
        )

    def file_histories(self) -> tuple[PathHistory, ...]:
        """Return what happened to each file that a commit changed, ordered by path."""
        return from_table(PathHistory, self.table("file_histories"))

    def logbook(self) -> tuple[LogEntry, ...]:
        """Return the commits, newest first; ``table("logbook")`` is for those who want a few."""
        return from_table(LogEntry, self.table("logbook"))

    def coverage(self) -> Mapping[str, int]:
        """Return how many files had each outcome (``indexer.facts.Outcome``)."""
        return self.state.outcomes


def open_index(repository: Repository) -> Index:
    """Return the last finished generation; raises NotIndexedError, NewerIndexError and DamagedIndexError."""
    directory = repository.index_directory
    tried = 0
    while (state := read_state(directory)) is not None:
        try:
            return Index(directory, state)
        except FileNotFoundError as error:
            # Two refreshes may have ended since the state was read; the one it names is not there the second time
            # only if its files are lost.
            if state.generation == tried:
                raise DamagedIndexError(directory, f"{error.strerror}: {error.filename}") from error
            tried = state.generation
    raise NotIndexedError(repository.common_directory)
