"""The names of things: memories, revisions and batches."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import asdict
from typing import Any

from memtui.memory import Link, Memory, Proposal, Revision, Scope, Snooze

# 80 bits: among a million memories two random ids are equal once in a trillion homes.
MEMORY_ID_LENGTH = 16
REVISION_ID_LENGTH = 32
_MEMORY_ID_BYTES = 10


def random_id() -> str:
    """Return a fresh id for a memory or a batch."""
    return _base32(secrets.token_bytes(_MEMORY_ID_BYTES))


def keyed_id(scope: Scope, key: str) -> str:
    """Return the id of the memory of one fact, the same on every device."""
    text = f"{scope}\0{key}".encode("utf-8", "surrogatepass")
    return _base32(hashlib.sha256(text).digest()[:_MEMORY_ID_BYTES])


def revision_id(revision: Revision) -> str:
    """Return the hash of everything in a revision but its id."""
    document = {
        "parents": list(revision.parents),
        "time": revision.time,
        "device": revision.device,
        "actor": revision.actor,
        "action": revision.action,
        "batch": revision.batch,
        "reverts": revision.reverts,
        "memory": _document(revision.memory),
    }
    # Every device must hash the same bytes, so the order of keys and the separators are part of the format.
    text = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:REVISION_ID_LENGTH]


def _document(memory: Memory) -> dict[str, Any]:
    """Return a memory as JSON values, without what is empty, so that a field added later changes no old hash."""
    fields = {
        "id": memory.id,
        "kind": str(memory.kind),
        "title": memory.title,
        "body": memory.body,
        "scope": str(memory.scope),
        "status": str(memory.status),
        "tags": list(memory.tags),
        "anchors": [_without_end(it.path, it.symbol, it.blob, it.digest) for it in memory.anchors],
        "evidence": [[item.source, item.reference, item.line, item.quote] for item in memory.evidence],
        "attention": [str(reason) for reason in memory.attention],
        "origin": memory.origin,
        "key": memory.key,
        "basis": memory.basis,
        "reviewed": memory.reviewed,
        "topic": memory.topic,
        "pinned": memory.pinned,
        "supersedes": list(memory.supersedes),
        "superseded_by": list(memory.superseded_by),
        "snooze": _unless_empty(memory.snooze),
        "link": _unless_empty(memory.link),
        "proposal": _unless_empty(memory.proposal),
    }
    return {name: value for name, value in fields.items() if value}


def _without_end(path: str, symbol: str, blob: str, digest: str) -> list[str]:
    # An anchor had three parts once, and the hashes of that time hold.
    return [path, symbol, blob, digest] if digest else [path, symbol, blob]


def _unless_empty(part: Snooze | Link | Proposal) -> dict[str, Any]:
    return {} if part == type(part)() else asdict(part)


def _base32(content: bytes) -> str:
    # Base 32 has one letter case, so that an id can be typed, and looked for on any file system.
    return base64.b32encode(content).decode("ascii").lower()
