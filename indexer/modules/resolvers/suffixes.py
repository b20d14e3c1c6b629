"""Finding files by the end of their path: the last resort where no manifest says where names begin."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable

from indexer.facts import Role
from indexer.modules.resolution import LIKELY, UNRESOLVED, Reason, Resolution, found, nearest
from indexer.tree import SourceFile, SourceTree


def ending_with(tree: SourceTree, suffix: str) -> list[str]:
    """Return every path that is ``suffix`` or ends with it at a directory's edge."""
    named = tree.by_name.get(posixpath.basename(suffix), ())
    return [file.path for file in named if file.path == suffix or file.path.endswith(f"/{suffix}")]


def only_one(tree: SourceTree, candidates: Iterable[str], confidence: float = LIKELY) -> Resolution:
    """Resolve to the only candidate; to the only one of product code if there are others; else it is ambiguous."""
    paths = list(candidates)
    if len(paths) > 1:
        product = [path for path in paths if (file := tree.get(path)) and file.role is Role.PRODUCT]
        paths = product if len(product) == 1 else paths
    if len(paths) > 1:
        return UNRESOLVED[Reason.AMBIGUOUS]
    return found(paths, confidence) if paths else UNRESOLVED[Reason.EXTERNAL]


def nearest_one(file: SourceFile, candidates: Iterable[str], confidence: float) -> Resolution:
    """Resolve to the candidate that shares most directories with ``file``; a tie is ambiguous."""
    paths = list(candidates)
    if not paths:
        return UNRESOLVED[Reason.EXTERNAL]
    path = nearest(file.path, paths)
    return UNRESOLVED[Reason.AMBIGUOUS] if path is None else found([path], confidence)
