"""Counts over time as one line of bars."""

from __future__ import annotations

from collections.abc import Sequence

_BARS = "▁▂▃▄▅▆▇█"
_NOTHING = "·"


def sparkline(counts: Sequence[int]) -> str:
    """Return one character for each count, the highest as a full bar; nothing at all is a dot and no bar."""
    highest = max(counts, default=0)
    # Rounded up, so that a single commit beside hundreds is still seen.
    return "".join(_BARS[-(-count * len(_BARS) // highest) - 1] if count else _NOTHING for count in counts)
