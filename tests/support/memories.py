"""Stores and memories for tests."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from memtui.memory import USER_SCOPE, Draft, Memory, Scope, Status
from memtui.store import Store, Transaction
from memtui.store.identity import random_id
from memtui.store.log import HEADS_TABLE

ROOT = Path(__file__).resolve().parents[2]
REPOSITORY = Scope("repo", "a" * 40)


def make_memory(title: str = "Keep the lock short", **fields: Any) -> Memory:
    """Return a memory with a random id."""
    values: dict[str, Any] = {
        "id": random_id(),
        "kind": "pitfall",
        "body": "Because others wait.",
        "scope": USER_SCOPE,
    }
    return Memory(**{**values, "title": title, **fields})


def make_draft(title: str = "Keep the lock short", **fields: Any) -> Draft:
    """Return a draft of a pitfall in a repository."""
    values: dict[str, Any] = {"kind": "pitfall", "body": "Because others wait.", "scope": REPOSITORY}
    return Draft(**{**values, "title": title, **fields})


def keep(store: Store, *memories: Memory, actor: str = "person", action: str = "add") -> str:
    """Append memories in one act and return its batch."""
    with store.writing() as transaction:
        for memory in memories:
            transaction.append(memory, actor=actor, action=action)
        return transaction.batch


def put_in_status(store: Store, status: Status, **fields: Any) -> str:
    """Append a memory that has a status, as its second revision with another text, and return its id."""
    memory = make_memory(**fields)
    keep(store, replace(memory, body="As it was at first."), actor="codex", action="propose")
    with store.writing() as transaction:
        append_status(transaction, memory, status)
    return memory.id


def append_status(transaction: Transaction, memory: Memory, status: Status) -> None:
    """Append a memory with another status."""
    fields = {name: getattr(memory, name) for name in Memory.__dataclass_fields__}
    transaction.append(Memory(**{**fields, "status": status}), actor="codex", action="settle")


def titles(store: Store) -> list[str]:
    """Return the titles of all heads, newest first."""
    return list(store.snapshot().table["title"].to_pylist())


def status_of(store: Store, memory_id: str) -> Status:
    """Return the status of a memory."""
    return store.snapshot().find(memory_id).memory.status


def heads_in_table(store: Store) -> pa.Table:
    """Return the heads as their LanceDB table has them, ordered as in the snapshot."""
    table = store._database._table(HEADS_TABLE).to_arrow().replace_schema_metadata(None)
    return table.sort_by([("updated_at", "descending"), ("id", "ascending")])


def run_python(code: str, home: Path, *arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    """Start a fresh interpreter that can import this project and writes to the store in ``home``."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "MEMTUI_HOME": str(home)}
    return subprocess.Popen([sys.executable, "-c", code, *arguments], env=environment, **options)
