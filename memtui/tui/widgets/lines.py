"""What a list shows: a numbered source of rows, each with an identity that outlives a refresh."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from memtui.tui.rows import Rows

Piece = tuple[str, str]


class Lines(Protocol):
    """A source of rows of any length."""

    def identity(self, number: int, /) -> str:
        """Return what row ``number`` is, over all refreshes."""

    def identities(self, numbers: Rows, /) -> list[str]:
        """Return what many rows are, at once."""

    def number_of(self, identity: str, /) -> int | None:
        """Return the row of an identity, or None if it is gone."""

    def numbers_of(self, identities: Collection[str], /) -> Mapping[str, int]:
        """Return the rows of those identities that are still there, at once."""

    def pieces(self, number: int, width: int, /) -> Iterable[Piece]:
        """Return the row as pieces of safe text with the names of their styles."""


@dataclass(frozen=True, slots=True)
class ListedLines:
    """A source that is short enough to be held whole; by itself, of nothing."""

    named: Sequence[str] = ()
    """The identities, in order."""

    def identity(self, number: int, /) -> str:
        """Return what a row is."""
        return self.named[number]

    def identities(self, numbers: Rows, /) -> list[str]:
        """Return what many rows are."""
        return [self.named[number] for number in numbers]

    def number_of(self, identity: str, /) -> int | None:
        """Return where something stands."""
        return self.numbers_of((identity,)).get(identity)

    def numbers_of(self, identities: Collection[str], /) -> Mapping[str, int]:
        """Return where those stand that are there."""
        wanted = set(identities)
        return {identity: number for number, identity in enumerate(self.named) if identity in wanted}

    def pieces(self, number: int, width: int, /) -> Iterable[Piece]:
        """Return the row as pieces."""
        raise NotImplementedError


def position_in(rows: Rows, number: int | None) -> int | None:
    """Return where ``number`` stands among the rows, which may be an array."""
    if number is None:
        return None
    if isinstance(rows, range | tuple | list):
        return rows.index(number) if number in rows else None
    import numpy as np

    found = np.flatnonzero(np.asarray(rows) == number)
    return int(found[0]) if len(found) else None
