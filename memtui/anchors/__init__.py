"""What ties memories to code: proposed from their text, followed when code moves, noticed when it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memtui.anchors.states import AnchorReport, State

if TYPE_CHECKING:
    from memtui.anchors.approving import approve_here
    from memtui.anchors.explaining import (
        anchored_now,
        diff_of,
        explain,
        explain_all,
        missing,
        renewed,
        still_true,
    )
    from memtui.anchors.overview import Standing, standings
    from memtui.anchors.proposing import anchored, anchored_all, anchors_for, re_anchored
    from memtui.anchors.sweeping import Swept, publish_anchors, sweep

__all__ = [
    "AnchorReport",
    "Standing",
    "State",
    "Swept",
    "anchored",
    "anchored_all",
    "anchored_now",
    "anchors_for",
    "approve_here",
    "diff_of",
    "explain",
    "explain_all",
    "missing",
    "publish_anchors",
    "re_anchored",
    "renewed",
    "standings",
    "still_true",
    "sweep",
]

_HOMES = {
    "approve_here": "approving",
    **dict.fromkeys(
        ["anchored_now", "diff_of", "explain", "explain_all", "missing", "renewed", "still_true"], "explaining"
    ),
    **dict.fromkeys(["Standing", "standings"], "overview"),
    **dict.fromkeys(["anchored", "anchored_all", "anchors_for", "re_anchored"], "proposing"),
    **dict.fromkeys(["Swept", "publish_anchors", "sweep"], "sweeping"),
}


def __getattr__(name: str) -> Any:
    # Showing a state needs neither the parser nor Arrow, which working one out does.
    if name not in _HOMES:
        raise AttributeError(name)
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
