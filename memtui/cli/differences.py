"""How a difference between two states of a memory is printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from memtui.review.differences import ADDED, EQUAL, REMOVED, Difference, Piece

if TYPE_CHECKING:
    from memtui.cli.console import Console

_MARKS = {EQUAL: ("", ""), REMOVED: ("[-", "-]"), ADDED: ("{+", "+}")}


def print_differences(found: Sequence[Difference], console: Console) -> None:
    """Print what differs for a person to read, removed words as ``[-so-]`` and added ones as ``{+so+}``."""
    for difference in found:
        if difference.words:
            console.data(f"{difference.field}:", style="bold")
            console.pieces([*_marked(difference.words)])
        else:
            told = f"{_said(difference.before)} → {_said(difference.after)}"
            console.pieces([(f"{difference.field}: ", "bold"), (told, "")])


def marked(words: Sequence[Piece]) -> str:
    """Return the pieces of two texts as one, with marks around what was removed and added."""
    return "".join(text for text, _ in _marked(words))


def _marked(words: Sequence[Piece]) -> Iterator[Piece]:
    for what, text in words:
        opening, closing = _MARKS[what]
        # Between the marks stands what changed; a line's end inside them would colour the margin.
        yield f"{opening}{text}{closing}", "" if what == EQUAL else what


def _said(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_said, value)) or "none"
    if isinstance(value, dict):
        return " ".join(str(part) for part in value.values() if part) or "none"
    return (
        {True: "yes", False: "no", "": "none"}.get(value, str(value)) if isinstance(value, bool | str) else str(value)
    )
