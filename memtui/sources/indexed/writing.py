"""Small pieces of Markdown that the derived memories are written with."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

_TITLE_LENGTH = 110


def code(text: str) -> str:
    """Quote a name; a longer fence where the name itself holds a backtick."""
    # A name from a repository may try to end its own quotation.
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}"


def listed(names: Sequence[str], limit: int) -> str:
    """Join names with commas, telling how many are left out beyond ``limit``."""
    shown = ", ".join(code(name) for name in names[:limit])
    return f"{shown} and {len(names) - limit} more" if len(names) > limit else shown


def bullets(lines: Sequence[str], limit: int, rest: str) -> str:
    """Return a list; beyond ``limit`` a last line says how many there are more, and ``rest`` where to see them."""
    shown = [f"- {line}" for line in lines[:limit]]
    if len(lines) > limit:
        shown.append(f"- and {len(lines) - limit} more: {rest}")
    return "\n".join(shown)


def paragraphs(*parts: str) -> str:
    """Join the parts that are not empty with blank lines."""
    return "\n\n".join(part for part in parts if part)


def shortened(title: str) -> str:
    """Cut a title at a word, with an ellipsis."""
    if len(title) <= _TITLE_LENGTH:
        return title
    return title[: _TITLE_LENGTH - 1].rsplit(" ", 1)[0] + "…"


def day_of(seconds: int) -> str:
    """Return the day of a moment in seconds since the epoch, as in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")
