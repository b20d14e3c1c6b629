"""A git repository → repo memory: entry points, module map and change history, kept in LanceDB."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.refresh import Freshness, Report, freshness, refresh
from indexer.repository import Repository, find_repository

if TYPE_CHECKING:
    from indexer.storage import Index, open_index

__all__ = ["Freshness", "Index", "Report", "Repository", "find_repository", "freshness", "open_index", "refresh"]


def __getattr__(name: str) -> object:
    # Reading an index needs Arrow, which finding a repository and comparing it with its index do not.
    if name in {"Index", "open_index"}:
        from indexer import storage

        return getattr(storage, name)
    raise AttributeError(name)
