"""What may be shown or kept: ``clean`` makes text safe to show, ``inspect`` finds what a person must see first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memtui.safety.visible import clean, hidden_spans

if TYPE_CHECKING:
    from memtui.safety.inspection import Finding, inspect, place
    from memtui.safety.masking import masked

__all__ = ["Finding", "clean", "hidden_spans", "inspect", "masked", "place"]

_MODULES = {"Finding": "inspection", "inspect": "inspection", "masked": "masking", "place": "inspection"}


def __getattr__(name: str) -> object:
    """Import what inspects only for those who inspect: every command needs ``clean``, few the rules."""
    if name not in _MODULES:
        raise AttributeError(name)
    from importlib import import_module

    return getattr(import_module(f"memtui.safety.{_MODULES[name]}"), name)
