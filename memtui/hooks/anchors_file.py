"""The anchors of approved memories as the hook reads them: one file, an anchor a line."""

from __future__ import annotations

import json
import os
from collections.abc import Collection

FORMAT = 1
# How a line of the file is laid out; within a text, a quote has a backslash before it.
_HEAD = b'{"format": 1, "anchors": ['
_AFTER_MEMORY = b'", "title": "'
_BEFORE_PATH = b'", "path": "'
_AFTER_PATH = b'", "symbol": "'
_MOST_BYTES = 8 << 20


class Entry:
    """What the file says of one anchor: ``start`` and ``end`` are 0 for the whole file, ``blob`` is what had them."""

    __slots__ = ("blob", "end", "kind", "memory", "path", "start", "symbol", "title")

    def __init__(
        self, memory: str, title: str, kind: str, path: str, symbol: str, blob: str, start: int, end: int
    ) -> None:
        self.memory, self.title, self.kind = memory, title, kind
        self.path, self.symbol, self.blob = path, symbol, blob
        self.start, self.end = start, end


def read_entries(path: str | os.PathLike[str], about: Collection[str] | None = None) -> list[Entry]:
    """Return the entries of an anchors file; what is not as it should be is left out, were it all of it.

    With ``about``, those of the memories that have an anchor at one of these paths.
    """
    try:
        with open(path, "rb") as file:
            content = file.read(_MOST_BYTES + 1)
        if len(content) > _MOST_BYTES:
            return []
        document = json.loads(content if about is None else _narrowed(content, about))
    # A deeply nested file ends the reader of JSON by a RecursionError.
    except (OSError, ValueError, RecursionError, MemoryError):
        return []
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return []
    records = document.get("anchors")
    return [entry for record in records if (entry := _entry(record))] if isinstance(records, list) else []


def _narrowed(content: bytes, paths: Collection[str]) -> bytes:
    """Leave only the memories that are about some paths, if the file is laid out as it is written, an anchor a line.

    Reading ten thousand anchors as JSON takes a tenth of a second, which a commit would wait for.
    """
    head, *lines = content.split(b"\n")
    if head != _HEAD:
        return content
    wanted = {json.dumps(path)[1:-1].encode() for path in paths}
    split = [(line.partition(_AFTER_MEMORY)[0], line.partition(_BEFORE_PATH)[2]) for line in lines]
    memories = {memory for memory, rest in split if rest.partition(_AFTER_PATH)[0] in wanted}
    kept = [line.rstrip(b",") for line, (memory, rest) in zip(lines, split, strict=True) if rest and memory in memories]
    return head + b",".join(kept) + b"]}"


def _entry(record: object) -> Entry | None:
    if not isinstance(record, dict):
        return None
    texts = [record.get(name, "") for name in ("memory", "title", "kind", "path", "symbol", "blob")]
    lines = [record.get(name, 0) for name in ("start", "end")]
    # A number that is a truth value would pass for a line.
    if not all(isinstance(text, str) for text in texts) or not all(type(line) is int for line in lines):
        return None
    memory, title, kind, path, symbol, blob = texts
    return Entry(memory, title, kind, path, symbol, blob, *lines) if memory and path else None
