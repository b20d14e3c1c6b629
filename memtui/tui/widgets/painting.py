"""One row of a list as a strip of the terminal: pieces in their styles, cut with a mark at the right edge."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.strip import Strip

from memtui.tui.widgets.lines import Piece

if TYPE_CHECKING:
    from rich.style import Style


def strip_of(pieces: Iterable[Piece], width: int, base: Style, style_of: Callable[[str], Style]) -> Strip:
    """Return pieces as a strip of exactly ``width`` cells on the style ``base``."""
    segments: list[Segment] = []
    room = width
    for piece, name in pieces:
        text, size = piece, cell_len(piece)
        if size > room:
            text, size = set_cell_size(text, max(0, room - 1)) + "…" * (room > 0), room
        segments.append(Segment(text, base + style_of(name) if name else base))
        room -= size
        if room <= 0:
            break
    return Strip([*segments, Segment(" " * max(0, room), base)], width)
