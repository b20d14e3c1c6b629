"""Keeps the reasons for attention that come from likeness as they are."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from memtui.memory import Scope
from memtui.review.likeness.finding import Likeness, find_likeness
from memtui.review.upkeep import mark_attention

if TYPE_CHECKING:
    from memtui.store import Snapshot, Store


def mark_likeness(store: Store, scopes: Collection[Scope] | None = None) -> Likeness:
    """Compare the memories of some scopes, flag what is a duplicate or a contradiction, unflag what is no longer."""
    likeness = find_likeness(store.snapshot(), scopes)
    flag(store, likeness)
    return likeness


def mark_if_changed(snapshot: Snapshot, likeness: Likeness, opened: Callable[[], Store]) -> None:
    """Flag what was found; the store is opened only if a flag comes or goes, since opening it takes long."""
    for reason, found in likeness.flags().items():
        flagged = likeness.considered.intersection(snapshot.ids_with_attention(reason))
        if flagged != found:
            flag(opened(), likeness)
            return


def flag(store: Store, likeness: Likeness) -> None:
    """Give and take the reasons for attention that a comparison found."""
    for reason, found in likeness.flags().items():
        mark_attention(store, reason, found, likeness.considered)
