"""What a memory is."""

from __future__ import annotations

from memtui.memory.values import (
    REPO_KINDS,
    USER_SCOPE,
    Anchor,
    Attention,
    Draft,
    Evidence,
    Head,
    Kind,
    Level,
    Memory,
    Revision,
    Scope,
    Status,
)

__all__ = [
    "REPO_KINDS",
    "USER_SCOPE",
    "Anchor",
    "Attention",
    "Draft",
    "Evidence",
    "Head",
    "Kind",
    "Level",
    "Memory",
    "Revision",
    "Scope",
    "Status",
]
