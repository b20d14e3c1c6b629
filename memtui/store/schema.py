"""The columns of the revision log and of the heads."""

from __future__ import annotations

import pyarrow as pa

_TEXTS = pa.list_(pa.string())
ANCHOR = pa.struct([("path", pa.string()), ("symbol", pa.string()), ("blob", pa.string()), ("digest", pa.string())])
EVIDENCE = pa.struct(
    [("source", pa.string()), ("reference", pa.string()), ("line", pa.int32()), ("quote", pa.string())]
)
SNOOZE = pa.struct([("until", pa.int64()), ("path", pa.string()), ("blob", pa.string())])
LINK = pa.struct([("store", pa.string()), ("path", pa.string()), ("entry", pa.string()), ("digest", pa.string())])
PROPOSAL = pa.struct([("action", pa.string()), ("targets", _TEXTS), ("bases", _TEXTS), ("failure", pa.string())])

CONTENT = (
    pa.field("kind", pa.string()),
    pa.field("title", pa.string()),
    pa.field("body", pa.string()),
    pa.field("scope", pa.string()),
    pa.field("status", pa.string()),
    pa.field("attention", _TEXTS),
    pa.field("tags", _TEXTS),
    pa.field("origin", pa.string()),
    pa.field("key", pa.string()),
    pa.field("basis", pa.string()),
    pa.field("anchors", pa.list_(ANCHOR)),
    pa.field("evidence", pa.list_(EVIDENCE)),
    pa.field("reviewed", pa.bool_()),
    pa.field("topic", pa.string()),
    pa.field("pinned", pa.bool_()),
    pa.field("supersedes", _TEXTS),
    pa.field("superseded_by", _TEXTS),
    pa.field("snooze", SNOOZE),
    pa.field("link", LINK),
    pa.field("proposal", PROPOSAL),
)

REVISIONS = pa.schema(
    [
        pa.field("id", pa.string()),
        pa.field("memory", pa.string()),
        pa.field("parents", _TEXTS),
        pa.field("time", pa.int64()),
        pa.field("device", pa.string()),
        pa.field("actor", pa.string()),
        pa.field("action", pa.string()),
        pa.field("batch", pa.string()),
        pa.field("reverts", pa.string()),
        *CONTENT,
    ]
)

# ``tips`` are the revisions that no other follows: one, or several while a conflict lasts.
HEADS = pa.schema(
    [
        pa.field("id", pa.string()),
        *CONTENT,
        pa.field("revision", pa.string()),
        pa.field("created_at", pa.int64()),
        pa.field("updated_at", pa.int64()),
        pa.field("tips", _TEXTS),
    ]
)

CONTENT_NAMES = tuple(field.name for field in CONTENT)
