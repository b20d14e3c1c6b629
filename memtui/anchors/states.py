"""How an anchor stands to the code of today."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from memtui.memory import Anchor


class State(StrEnum):
    """What became of anchored code; ``UNKNOWN`` where the clone lacks the content that would tell."""

    FRESH = "fresh"
    MOVED = "moved"
    CHANGED = "changed"
    GONE = "gone"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class AnchorReport:
    """How one anchor stands: ``share`` (0–1) is how much of its code changed, ``matters`` whether a person must look.

    ``moved_to`` is an anchor to where its code is today, None if that is where it was, or nowhere. ``commit`` is what
    made it so, with its subject and its time in seconds since the epoch; empty for what is fresh, and where the history
    at hand does not tell.
    """

    anchor: Anchor
    state: State
    share: float = 0.0
    matters: bool = False
    moved_to: Anchor | None = None
    commit: str = ""
    subject: str = ""
    time: int = 0
