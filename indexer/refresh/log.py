"""The commits in LanceDB: appended since the last one seen, read anew after history was rewritten."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass

import pyarrow as pa

from indexer.history import SCHEMA, Ledger, ledger_of
from indexer.refresh.log_process import batches_from_process, batches_of, is_long
from indexer.refresh.observation import Observation, extractors
from indexer.repository import Repository, is_ancestor
from indexer.storage import State
from indexer.storage.database import COMMITS, Database

_PROGRESS_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Commits:
    """All rows of the commits table, its version, and the same laid out in columns of numbers."""

    rows: pa.Table
    version: int
    ledger: Ledger


@dataclass(frozen=True, slots=True)
class _New:
    """Rows for the commits table: to be appended to what it holds, or to take its place."""

    rows: pa.Table
    appended: bool


class LogReader:
    """Reads and stores the log in a thread: git, Lance and Arrow are busy there while files are parsed and mapped."""

    def __init__(
        self, repository: Repository, observation: Observation, last: State | None, database: Future[Database]
    ) -> None:
        self._repository = repository
        self._observation = observation
        self._last = last
        self._database = database
        self._stopped = threading.Event()
        self._read = 0
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="memtui-log")
        self._future: Future[Commits] | None = None

    @contextmanager
    def running(self) -> Iterator[LogReader]:
        """Read until the block ends; an exception in the block stops git."""
        with self._executor:
            self._future = self._executor.submit(self._run)
            try:
                yield self
            finally:
                self._stopped.set()

    def result(self, on_progress: Callable[[int, int], None]) -> Commits:
        """Wait for the commits, telling how many were read so far; raises GitFailedError and DamagedIndexError."""
        assert self._future is not None  # noqa: S101 - only called while running
        while not wait([self._future], timeout=_PROGRESS_SECONDS).done:
            on_progress(self._read, 0)
        commits = self._future.result()
        on_progress(commits.ledger.count, commits.ledger.count)
        return commits

    def _run(self) -> Commits:
        new = self._new(start_of_new_commits(self._observation, self._last))
        database = self._database.result()
        if self._last is not None and not database.rewind(COMMITS, self._last.versions.get(COMMITS, 0)):
            # The rows that new ones would be appended to are lost.
            new = self._new("")
        rows, version = store_commits(database, new)
        return Commits(rows, version, ledger_of(rows))

    def _new(self, since: str) -> _New:
        # The commit that was observed, not HEAD, which may have moved on: the next refresh goes on from the former, and
        # commits behind it would be appended twice.
        head = self._observation.head.oid
        appended = bool(since) and is_ancestor(self._repository, since, head)
        if since == head:
            return _New(SCHEMA.empty_table(), appended)
        since = since if appended else ""
        try:
            return _New(self._gather(self._batches(since)), appended)
        except EOFError:
            # The system ended the reading process, for want of memory maybe; here it is read more slowly.
            here = batches_of(self._repository, since, head, self._observation.boundary)
            return _New(self._gather(here), appended)

    def _gather(self, batches: Iterator[pa.RecordBatch]) -> pa.Table:
        gathered: list[pa.RecordBatch] = []
        for batch in batches:
            gathered.append(batch)
            self._read = sum(one.num_rows for one in gathered)
            if self._stopped.is_set():
                break
        return pa.Table.from_batches(gathered, schema=SCHEMA)

    def _batches(self, since: str) -> Iterator[pa.RecordBatch]:
        head, boundary = self._observation.head.oid, self._observation.boundary
        if not since and head and is_long(self._repository):
            return batches_from_process(self._repository, head, boundary, lambda: not self._stopped.is_set())
        return batches_of(self._repository, since, head, boundary)


def log_key(observation: Observation) -> str:
    """Return what old rows may change with: a shallow clone's depth, the mailmap's names, and how words are read."""
    # In a work tree git goes by the file that lies there, in a bare repository by HEAD's, which the listing names.
    tracked = [line for line in observation.listing.split(b"\0") if line.endswith(b"\t.mailmap")]
    parts = f"{sorted(observation.boundary)}{tracked}{extractors()}".encode() + observation.mailmap
    return hashlib.sha256(parts).hexdigest()[:16]


def start_of_new_commits(observation: Observation, last: State | None) -> str:
    """Return the commit that the commits table reaches, or nothing when it must be written anew."""
    return last.head if last is not None and last.log_key == log_key(observation) else ""


def store_commits(database: Database, new: _New) -> tuple[pa.Table, int]:
    """Write new commits and return all rows of the table with its version."""
    # Taking the place of all rows is one commit of Lance, which a crash cannot cut in two.
    if not new.appended:
        return new.rows, database.replace(COMMITS, new.rows)
    if new.rows.num_rows:
        database.append(COMMITS, new.rows)
    version = database.tidy(COMMITS)
    stored = database.read(COMMITS)
    return new.rows if stored is None else stored, version
