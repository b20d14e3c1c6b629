"""The indexer as a source: what it derived from a repository, at the grain a maintainer would write down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memtui.memory import Draft, Scope
from memtui.sources.indexed.entry_points import entry_point_drafts
from memtui.sources.indexed.history import history_drafts
from memtui.sources.indexed.modules import module_drafts

if TYPE_CHECKING:
    from indexer import Index


def drafts_of(index: Index, scope: Scope) -> list[Draft]:
    """Return a draft for each memory that the index gives reason for; keys are stable over refreshes."""
    return [
        *entry_point_drafts(index.entry_points(), scope),
        *module_drafts(index.modules(), scope),
        *history_drafts(index.history(), index.file_imports(), scope),
    ]
