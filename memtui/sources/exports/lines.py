"""Memories as lines of JSON, one each with all its fields, and back without loss."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any

from memtui.memory import Anchor, Evidence, Link, Memory, Proposal, Scope, Snooze, Status

FORMAT = 1
MARK = "memtui"
_LINE = re.compile(r"[^\n]+")
_TUPLES = ("tags", "attention", "supersedes", "superseded_by")
_TEXTS = ("id", "kind", "title", "body", "origin", "key", "basis", "topic")
_PARTS: Mapping[str, type[Any]] = {"snooze": Snooze, "link": Link, "proposal": Proposal}
_LISTS: Mapping[str, type[Any]] = {"anchors": Anchor, "evidence": Evidence}


class MalformedRecordError(ValueError):
    """A line is no memory: ``field`` is what is missing or of another type."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


def to_lines(memories: Iterable[Memory]) -> str:
    """Return memories as lines of JSON in ASCII, so that nothing in them can act on a terminal."""
    # JSON leaves one control character as it is, since it is ASCII.
    return "".join(json.dumps(_record(memory)).replace("\x7f", "\\u007f") + "\n" for memory in memories)


def from_lines(text: str) -> tuple[list[Memory], list[tuple[int, str]]]:
    """Return the memories of such lines, and the line number and field of each line that is none."""
    memories, malformed = [], []
    # Not splitlines: other separators than a line feed may stand unescaped in a text of JSON.
    for match in _LINE.finditer(text):
        if not match.group().strip():
            continue
        try:
            memories.append(_memory(json.loads(match.group())))
        except MalformedRecordError as error:
            malformed.append((text.count("\n", 0, match.start()) + 1, error.field))
        except (ValueError, RecursionError):
            malformed.append((text.count("\n", 0, match.start()) + 1, "json"))
    return memories, malformed


def is_export(text: str) -> bool:
    """Whether a text begins as an export does."""
    first = _LINE.search(text.lstrip())
    try:
        record = json.loads(first.group()) if first else None
    except (ValueError, RecursionError):
        return False
    return isinstance(record, dict) and MARK in record


def _record(memory: Memory) -> dict[str, Any]:
    record = asdict(memory)
    return {MARK: FORMAT, **record, "kind": str(memory.kind), "scope": str(memory.scope), "status": str(memory.status)}


def _memory(record: Any) -> Memory:
    if not isinstance(record, dict):
        raise MalformedRecordError(MARK)
    if record.get(MARK) != FORMAT:
        raise MalformedRecordError(MARK)
    values: dict[str, Any] = {}
    # A field that an older version did not know has its default; one of a newer version is left out.
    for field in fields(Memory):
        if field.name in record:
            values[field.name] = _value(field.name, record[field.name])
    for name in ("id", "kind", "title", "body", "scope"):
        if name not in values:
            raise MalformedRecordError(name)
    return Memory(**values)


def _value(name: str, value: Any) -> Any:
    if name in _TUPLES:
        return tuple(_typed(name, item, str) for item in _typed(name, value, list))
    if name in _LISTS:
        return tuple(_part(name, _LISTS[name], item) for item in _typed(name, value, list))
    if name in _PARTS:
        return _part(name, _PARTS[name], value)
    if name in {"scope", "status"}:
        text = _typed(name, value, str)
        return Scope.parse(text) if name == "scope" else _status(text)
    return _typed(name, value, str if name in _TEXTS else bool)


def _part(name: str, kind: type[Any], value: Any) -> Any:
    given = _typed(name, value, dict)
    known = {field.name: field for field in fields(kind)}
    values = {}
    for key, item in given.items():
        if key in known:
            several = isinstance(item, list)
            values[key] = tuple(_typed(name, it, str) for it in item) if several else _plain(name, key, item)
    try:
        return kind(**values)
    except TypeError as error:
        raise MalformedRecordError(name) from error


def _plain(name: str, key: str, value: Any) -> Any:
    return _typed(name, value, int if key in {"line", "until"} else str)


def _status(text: str) -> Status:
    try:
        return Status(text)
    except ValueError as error:
        raise MalformedRecordError("status") from error


def _typed(name: str, value: Any, kind: type[Any]) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise MalformedRecordError(name)
    return value
