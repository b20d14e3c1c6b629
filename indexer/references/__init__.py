"""The bytes of one file and a name → where the code uses it. Pure, like ``indexer.parsing``."""

from __future__ import annotations

from indexer.references.hits import Hit, ReferenceKind, find_hits

__all__ = ["Hit", "ReferenceKind", "find_hits"]
