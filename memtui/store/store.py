"""The store of memories: one append-only log, and the heads that follow from it."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa

from memtui.memory import Revision
from memtui.memory.errors import DamagedStoreError, MemtuiError
from memtui.store import following, heads_file, migration, purge
from memtui.store.acts import Batch
from memtui.store.filters import equals
from memtui.store.home import check_format, device_id, prepare, write_format
from memtui.store.locking import lock
from memtui.store.log import HEADS_TABLE, REVISIONS_TABLE, Database
from memtui.store.merging import new_revisions
from memtui.store.places import LOCK, SNAPSHOT, TIDYING
from memtui.store.snapshot import Snapshot
from memtui.store.transaction import Transaction

# Longer than any act takes, also on a machine with much else to do: whoever holds the lock for more is stuck.
_PATIENCE = 30.0


class Store:
    """The memories in one directory. Readers never wait; writers take turns."""

    def __init__(self, home: Path, database: Database, device: str) -> None:
        self.home = home
        self.device = device
        self._database = database
        self._snapshot: Snapshot | None = None
        self._housekeeping = threading.Lock()

    @classmethod
    def open(cls, home: Path) -> Store:
        """Open the store in ``home``, begin it if there is none, and derive the heads anew if they are behind."""
        prepare(home)
        begun = check_format(home)
        database = Database(home)
        if not begun or not database.has(REVISIONS_TABLE):
            cls._begin(home, database)
        store = cls(home, database, device_id(home))
        if migration.is_needed(database) or not store._is_current(thorough=True):
            with store._locked(_PATIENCE):
                store._catch_up(thorough=True)
        return store

    def snapshot(self) -> Snapshot:
        """Return the heads as last written by any process."""
        known = self._snapshot
        if known is None or known.stamp != Snapshot.stamp_of(self.home):
            known = self._snapshot = Snapshot.load(self.home)
        return known

    @contextmanager
    def writing(self, *, timeout: float = _PATIENCE) -> Iterator[Transaction]:
        """Take the writer's lock for one act; what its block appended is kept as one batch when it ends well."""
        with self._locked(timeout):
            self._catch_up()
            transaction = Transaction(self._database, self.snapshot(), self.device)
            yield transaction
            if transaction.revisions:
                following.keep(self.home, self._database, transaction)
        if transaction.revisions:
            self._tidy_if_crowded()

    @contextmanager
    def purging(self, *, timeout: float = _PATIENCE) -> Iterator[Transaction]:
        """Like ``writing``, but the log keeps no revision of the memories ``forgotten``, save those appended here."""
        # No compaction may be under way, or what it writes next would hold again what is removed here.
        with lock(self.home / TIDYING, timeout), self._locked(timeout):
            self._catch_up()
            transaction = Transaction(self._database, self.snapshot(), self.device)
            yield transaction
            if transaction.forgotten:
                purge.forget(self.home, self._database, transaction)
                following.rebuild(self.home, self._database)
                purge.finish(self.home, self._database)

    def rehearsal(self) -> Store:
        """Return a store on the same memories that keeps nothing of what is appended."""
        from memtui.store.rehearsal import Rehearsal

        return Rehearsal(self.home, self._database, self.device)

    def revisions(self, memory_id: str) -> tuple[Revision, ...]:
        """Return all revisions of a memory, oldest first."""
        return tuple(self._database.revisions(equals("memory", memory_id)))

    def batches(self, limit: int) -> tuple[Batch, ...]:
        """Return the newest acts, newest first."""
        return self._database.batches(limit)

    def append_revisions(self, batches: Iterable[pa.RecordBatch], *, timeout: float = _PATIENCE) -> int:
        """Add ready-made revisions that the log does not have, in one commit, and return how many there were.

        The batches have the columns of ``schema.REVISIONS``, and each revision occurs in them once.
        """
        with self._locked(timeout):
            self._catch_up()
            before = self._database.count()
            known = self._database.scan(["id"])["id"] if before else None
            self._database.append(new_revisions(batches, known))
            added = self._database.count() - before
            if added:
                following.rebuild(self.home, self._database)
        self._tidy_if_crowded()
        return added

    def rebuild(self) -> None:
        """Derive the heads anew from the log."""
        with self._locked(_PATIENCE):
            following.rebuild(self.home, self._database)

    def tidy(self) -> None:
        """Join the small parts of both tables and drop versions that no reader needs.

        The log may be appended to meanwhile; the heads wait for the lock, or for another time if it is taken.
        """
        if self._database.crowded(REVISIONS_TABLE):
            with lock(self.home / TIDYING, 0):
                self._database.index_log()
                self._database.optimize(REVISIONS_TABLE)
        if self._database.crowded(HEADS_TABLE):
            with self._locked(0):
                self._database.optimize(HEADS_TABLE)

    @staticmethod
    def _begin(home: Path, database: Database) -> None:
        """Create the log, unless its place shows that there was one."""
        with lock(home / LOCK, _PATIENCE):
            # Under the lock, lest two processes that begin at once act under two names, and neither undo the other's.
            device_id(home)
            if database.has(REVISIONS_TABLE):
                write_format(home)
                return
            if (home / SNAPSHOT).exists() or database.has(HEADS_TABLE):
                # Heads without a log are what is left of one: beginning a new log would make the loss final.
                raise DamagedStoreError(database.path, "revisions")
            write_format(home)
            database.create_log()

    @contextmanager
    def _locked(self, timeout: float) -> Iterator[None]:
        with lock(self.home / LOCK, timeout):
            yield

    def _is_current(self, *, thorough: bool = False, locked: bool = False) -> bool:
        """Tell whether the heads reflect the whole log; ``thorough`` looks at their table, too."""
        if purge.is_unfinished(self.home):
            return False
        try:
            snapshot = self.snapshot()
        except DamagedStoreError:
            return False
        # Counted after the heads were read: another process may act in between, and heads never precede their log.
        count = self._database.count()
        reflected = snapshot.contents.state.revisions
        # Save that a purge in between shortens the log, which none can while the lock is held.
        if reflected > count and locked:
            raise DamagedStoreError(self._database.path, f"{count} < {reflected}")
        if reflected != count or not heads_file.is_complete(self.home):
            return False
        return not thorough or self._heads_table_is_current(len(snapshot))

    def _heads_table_is_current(self, expected: int) -> bool:
        try:
            return self._database.has(HEADS_TABLE) and self._database.count(HEADS_TABLE) == expected
        except DamagedStoreError:
            return False

    def _catch_up(self, *, thorough: bool = False) -> None:
        check_format(self.home)
        heads_file.remove_leftovers(self.home)
        if thorough and migration.is_needed(self._database):
            migration.migrate(self.home, self._database)
            following.rebuild(self.home, self._database)
        elif not self._is_current(thorough=thorough, locked=True):
            following.rebuild(self.home, self._database)
        if purge.is_unfinished(self.home):
            purge.finish(self.home, self._database)

    def _tidy_if_crowded(self) -> None:
        """Tidy in the background, at most once at a time."""
        # The act is kept: that its tables cannot be looked at is for the next one to meet.
        try:
            crowded = any(self._database.crowded(name) for name in (REVISIONS_TABLE, HEADS_TABLE))
        except MemtuiError:
            return
        # No daemon: a compaction that ends with the process leaves its files behind.
        if crowded and self._housekeeping.acquire(blocking=False):
            threading.Thread(target=self._tidy_quietly, name="memtui-tidy").start()

    def _tidy_quietly(self) -> None:
        try:
            self.tidy()
        except MemtuiError:
            return  # another process is at it, or the disk is full: a later act tries again
        finally:
            self._housekeeping.release()
