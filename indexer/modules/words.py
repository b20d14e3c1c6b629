"""Tables of words, written as text so that they stay readable when they are long."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Return the words of ``text``."""
    return frozenset(text.split())
