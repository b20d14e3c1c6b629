"""Which changes of code are worth a person's time."""

from __future__ import annotations

from indexer.parsing.pieces import SourceText

# A class or a file changes with every commit to any part of it; below a fifth the whole is still what it was.
MATTERS_FROM = 0.2


def matters(source: SourceText | None, symbol: str, share: float) -> bool:
    """Whether a change of so much (0–1) of a symbol in ``source``, or of the file without one, is to be looked at.

    Any change of a function is; what is there to hold others must have changed by ``MATTERS_FROM``.
    """
    named = source.named(symbol) if source and symbol else ""
    if source is None or not named:
        return share >= MATTERS_FROM
    return share >= MATTERS_FROM if _holds_others(source, named) else share > 0


def _holds_others(source: SourceText, symbol: str) -> bool:
    return any(piece.holds_others for piece in source.pieces if piece.symbol == symbol)
