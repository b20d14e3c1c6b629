"""One refresh: compare, parse, derive, and commit one generation."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa

from indexer.errors import DamagedIndexError
from indexer.refresh.derivation import Derived, Moment, derive
from indexer.refresh.facts import Gathered, gather_facts, store_facts
from indexer.refresh.log import Commits, LogReader, log_key
from indexer.refresh.observation import Observation, extractors, is_current, observe
from indexer.refresh.remains import forget_remains
from indexer.refresh.report import Progress, Report, report_of
from indexer.repository import Repository, TrackedFile, parse_listing
from indexer.storage import State, read_state, write_state
from indexer.storage.database import COMMITS, FACTS, Database, drop_database, has_database, writing
from indexer.storage.lock import write_lock
from indexer.storage.snapshots import drop_old_snapshots, read_snapshot, write_snapshot
from indexer.storage.state import newest_snapshot
from indexer.storage.tables import SNAPSHOT_ONLY

LOCK_WAIT = 120.0  # seconds; the first index of a very large repository takes less


@dataclass(frozen=True, slots=True)
class _Job:
    """What every step of one refresh needs; ``last`` is the generation before, if its tables can be built on."""

    repository: Repository
    observation: Observation
    files: Sequence[TrackedFile]
    last: State | None
    progress: Progress
    database: Future[Database]
    log: LogReader

    @property
    def directory(self) -> Path:
        return self.repository.index_directory


def run_refresh(repository: Repository, progress: Progress, *, full: bool, wait: float = LOCK_WAIT) -> Report:
    """Bring the index up to the repository under the writer's lock; see ``indexer.refresh.refresh``."""
    started = time.monotonic()
    directory = repository.index_directory
    with write_lock(directory, wait=wait), writing(directory):
        # Asked again under the lock: the refresh that was waited for may have done all there was to do.
        state = read_state(directory)
        observation = observe(repository)
        if state is not None and not full and is_current(repository, observation, state):
            return report_of(state, parsed=0, seconds=time.monotonic() - started, changed=False)
        if full:
            state = _without_database(directory, state)
        try:
            state, parsed = _refresh(repository, observation, state, progress, started)
        except DamagedIndexError:
            # All of it can be derived again, so a database that Lance cannot read is not worth a question.
            state, parsed = _refresh(repository, observation, _without_database(directory, state), progress, started)
        return report_of(state, parsed=parsed, seconds=time.monotonic() - started, changed=True)


def _without_database(directory: Path, state: State | None) -> State | None:
    """Give up the database and what else can be derived; the snapshots of the last generation stay for readers."""
    # The state forgets the versions first: a new table may come to the same number with other rows, and after a crash
    # these would be taken for those of the last generation.
    if state is not None:
        state = replace(state, versions={})
        write_state(directory, state)
    drop_database(directory)
    forget_remains(directory)
    return state


def _refresh(
    repository: Repository, observation: Observation, state: State | None, progress: Progress, started: float
) -> tuple[State, int]:
    existed = has_database(repository.index_directory)
    last = state if existed and state is not None and state.versions else None
    with (
        _without_collection(),
        _opening(repository.index_directory) as database,
        LogReader(repository, observation, last, database).running() as log,
    ):
        # From the listing that was observed, not from git again, so that all tables tell of one moment.
        files = parse_listing(repository, observation.listing)
        job = _Job(repository, observation, files, last, progress, database, log)
        gathered = _gather(job, known=existed)
        derived, versions = _derive(job, gathered)
        finished = _finish(job, derived, versions, _next_generation(job.directory, state), started)
    return finished, len(gathered.parsed)


def _next_generation(directory: Path, state: State | None) -> int:
    # Behind the snapshots when the state is lost, since readers tell generations apart by their number.
    return 1 + (state.generation if state is not None else newest_snapshot(directory))


@contextmanager
def _without_collection() -> Iterator[None]:
    # A refresh makes millions of small values and no cycles; looking for cycles among them takes a third of its time.
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def _opening(directory: Path) -> Iterator[Future[Database]]:
    # LanceDB takes a second to import, and the first file can be parsed meanwhile.
    with ThreadPoolExecutor(1) as executor:
        yield executor.submit(Database, directory)


def _gather(job: _Job, *, known: bool) -> Gathered:
    facts = job.database.result().read(FACTS) if known else None
    return gather_facts(job.repository, job.files, facts, lambda done, total: job.progress("parse", done, total))


def _derive(job: _Job, gathered: Gathered) -> tuple[Derived, dict[str, int]]:
    versions = {FACTS: store_facts(job.database.result(), gathered)}

    def commits() -> Commits:
        found = job.log.result(lambda done, total: job.progress("history", done, total))
        versions[COMMITS] = found.version
        return found

    moment = Moment(job.observation.head.oid, job.observation.tags, commits)
    derived = derive(
        job.repository, job.files, gathered.facts, moment, lambda done, total: job.progress("derive", done, total)
    )
    return derived, versions


def _finish(job: _Job, derived: Derived, versions: dict[str, int], generation: int, started: float) -> State:
    job.progress("store", 0, 0)
    database = job.database.result()
    tables = derived.tables()
    for name, table in tables.items():
        if name not in SNAPSHOT_ONLY:
            versions[name] = _store(job, name, table)
    versions[FACTS] = database.tidy(FACTS)
    indexed_at = int(time.time())
    # The order is what makes a crash harmless: tables, the row that names them, snapshots, and the state last.
    database.finish(generation, job.observation.head.oid, job.observation.digest, indexed_at, versions)
    write_snapshot(job.directory, generation, tables)
    state = _state(job, derived, versions, generation, indexed_at, time.monotonic() - started)
    write_state(job.directory, state)
    drop_old_snapshots(job.directory, generation)
    return state


def _store(job: _Job, name: str, table: pa.Table) -> int:
    """Write a derived table, unless the last generation's is the same."""
    database = job.database.result()
    version = job.last.versions.get(name, 0) if job.last else 0
    # Compared with the snapshot, which is quicker to read than the table; the version tells that both are the same.
    if job.last and version == database.version(name) and _last_table(job, job.last, name) == table:
        return version
    database.replace(name, table)
    return database.tidy(name)


def _last_table(job: _Job, last: State, name: str) -> pa.Table | None:
    try:
        return read_snapshot(job.directory, last.generation, name)
    except (FileNotFoundError, pa.ArrowInvalid):
        return None


def _state(
    job: _Job, derived: Derived, versions: Mapping[str, int], generation: int, indexed_at: int, seconds: float
) -> State:
    return State(
        generation=generation,
        head=job.observation.head.oid,
        digest=job.observation.digest,
        extractors=extractors(),
        log_key=log_key(job.observation),
        indexed_at=indexed_at,
        seconds=round(seconds, 3),
        files=len(derived.files),
        symbols=sum(file.symbols for file in derived.files),
        modules=len(derived.module_map.modules),
        entry_points=len(derived.entry_points),
        commits=derived.told.history.commits,
        outcomes=derived.outcomes(),
        unresolved=dict(derived.module_map.unresolved),
        key_files=derived.module_map.key_files,
        cycles=derived.module_map.cycles,
        versions=versions,
    )
