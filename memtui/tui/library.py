"""What the screens know: the present snapshot, where we are, and what the store has not yet answered."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from memtui.memory import USER_SCOPE, Head, Scope, Status
from memtui.tui.keys import KeyNames
from memtui.tui.rows import Rows

if TYPE_CHECKING:
    from memtui.store import Snapshot
    from memtui.tui.backend import IndexState, RepoFacts, Workspace

LIVE = (Status.PENDING, Status.APPROVED, Status.REJECTED, Status.SNOOZED, Status.SUPERSEDED)


@dataclass(frozen=True, slots=True)
class Row:
    """What a list shows of a memory."""

    id: str
    kind: str
    title: str
    scope: Scope
    status: str
    attention: tuple[str, ...]
    origin: str
    updated_at: int
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Glance:
    """What decides whether an act on a memory would be refused, and what it was called."""

    revision: str
    status: str
    attention: tuple[str, ...]
    title: str


@dataclass(frozen=True, slots=True)
class View:
    """Which memories a list shows: ``here`` for this repository and the user, or everywhere; empty sets for any."""

    inbox: bool = False
    reach: str = "here"
    kinds: frozenset[str] = frozenset()
    statuses: frozenset[str] = frozenset()
    attention: bool = False


@dataclass
class Library:
    """The state that all screens share."""

    snapshot: Snapshot | None = None
    workspace: Workspace | None = None
    index: IndexState | None = None
    facts: RepoFacts | None = None
    progress: tuple[str, int, int] | None = None
    expected: dict[str, Status] = field(default_factory=dict)
    read: set[tuple[str, str]] = field(default_factory=set)
    keys: KeyNames = field(default_factory=KeyNames)
    store: str = "opening"
    stamp: object = None
    version: int = 0
    _counted: dict[object, Mapping[str, int]] = field(default_factory=dict)

    def changed(self) -> None:
        """Note that what lists show may be different, so that they are built anew when they are next shown."""
        self.version += 1
        self._counted.clear()

    @property
    def present(self) -> Snapshot:
        """The snapshot, where it is known that there is one."""
        if self.snapshot is None:
            raise LookupError
        return self.snapshot

    def scopes(self, reach: str) -> Collection[Scope] | None:
        """Return the scopes within ``reach``; None for all."""
        if reach == "everywhere":
            return None
        here = self.workspace.scope if self.workspace else None
        if reach == "user" or here is None:
            return (USER_SCOPE,)
        return (here,) if reach == "repo" else (here, USER_SCOPE)

    def rows(self, view: View) -> Rows:
        """Return the row numbers that ``view`` shows, newest change first."""
        if self.snapshot is None:
            return ()
        rows = self._inbox(view) if view.inbox else self._selected(view)
        return self._as_expected(rows, view) if self.expected else rows

    def _selected(self, view: View) -> Rows:
        return self.present.select(
            scopes=self.scopes(view.reach),
            statuses=[Status(status) for status in view.statuses or LIVE],
            kinds=view.kinds or None,
            attention=view.attention,
        )

    def _inbox(self, view: View) -> Rows:
        import numpy as np

        scopes, kinds = self.scopes(view.reach), view.kinds or None
        pending = self.present.select(scopes=scopes, statuses=(Status.PENDING,), kinds=kinds)
        flagged = self.present.select(scopes=scopes, kinds=kinds, attention=True)
        return np.union1d(pending, flagged)

    def _as_expected(self, rows: Rows, view: View) -> Rows:
        import numpy as np

        # Rows leave the list with the key that decided on them, before the store has answered.
        allowed = {Status.PENDING} if view.inbox else (view.statuses or set(LIVE))
        gone = [memory_id for memory_id, status in self.expected.items() if status not in allowed]
        rows = np.asarray(rows)
        return rows[~np.isin(rows, self.present.rows_of(gone))]

    def row(self, number: int) -> Row:
        """Return what a list shows in one row."""
        return row_at(self.present, number, self.expected)

    def head(self, memory_id: str) -> Head | None:
        """Return a memory by its id, or None if it is not there."""
        if self.snapshot is None or (row := self.present.row_of(memory_id)) is None:
            return None
        return self.snapshot.head(row)

    def status_of(self, head: Head) -> str:
        """Return a memory's status as the person has been shown it."""
        return self.expected.get(head.memory.id, head.memory.status)

    def counts(self, reach: str = "here") -> Mapping[str, int]:
        """Return how many memories there are by status, and how many need attention."""
        if self.snapshot is None:
            return {}
        if reach not in self._counted:
            self._counted[reach] = self.snapshot.counts(self.scopes(reach))
        return self._counted[reach]

    def glances(self, ids: Collection[str]) -> Mapping[str, Glance]:
        """Return what decides about acts on those memories that exist, as a person is shown them at this moment."""
        if self.snapshot is None:
            return {}
        # A few columns at once: one look for each id would freeze the screen when thousands are marked.
        rows = self.snapshot.rows_of(list(ids))
        columns = [column_at(self.snapshot, name, rows) for name in ("id", "revision", "status", "attention", "title")]
        return {
            key: Glance(revision, self.expected.get(key, status), tuple(attention), title)
            for key, revision, status, attention, title in zip(*columns, strict=True)
        }

    def is_read(self, head: Head) -> bool:
        """Tell whether a person has been shown this revision whole."""
        return (head.memory.id, head.revision) in self.read

    def titles(self, ids: Collection[str]) -> list[str]:
        """Return the titles of memories, as they came."""
        known = self.glances(ids)
        return [known[memory_id].title for memory_id in ids if memory_id in known]


def row_at(snapshot: Snapshot, number: int, expected: Mapping[str, str]) -> Row:
    """Return what a list shows in a row of a snapshot, with what the store has not answered yet."""
    table = snapshot.table
    memory_id = table["id"][number].as_py()
    return Row(
        id=memory_id,
        kind=table["kind"][number].as_py(),
        title=table["title"][number].as_py(),
        scope=Scope.parse(table["scope"][number].as_py()),
        status=expected.get(memory_id) or table["status"][number].as_py(),
        attention=tuple(table["attention"][number].as_py() or ()),
        origin=table["origin"][number].as_py(),
        updated_at=int(table["updated_at"][number].as_py()),
        pinned=bool(table["pinned"][number].as_py()),
    )


def column_at(snapshot: Snapshot, name: str, numbers: Rows) -> list[Any]:
    """Return a column of many rows at once."""
    import pyarrow as pa

    return list(snapshot.table[name].take(pa.array(numbers, pa.int64())).to_pylist())


def rows_of(snapshot: Snapshot, ids: Collection[str]) -> Mapping[str, int]:
    """Return the rows of those memories that a snapshot has."""
    rows = snapshot.rows_of(list(ids))
    return dict(zip(column_at(snapshot, "id", rows), map(int, rows), strict=True))
