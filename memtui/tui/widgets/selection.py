"""Cursor, marks and range of a list: all of them stay with what they are on when the rows change. No widgets."""

from __future__ import annotations

from memtui.tui.rows import Rows
from memtui.tui.widgets.lines import Lines, ListedLines, position_in

# Looking for the nearest survivor costs a search each; further away, the place means nothing any longer.
_LOOK_AROUND = 50


class Selection:
    """Which of the rows are meant; positions count within ``rows``, which hold the numbers of the source's rows."""

    def __init__(self) -> None:
        self.rows: Rows = ()
        self.lines: Lines = ListedLines()
        self.cursor = 0
        self.marks: set[str] = set()
        self.range_start: int | None = None

    @property
    def current(self) -> str | None:
        """The identity under the cursor, or None in an empty list."""
        return self.identity_at(self.cursor) if len(self.rows) else None

    @property
    def span(self) -> range:
        """The positions of the range being chosen; empty when there is none."""
        if self.range_start is None:
            return range(0)
        return range(min(self.range_start, self.cursor), max(self.range_start, self.cursor) + 1)

    @property
    def marking(self) -> bool:
        """Whether more is chosen than what the cursor is on."""
        return bool(self.marks) or self.range_start is not None

    @property
    def chosen(self) -> tuple[str, ...]:
        """The identities to act upon: the marks and the range in the order shown, else the one under the cursor."""
        if not self.marking:
            return () if self.current is None else (self.current,)
        # In the order shown, since the question that follows names them so.
        places = {number: identity for identity, number in self.lines.numbers_of(self.marks | self._spanned()).items()}
        return tuple(places[number] for number in map(int, self.rows) if number in places)

    def identity_at(self, position: int) -> str:
        """Return the identity at a position of the list."""
        return self.lines.identity(int(self.rows[position]))

    def position_of(self, identity: str) -> int | None:
        """Return where an identity stands, or None if it is not shown."""
        return position_in(self.rows, self.lines.number_of(identity))

    def replace(self, rows: Rows, lines: Lines) -> None:
        """Take other rows; cursor, marks and range stay with what they were on."""
        start = self.range_start
        begun = self.identity_at(start) if start is not None and start < len(self.rows) else None
        cursor = self._survivor(rows, lines)
        self.rows, self.lines = rows, lines
        self.marks = set(lines.numbers_of(self.marks)) if self.marks else set()
        self.range_start = None if begun is None else self.position_of(begun)
        self.cursor = self.within(cursor)

    def _survivor(self, rows: Rows, lines: Lines) -> int:
        """Return where the cursor belongs: on its row, else on the nearest row below or above that is still there."""
        last = len(self.rows) - 1
        below = range(self.cursor, min(last, self.cursor + _LOOK_AROUND) + 1)
        above = range(self.cursor - 1, max(-1, self.cursor - _LOOK_AROUND), -1)
        for position in (*below, *above):
            found = position_in(rows, lines.number_of(self.identity_at(position))) if position <= last else None
            if found is not None:
                return found
        return self.cursor

    def within(self, position: int) -> int:
        """Return the position of the list that is nearest to one that may lie outside of it."""
        return max(0, min(position, len(self.rows) - 1))

    def toggle_mark(self) -> None:
        """Mark or unmark the range or the row under the cursor."""
        if self.range_start is not None:
            self._mark_range()
        elif self.current is not None:
            self.marks ^= {self.current}

    def toggle_range(self) -> None:
        """Begin a range here, or end it and leave its rows marked."""
        if self.range_start is not None:
            self._mark_range()
        elif len(self.rows):
            self.range_start = self.cursor

    def toggle_all(self) -> None:
        """Mark every row shown, or unmark all if they are."""
        every = set(self.lines.identities(self.rows))
        self.marks = self.marks - every if every <= self.marks else self.marks | every
        self.range_start = None

    def step_back(self) -> bool:
        """Leave the range, else drop the marks; return whether there was anything to leave."""
        if self.range_start is not None:
            self.range_start = None
            return True
        had_marks = bool(self.marks)
        self.marks.clear()
        return had_marks

    def let_go(self) -> None:
        """Drop marks and range."""
        self.marks.clear()
        self.range_start = None

    def _mark_range(self) -> None:
        self.marks |= self._spanned()
        self.range_start = None

    def _spanned(self) -> set[str]:
        span = self.span
        return set(self.lines.identities(self.rows[span.start : span.stop])) if span else set()
