"""The lines at the edges of the screen: where we are, how things stand, which keys there are."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.widget import Widget

Target = tuple[int, int, str]
# The share of the width that the right half may take from the left one, and the fewest cells worth showing of it.
_SMALL = 6
_LEGIBLE = 6


class Bar(Widget):
    """One line of pieces, some of which run an action when clicked."""

    DEFAULT_CSS = "Bar { height: 1; width: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._left: Sequence[tuple[str, str, str]] = ()
        self._right: Sequence[tuple[str, str, str]] = ()
        self._targets: list[Target] = []

    def show(self, left: Sequence[tuple[str, str, str]], right: Sequence[tuple[str, str, str]] = ()) -> None:
        """Show pieces of safe text, each with a style and an action or an empty string."""
        if (left, right) != (self._left, self._right):
            self._left, self._right = left, right
            self.refresh()

    def render(self) -> Content:
        """Lay the pieces out: the right ones at the right edge as far as there is room."""
        width = self.size.width
        right = Content.assemble(*[(text, style) for text, style, _ in self._right])
        left = Content.assemble(*[(text, style) for text, style, _ in self._left])
        # In a narrow terminal the left half, which says where one is, is worth more; a word or two at the right edge
        # cost it little.
        if left.cell_length + right.cell_length >= width and right.cell_length > width // _SMALL:
            spare = max(0, width - left.cell_length - 1)
            right = right.truncate(spare, ellipsis=True) if spare >= _LEGIBLE else Content("")
        room = max(0, width - right.cell_length - 1) if right else width
        self._targets = self._find_targets(width - right.cell_length)
        left = left.truncate(room, ellipsis=True)
        return left.pad_right(max(0, width - left.cell_length - right.cell_length)) + right

    def _find_targets(self, right_edge: int) -> list[Target]:
        targets: list[Target] = []
        for start, pieces in ((0, self._left), (right_edge, self._right)):
            position = start
            for text, _, action in pieces:
                size = Content(text).cell_length
                if action:
                    targets.append((position, position + size, action))
                position += size
        return targets

    async def on_click(self, event: events.Click) -> None:
        """Run the action under the mouse."""
        for start, end, action in self._targets:
            if start <= event.x < end:
                await self.app.run_action(action, self.screen)
                return


def progress_bar(share: float, width: int) -> str:
    """Return a bar of ``width`` cells of which ``share`` (0–1) is filled, in eighths of a cell."""
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    full, rest = divmod(eighths, 8)
    partial = " ▏▎▍▌▋▊▉"[rest] if full < width else ""
    return ("█" * full + partial).ljust(width)[:width]
