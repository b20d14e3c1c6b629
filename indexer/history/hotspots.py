"""Files that change often and are complex, with those who know them.

``score = rank(churn) × rank(complexity)`` (A. Tornhill, *Your Code as a Crime Scene*), where
``churn = Σ 0.5^(age / 180 days)`` over the path's commits, age counted from ``now`` (the newest commit's time, so that
two runs agree), and ``rank`` is the share of paths below a path, half of its equals included.

Ownership is the main developer's share of a path's commits (code-maat's main-dev-by-revs).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from indexer.facts import Hotspot
from indexer.history.ledger import Numbers, Touches

HALF_LIFE = 180 * 86400


def hotspots(touches: Touches, complexity: Mapping[str, int], now: int, limit: int) -> tuple[Hotspot, ...]:
    """Return the ``limit`` highest scores among the paths with a commit, highest first, then by path."""
    count = len(touches.paths)
    commits = np.bincount(touches.path, minlength=count)
    ages = np.maximum(now - touches.times, 0) / HALF_LIFE
    churn = np.bincount(touches.path, weights=(0.5**ages)[touches.commit], minlength=count)
    changed = np.flatnonzero(commits)
    measured = np.array([complexity.get(touches.paths[path], 0) for path in changed], dtype=np.int64)
    score = percentile_rank(churn[changed]) * percentile_rank(measured)
    # The last key of lexsort counts first; paths are numbered in order, which breaks ties.
    best = np.lexsort((changed, -score))[:limit]
    authors, main, main_commits = _owners(touches)
    last = np.zeros(count, dtype=np.int64)
    np.maximum.at(last, touches.path, touches.times[touches.commit])
    return tuple(
        Hotspot(
            path=touches.paths[path],
            score=round(float(score[row]), 4),
            commits=int(commits[path]),
            churn=round(float(churn[path]), 3),
            complexity=int(measured[row]),
            authors=int(authors[path]),
            main_author=touches.names[main[path]],
            main_share=round(float(main_commits[path] / commits[path]), 3),
            last_change=int(last[path]),
        )
        for row, path in zip(best.tolist(), changed[best].tolist(), strict=True)
    )


def percentile_rank(values: NDArray[np.number]) -> NDArray[np.float64]:
    """Return for each value the share of values below it, its equals counted half: 0–1, equal for equals."""
    ordered = np.sort(values)
    below = np.searchsorted(ordered, values, side="left")
    through = np.searchsorted(ordered, values, side="right")
    return (below + through) / (2 * max(len(values), 1))


def _owners(touches: Touches) -> tuple[Numbers, Numbers, Numbers]:
    """Return for each path how many authors it has, the one with most commits, and how many those are."""
    paths, names = len(touches.paths), max(len(touches.names), 1)
    pairs, commits = np.unique(touches.path * names + touches.authors[touches.commit], return_counts=True)
    path, author = pairs // names, pairs % names
    ascending = np.lexsort((-author, commits, path))
    main, main_commits = np.zeros(paths, dtype=np.int64), np.zeros(paths, dtype=np.int64)
    main[path[ascending]] = author[ascending]
    main_commits[path[ascending]] = commits[ascending]
    return np.bincount(path, minlength=paths), main, main_commits
