"""How a fact of the index is laid out as a document: title, what it is, rows, and lists below."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from textual.content import Content

from memtui.tui.documents import DIM, LABEL, Part


def day(seconds: int) -> str:
    """Return a time as a date, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")


def document(title: str, subtitle: str, rows: Sequence[tuple[str, str]], *rest: Part) -> Content:
    """Return a document; rows without a value are left out."""
    parts: list[Part] = [(title, "bold"), (f"\n{subtitle}\n", DIM), "\n"]
    width = max((len(name) for name, value in rows if value), default=0)
    for name, value in rows:
        if value:
            parts += [(f"{name:<{width}}  ", DIM), f"{value}\n"]
    return Content.assemble(*parts, *rest)


def listed(name: str, lines: Sequence[str]) -> list[Part]:
    """Return a list under its name, nothing if there is nothing in it."""
    return [(f"\n{name}\n", LABEL), *[f"  {line}\n" for line in lines]] if lines else []
