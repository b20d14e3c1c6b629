"""Where proposals come from."""

from __future__ import annotations

from memtui.sources.workspace import (
    Refreshed,
    Workspace,
    find_workspace,
    is_refresh_due,
    note_workspace,
    refresh_workspace,
)

__all__ = ["Refreshed", "Workspace", "find_workspace", "is_refresh_due", "note_workspace", "refresh_workspace"]
