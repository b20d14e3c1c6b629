"""Memories, revisions and heads as Arrow rows, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from memtui.memory import Anchor, Evidence, Head, Link, Memory, Proposal, Revision, Scope, Snooze, Status
from memtui.store.schema import REVISIONS


def content_row(memory: Memory) -> dict[str, Any]:
    """Return the columns that both tables have."""
    return {
        "kind": str(memory.kind),
        "title": memory.title,
        "body": memory.body,
        "scope": str(memory.scope),
        "status": str(memory.status),
        "attention": [str(reason) for reason in memory.attention],
        "tags": list(memory.tags),
        "origin": memory.origin,
        "key": memory.key,
        "basis": memory.basis,
        "anchors": [
            {"path": it.path, "symbol": it.symbol, "blob": it.blob, "digest": it.digest} for it in memory.anchors
        ],
        "evidence": [
            {"source": it.source, "reference": it.reference, "line": it.line, "quote": it.quote}
            for it in memory.evidence
        ],
        "reviewed": memory.reviewed,
        "topic": memory.topic,
        "pinned": memory.pinned,
        "supersedes": list(memory.supersedes),
        "superseded_by": list(memory.superseded_by),
        "snooze": {"until": memory.snooze.until, "path": memory.snooze.path, "blob": memory.snooze.blob},
        "link": {
            "store": memory.link.store,
            "path": memory.link.path,
            "entry": memory.link.entry,
            "digest": memory.link.digest,
        },
        "proposal": {
            "action": memory.proposal.action,
            "targets": list(memory.proposal.targets),
            "bases": list(memory.proposal.bases),
            "failure": memory.proposal.failure,
        },
    }


def memory_of(memory_id: str, row: Mapping[str, Any]) -> Memory:
    """Return the memory in a row of either table."""
    return Memory(
        id=memory_id,
        kind=row["kind"],
        title=row["title"],
        body=row["body"],
        scope=Scope.parse(row["scope"]),
        status=Status(row["status"]),
        tags=tuple(row["tags"]),
        anchors=tuple(Anchor(**anchor) for anchor in row["anchors"]),
        evidence=tuple(Evidence(**item) for item in row["evidence"]),
        attention=tuple(row["attention"]),
        origin=row["origin"],
        key=row["key"],
        basis=row["basis"],
        reviewed=row["reviewed"],
        topic=row["topic"],
        pinned=row["pinned"],
        supersedes=tuple(row["supersedes"]),
        superseded_by=tuple(row["superseded_by"]),
        snooze=Snooze(**row["snooze"]),
        link=Link(**row["link"]),
        proposal=_proposal_of(row["proposal"]),
    )


def _proposal_of(row: Mapping[str, Any]) -> Proposal:
    return Proposal(row["action"], tuple(row["targets"]), tuple(row["bases"]), row["failure"])


def head_of(row: Mapping[str, Any]) -> Head:
    """Return the head in a row."""
    return Head(memory_of(row["id"], row), row["revision"], row["created_at"], row["updated_at"])


def head_row(head: Head, tips: Iterable[str]) -> dict[str, Any]:
    """Return the row of a head."""
    return {
        "id": head.memory.id,
        **content_row(head.memory),
        "revision": head.revision,
        "created_at": head.created_at,
        "updated_at": head.updated_at,
        "tips": list(tips),
    }


def revision_of(row: Mapping[str, Any]) -> Revision:
    """Return the revision in a row."""
    return Revision(
        id=row["id"],
        memory=memory_of(row["memory"], row),
        parents=tuple(row["parents"]),
        time=row["time"],
        device=row["device"],
        actor=row["actor"],
        action=row["action"],
        batch=row["batch"],
        reverts=row["reverts"],
    )


def revision_row(revision: Revision) -> dict[str, Any]:
    """Return the row of a revision."""
    return {
        "id": revision.id,
        "memory": revision.memory.id,
        "parents": list(revision.parents),
        "time": revision.time,
        "device": revision.device,
        "actor": revision.actor,
        "action": revision.action,
        "batch": revision.batch,
        "reverts": revision.reverts,
        **content_row(revision.memory),
    }


def revision_batch(revisions: Iterable[Revision]) -> pa.RecordBatch:
    """Return revisions as they are appended to the log."""
    return pa.RecordBatch.from_pylist([revision_row(revision) for revision in revisions], schema=REVISIONS)


def take_rows(table: pa.Table, rows: np.ndarray) -> pa.Table:
    """Return some rows of a table in the order asked for.

    ``Table.take`` joins all chunks of a text column first, which costs as much as the whole table; this touches
    only the chunks that hold the rows. All columns must be chunked alike.
    """
    batches = table.to_batches()
    starts = np.cumsum([0, *(len(batch) for batch in batches)])
    owner = np.searchsorted(starts, rows, side="right") - 1
    # Stable, since rows of one chunk have to stay in the order asked for.
    order = np.argsort(owner, kind="stable")
    parts = [batches[k].take(_indices(rows[owner == k] - starts[k])) for k in np.unique(owner)]
    gathered = pa.Table.from_batches(parts, schema=table.schema).combine_chunks()
    places = np.empty(len(rows), dtype=np.int64)
    places[order] = np.arange(len(rows))
    return gathered.take(_indices(places))


def _indices(numbers: np.ndarray) -> pa.Array:
    # pyarrow.array would do the same, but imports numpy.ma first, which costs a listing a tenth of its time.
    content = np.ascontiguousarray(numbers, dtype=np.int64)
    return pa.Array.from_buffers(pa.int64(), len(content), [None, pa.py_buffer(content)])
