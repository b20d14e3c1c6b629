"""Short ways to ask what the detectors find in a tree of texts."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from indexer.entrypoints import detect_entry_points
from indexer.facts import EntryPoint, Role
from tests.support.trees import tree_of

Texts = Mapping[str, str | bytes]


def found(texts: Texts, kind: str = "", executable: Collection[str] = ()) -> list[EntryPoint]:
    """Return the entry points of a kind, or all, in the order they are reported."""
    return [entry for entry in detect_entry_points(tree_of(texts, executable)) if kind in {"", entry.kind}]


def names(texts: Texts, kind: str = "", executable: Collection[str] = (), role: str = "") -> list[str]:
    """Return the sorted names of the entry points of a kind, and of a role if one is given."""
    return sorted(entry.name for entry in found(texts, kind, executable) if role in {"", entry.role})


def product(texts: Texts, executable: Collection[str] = ()) -> list[tuple[str, str]]:
    """Return kind and name of all that serves the product, sorted."""
    return sorted((entry.kind, entry.name) for entry in found(texts, "", executable) if entry.role is Role.PRODUCT)


def only(texts: Texts, kind: str, executable: Collection[str] = ()) -> EntryPoint:
    """Return the one entry point of a kind; more or fewer are an error."""
    (entry,) = found(texts, kind, executable)
    return entry
