"""One entry point for each way in, whoever saw it, in an order that does not depend on who came first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from indexer.entrypoints.base import Kind
from indexer.facts import EntryPoint, Role

_ROLE_ORDER: Final = {role: position for position, role in enumerate(Role)}

_ONE_A_FILE: Final = frozenset({Kind.SCRIPT, Kind.MODULE_MAIN, Kind.CONTAINER, Kind.LIBRARY_ROOT})
"""Of these kinds a file holds one: two names for it are one way in, seen by two detectors."""

_INSTALLED: Final = frozenset({Kind.BINARY, Kind.CONSOLE_SCRIPT})
"""What these install from a file of the repository is no second time a script."""

_MANY_A_NAME: Final = frozenset({Kind.HTTP_ROUTE, Kind.HTTP_APP})
"""Of these kinds a file may hold several of one name: two apps that both answer ``GET /``."""


def fold(found: Iterable[EntryPoint]) -> tuple[EntryPoint, ...]:
    """Return the entry points without duplicates, sorted; of two that are the same, the surer stays."""
    best: dict[tuple[str, ...], EntryPoint] = {}
    for entry_point in sorted(found, key=_preference):
        best.setdefault(_identity(entry_point), entry_point)
    installed = {place for entry in best.values() if entry.kind in _INSTALLED for place in (entry.path, entry.symbol)}
    kept = (entry for entry in best.values() if entry.kind != Kind.SCRIPT or entry.path not in installed)
    return tuple(sorted(kept, key=_order))


def _identity(entry_point: EntryPoint) -> tuple[str, ...]:
    kind = entry_point.kind
    if kind in _ONE_A_FILE:
        return (kind, entry_point.path)
    if kind in _MANY_A_NAME:
        return (kind, entry_point.path, entry_point.name, entry_point.symbol or str(entry_point.line))
    return (kind, entry_point.path, entry_point.name)


def _preference(entry_point: EntryPoint) -> tuple[float, str, str, int, str]:
    return (-entry_point.confidence, entry_point.path, entry_point.name, entry_point.line, entry_point.evidence)


def _order(entry_point: EntryPoint) -> tuple[int, float, str, str, str, int, str]:
    return (
        _ROLE_ORDER[entry_point.role],
        -entry_point.confidence,
        entry_point.kind,
        entry_point.name,
        entry_point.path,
        entry_point.line,
        entry_point.evidence,
    )
