"""Memories: all of them, by scope, kind and status."""

from __future__ import annotations

from memtui.tui.screens.listing import MemoryScreen


class MemoriesScreen(MemoryScreen):
    """Every memory that is not in the trash, unless the facets say otherwise."""

    MODE = "memories"
    EMPTY = "There are no memories here yet."
