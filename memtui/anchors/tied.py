"""The memories of a repository that are tied to code, read by the few columns that most questions about them need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memtui.memory import Anchor, Memory, Scope, Snooze, Status
from memtui.review import INDEXER
from memtui.review.absorbing import FACT_SOURCE
from memtui.review.content import fact_digest

if TYPE_CHECKING:
    from memtui.store import Snapshot

LIVE = (Status.PENDING, Status.APPROVED, Status.SNOOZED)
_COLUMNS = ["id", "title", "kind", "status", "anchors", "snooze", "origin", "key", "reviewed"]


@dataclass(frozen=True, slots=True)
class Tied:
    """A live memory that has anchors, or is put off until a file changes; ``row`` is where its snapshot has it.

    ``follows`` says that it is a fact of the indexer that no person has changed: a refresh keeps it to the code.
    ``said_by_index`` says that a refresh found the fact under it changed, or gone.
    """

    row: int
    id: str
    title: str
    kind: str
    status: Status
    anchors: tuple[Anchor, ...]
    snooze: Snooze
    reviewed: bool
    follows: bool
    said_by_index: bool


def tied_memories(snapshot: Snapshot, scope: Scope) -> list[Tied]:
    """Return the tied memories of a repository, newest change first."""
    import numpy as np
    import pyarrow.compute as pc

    from memtui.store.rows import take_rows

    rows = snapshot.select(scopes=[scope], statuses=LIVE)
    anchored = pc.greater(pc.list_value_length(snapshot.table["anchors"]), 0)
    watching = pc.not_equal(pc.struct_field(snapshot.table["snooze"], "path"), "")
    mask: np.ndarray = pc.fill_null(pc.or_(anchored, watching), fill_value=False).to_numpy()
    rows = rows[mask[rows]]
    # Whole memories only of the indexer's facts, which are few: their texts tell whether a person changed them.
    records = take_rows(snapshot.table.select(_COLUMNS), rows).to_pylist() if len(rows) else []
    return [_tied(snapshot, int(row), record) for row, record in zip(rows, records, strict=True)]


def _tied(snapshot: Snapshot, row: int, record: dict[str, Any]) -> Tied:
    fact = snapshot.head(row).memory if record["origin"] == INDEXER and record["key"] else None
    return Tied(
        row=row,
        id=record["id"],
        title=record["title"],
        kind=record["kind"],
        status=Status(record["status"]),
        anchors=tuple(Anchor(**anchor) for anchor in record["anchors"]),
        snooze=Snooze(**record["snooze"]),
        reviewed=record["reviewed"],
        follows=fact is not None and fact.basis in {"", fact_digest(fact)},
        said_by_index=fact is not None and _is_said(fact),
    )


def _is_said(fact: Memory) -> bool:
    return not fact.basis or any(item.source == FACT_SOURCE for item in fact.evidence)
