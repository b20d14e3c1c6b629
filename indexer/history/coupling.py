"""Files that change together, by code-maat's degree of coupling.

``degree = 100 × shared / mean(revisions of both)``, over commits that change at most 30 paths (a wide commit says
nothing about two of its files) and are no merges; a pair counts from 5 shared commits and 30 % on. Those are
code-maat's defaults; its minimum of 5 revisions follows from 5 shared ones. Pairs are ranked by ``degree × shared``.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from indexer.facts import Coupling
from indexer.history.ledger import Numbers, Touches

MAX_CHANGES = 30
MIN_SHARED = 5
MIN_DEGREE = 30.0
PAIRS_AT_ONCE = 2_000_000


def couplings(touches: Touches, limit: int, *, pairs_at_once: int = PAIRS_AT_ONCE) -> tuple[Coupling, ...]:
    """Return the ``limit`` strongest couplings; memory is bounded by ``pairs_at_once``, whatever the history."""
    count = max(len(touches.paths), 1)
    narrow = touches.sizes[touches.commit] <= MAX_CHANGES
    path, commit = touches.path[narrow], touches.commit[narrow]
    revisions = np.bincount(path, minlength=count)
    frequent = revisions[path] >= MIN_SHARED
    found: list[tuple[float, int, int, int]] = []
    for keys, shared in _counted_pairs(path[frequent], commit[frequent], count, pairs_at_once):
        left, right = keys // count, keys % count
        degree = 200.0 * shared / (revisions[left] + revisions[right])
        strong = (shared >= MIN_SHARED) & (degree >= MIN_DEGREE)
        rows = zip(
            degree[strong].tolist(), shared[strong].tolist(), left[strong].tolist(), right[strong].tolist(), strict=True
        )
        # Only the strongest stay between the parts, which bounds memory.
        found = sorted([*found, *rows], key=lambda row: (-row[0] * row[1], row[2], row[3]))[:limit]
    return tuple(
        Coupling(touches.paths[left], touches.paths[right], shared, round(degree, 1))
        for degree, shared, left, right in found
    )


def _counted_pairs(path: Numbers, commit: Numbers, count: int, at_once: int) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield pairs (left × count + right) with their number of commits; each pair comes in one part only.

    The pairs are split by their left path, so that each part can be counted by itself and forgotten.
    """
    groups = list(_commits_by_size(path, commit))
    total = sum(rows.shape[0] * rows.shape[1] * (rows.shape[1] - 1) // 2 for rows in groups)
    parts = total // at_once + 1
    for part in range(parts):
        keys = [_pairs(rows, count, part, parts) for rows in groups]
        if keys:
            yield np.unique(np.concatenate(keys), return_counts=True)


def _commits_by_size(path: Numbers, commit: Numbers) -> Iterator[Numbers]:
    """Yield, for each number of paths from two on, a table with one row of paths for each commit that has it.

    Rows of ``touches`` are ordered by commit, then path, so each table row ascends.
    """
    _, start, size = np.unique(commit, return_index=True, return_counts=True)
    for width in range(2, MAX_CHANGES + 1):
        first = start[size == width]
        if len(first):
            yield path[first[:, None] + np.arange(width)]


def _pairs(rows: Numbers, count: int, part: int, parts: int) -> Numbers:
    left, right = np.triu_indices(rows.shape[1], k=1)
    taken = []
    for one, other in zip(left.tolist(), right.tolist(), strict=True):
        chosen = rows[rows[:, one] % parts == part]
        taken.append(chosen[:, one] * count + chosen[:, other])
    return np.concatenate(taken)
