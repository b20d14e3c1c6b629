"""Text on a terminal: its width, padding, cutting, columns, numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_GAP = 2
# Below this a cut column says nothing, and a line that wraps is the lesser evil.
_LEAST_LAST_COLUMN = 10


def width_of(text: str) -> int:
    """Return how many cells a text takes."""
    if text.isascii():
        return len(text)
    return sum(map(_width, text))


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 commit``, ``1,200 commits``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def counted_memories(number: int) -> str:
    """Return a number of memories, whose plural ``counted`` does not know."""
    return f"{number:,} memory" if number == 1 else f"{number:,} memories"


def fit(text: str, cells: int) -> str:
    """Return the text, cut with an ellipsis if it takes more cells than there are."""
    if width_of(text) <= cells:
        return text
    used = 0
    for index, character in enumerate(text):
        used += _width(character)
        if used > cells - 1:
            return text[:index] + "…"
    return text


def align(rows: Sequence[Sequence[str]], columns: int | None) -> Iterator[list[str]]:
    """Pad all cells but a row's last to the width of their column; with ``columns``, cut the last to fit."""
    widths = [0] * max(map(len, rows), default=0)
    for row in rows:
        for index, cell in enumerate(row[:-1]):
            widths[index] = max(widths[index], width_of(cell))
    before_last = sum(width + _GAP for width in widths[:-1])
    room = None if columns is None else max(_LEAST_LAST_COLUMN, columns - before_last)
    # The last column is the only one that a person can do without the end of.
    for row in rows:
        padded = [_padded(cell, width) for cell, width in zip(row[:-1], widths, strict=False)]
        last = row[-1] if row else ""
        yield [*padded, last if room is None else fit(last, room)]


def _padded(cell: str, width: int) -> str:
    return cell.ljust(width) if cell.isascii() else cell + " " * (width - width_of(cell))


def _width(character: str) -> int:
    # Imported at the first text beyond ASCII, which most listings never meet.
    from unicodedata import category, east_asian_width

    # Combining marks take no cell of their own, and columns would drift apart with each.
    if category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
