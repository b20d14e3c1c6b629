"""Stores as the first format had them: without topics, pins, links, snoozes and proposals."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import lancedb
import pyarrow as pa

from memtui.memory import Revision
from memtui.store.rows import revision_row
from memtui.store.schema import HEADS, REVISIONS

ADDED = frozenset({"topic", "pinned", "supersedes", "superseded_by", "snooze", "link", "proposal"})
OLD_ANCHORS = pa.list_(pa.struct([("path", pa.string()), ("symbol", pa.string()), ("blob", pa.string())]))


def old_schema(schema: pa.Schema) -> pa.Schema:
    """Return the columns that the first format had of a present table."""
    kept = [field for field in schema if field.name not in ADDED]
    return pa.schema([pa.field("anchors", OLD_ANCHORS) if field.name == "anchors" else field for field in kept])


OLD_REVISIONS = old_schema(REVISIONS)
OLD_HEADS = old_schema(HEADS)


def write_store(home: Path, revisions: Iterable[Revision]) -> None:
    """Write a store of the first format with revisions, each in a commit of its own, and a head for each memory."""
    home.mkdir(mode=0o700, parents=True)
    (home / "format").write_text("1\n")
    (home / "device").write_text("0123456789abcdef\n")
    rows = [_old_row(revision) for revision in revisions]
    database = lancedb.connect(home / "memories.lance")
    log = database.create_table("revisions", schema=OLD_REVISIONS)
    for row in rows:
        log.add(pa.Table.from_pylist([row], schema=OLD_REVISIONS))
    heads = pa.Table.from_pylist(_heads(rows), schema=OLD_HEADS)
    database.create_table("heads", heads)
    notes = {
        "memtui.format": "1",
        "memtui.revisions": str(len(rows)),
        "memtui.last_time": str(max(row["time"] for row in rows)),
        "memtui.base": "base",
    }
    for name, table in (("heads.arrow", heads), ("heads.recent.arrow", heads.slice(0, 0))):
        schema = OLD_HEADS.with_metadata(notes)
        with pa.OSFile(str(home / name), "wb") as sink, pa.ipc.new_file(sink, schema) as writer:
            writer.write_table(table.replace_schema_metadata(notes))


def _old_row(revision: Revision) -> dict[str, Any]:
    row = {name: value for name, value in revision_row(revision).items() if name not in ADDED}
    anchors = [{name: anchor[name] for name in ("path", "symbol", "blob")} for anchor in row["anchors"]]
    return {**row, "anchors": anchors}


def _heads(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the last row of each memory as a head, newest first."""
    newest = {row["memory"]: row for row in rows}
    first = {row["memory"]: row["time"] for row in reversed(rows)}
    heads = []
    for memory, row in newest.items():
        content = {name: row[name] for name in OLD_HEADS.names if name in row and name != "id"}
        own = {"id": memory, "revision": row["id"], "created_at": first[memory], "updated_at": row["time"]}
        heads.append({**content, **own, "tips": [row["id"]]})
    return sorted(heads, key=lambda head: -head["updated_at"])
