"""Lines of JSON that some other program wrote: one entry a line that holds a text under a usual name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from memtui.sources.stores.kinds import kind_of
from memtui.sources.stores.values import Entry, Form, Location, Wording, digest_of
from memtui.sources.stores.wordings import title_of

_LINE = re.compile(r"[^\n]+")
# The names that mem0, basic-memory, engram and the MCP reference server give to a memory's text.
_BODIES = ("body", "memory", "content", "text", "observation", "summary")
_TITLES = ("title", "name", "subject", "topic_key")


def record_entries(text: str, location: Location) -> Iterator[Entry]:
    """Return the lines that hold a text; others are no memories."""
    for match in _LINE.finditer(text):
        record = _parsed(match.group())
        body = _first(record, _BODIES)
        title = _first(record, _TITLES) or title_of(body)
        if not title:
            continue
        digest = digest_of(match.group())
        name = str(record.get("id") or f"line {digest[:8]}")
        line = text.count("\n", 0, match.start()) + 1
        kind = record.get("kind") or record.get("type")
        yield Entry(
            location,
            Form.RECORD,
            name,
            match.start(),
            match.end(),
            line,
            Wording(title, body),
            digest,
            kind=kind if isinstance(kind, str) and kind else kind_of([title], location.level, location.kind),
            tags=tuple(tag for tag in record.get("tags") or () if isinstance(tag, str)),
        )


def _parsed(line: str) -> Mapping[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _first(record: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((value for name in names if isinstance(value := record.get(name), str) and value.strip()), "")
