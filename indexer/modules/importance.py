"""How much of the repository rests on a file: PageRank over the import edges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

# The value of Brin and Page; after 50 steps what is left of the start is 0.85^50, three in ten thousand.
DAMPING = 0.85
ITERATIONS = 50


def page_rank(nodes: Iterable[str], edges: Iterable[tuple[str, str, float]]) -> dict[str, float]:
    """Return each node's rank; all sum to 1. Edges are (source, target, weight); those to unknown nodes are ignored.

    The same nodes and edges give the same ranks to the last bit, in whatever order they come: both are sorted, and
    the number of iterations is fixed.
    """
    names = sorted(set(nodes))
    if not names:
        return {}
    index = {name: number for number, name in enumerate(names)}
    links = sorted(
        (index[source], index[target], weight)
        for source, target, weight in edges
        if source in index and target in index and source != target and weight > 0
    )
    ranks = _iterate(len(names), links)
    return dict(zip(names, ranks, strict=True))


def _iterate(count: int, links: Sequence[tuple[int, int, float]]) -> list[float]:
    sources = np.array([source for source, _, _ in links], dtype=np.int64)
    targets = np.array([target for _, target, _ in links], dtype=np.int64)
    weights = np.array([weight for _, _, weight in links], dtype=np.float64)
    out = np.bincount(sources, weights, count)
    shares = weights / out[sources]
    dangling = out == 0
    ranks = np.full(count, 1 / count)
    for _ in range(ITERATIONS):
        # Files that import nothing would leak rank: theirs is spread over all.
        lost = ranks[dangling].sum()
        followed = np.bincount(targets, ranks[sources] * shares, count)
        ranks = (1 - DAMPING + DAMPING * lost) / count + DAMPING * followed
    return [float(rank) for rank in ranks / ranks.sum()]


def normalised(values: Mapping[str, float]) -> dict[str, float]:
    """Scale values so that they sum to 1; when all are 0 each gets the same share."""
    total = sum(values.values())
    if not values:
        return {}
    return {name: value / total if total else 1 / len(values) for name, value in values.items()}
