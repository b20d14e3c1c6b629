"""Quoted lines that keep their bar and indent where they are wrapped."""

from __future__ import annotations

from textual.content import Content

QUOTE = "  │ "
_NARROWEST = 8  # of what is left beside the bar; narrower, it is left to wrap as other text does


def hung(content: Content, width: int) -> Content:
    """Return content with each quoted line that is wider than ``width`` broken into quoted lines that are not."""
    room = width - len(QUOTE)
    if room < _NARROWEST or QUOTE not in content.plain:
        return content
    return Content("\n").join(part for line in content.split("\n", allow_blank=True) for part in _parts(line, room))


def _parts(line: Content, room: int) -> list[Content]:
    if not line.plain.startswith(QUOTE) or line.cell_length <= room + len(QUOTE):
        return [line]
    bar, text = line[: len(QUOTE)], line[len(QUOTE) :]
    return [Content.assemble(bar, part) for part in text.wrap(room)]
