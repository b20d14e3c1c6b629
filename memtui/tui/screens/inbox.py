"""Inbox: what awaits review, and what needs a second look."""

from __future__ import annotations

from memtui.tui.screens.listing import MemoryScreen


class InboxScreen(MemoryScreen):
    """Pending memories, and approved ones that need attention."""

    MODE = "inbox"
    EMPTY = "The inbox is empty: nothing awaits review.\n\n‹app.memories› shows all memories."
