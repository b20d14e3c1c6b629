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
    Link,
    Memory,
    Proposal,
    Revision,
    Scope,
    Snooze,
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
    "Link",
    "Memory",
    "Proposal",
    "Revision",
    "Scope",
    "Snooze",
    "Status",
]
