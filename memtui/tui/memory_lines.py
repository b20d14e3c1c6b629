"""Memories as the rows of a list: aligned columns that fall away as the terminal narrows."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from memtui.memory import Status
from memtui.safety import clean
from memtui.tui import words
from memtui.tui.library import Library, Row, column_at, row_at, rows_of
from memtui.tui.rows import Rows
from memtui.tui.widgets.lines import Piece

if TYPE_CHECKING:
    from memtui.store import Snapshot

_STATUS_STYLES: Mapping[str, str] = {
    Status.PENDING: "warn",
    Status.APPROVED: "good",
    Status.REJECTED: "bad",
    Status.DELETED: "dim",
}
_KIND_WIDTH = 13
_SCOPE_WIDTH = 12
_AGE_WIDTH = 4
# Columns fall away in the order in which a reviewer can do without them; the title never does.
_WITH_KIND = 44
_WITH_AGE = 34
_WITH_SCOPE = 84
_WITH_ORIGIN = 104


def fit(text: str, width: int) -> str:
    """Return ``text`` in exactly ``width`` cells, with a mark where it is cut."""
    sized = set_cell_size(text, width)
    # Cells, not characters: a title in Chinese takes twice its length.
    if sized.rstrip() == text.rstrip() or width < 1:
        return sized
    return set_cell_size(text, width - 1) + "…"


@dataclass(frozen=True, slots=True)
class MemoryLines:
    """The memories of one snapshot, one a row."""

    library: Library
    snapshot: Snapshot

    def identity(self, number: int) -> str:
        """Return the memory's id."""
        return str(self.snapshot.table["id"][number].as_py())

    def identities(self, numbers: Rows) -> list[str]:
        """Return the ids of many memories."""
        return column_at(self.snapshot, "id", numbers)

    def number_of(self, identity: str) -> int | None:
        """Return the row of the memory with an id."""
        return self.snapshot.row_of(identity)

    def numbers_of(self, identities: Collection[str]) -> Mapping[str, int]:
        """Return the rows of those memories that exist."""
        return rows_of(self.snapshot, identities)

    def pieces(self, number: int, width: int) -> Iterator[Piece]:
        """Return status, kind, title, scope, origin, attention and age, as far as there is room."""
        row = row_at(self.snapshot, number, self.library.expected)
        columns = list(self._columns_after_title(row, width))
        yield f"{words.STATUS_GLYPHS.get(row.status, '?')} ", _STATUS_STYLES.get(row.status, "dim")
        room = width - 2 - sum(cell_len(text) for text, _ in columns)
        if width >= _WITH_KIND:
            yield fit(words.kind(row.kind), _KIND_WIDTH) + " ", "accent"
            room -= _KIND_WIDTH + 1
        yield fit(clean(row.title), max(0, room)), "strong" if row.status == Status.PENDING else ""
        yield from columns

    def _columns_after_title(self, row: Row, width: int) -> Iterator[Piece]:
        if width >= _WITH_SCOPE:
            yield " " + fit(words.scope(row.scope, self.library.workspace), _SCOPE_WIDTH), "dim"
        if width >= _WITH_ORIGIN:
            yield " " + fit(clean(row.origin), _SCOPE_WIDTH), "dim"
        glyphs = words.PIN_GLYPH * row.pinned
        glyphs += "".join(words.ATTENTION_GLYPHS.get(reason, "!") for reason in row.attention)
        if glyphs:
            yield f" {glyphs}", "warn"
        if width >= _WITH_AGE:
            yield words.age(row.updated_at / 1_000_000, time.time()).rjust(_AGE_WIDTH + 1) + " ", "dim"
