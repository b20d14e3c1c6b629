"""Time in periods of four weeks up to HEAD's time: churn for sparklines, and the entropy of change.

A. E. Hassan, "Predicting faults using the complexity of code changes" (ICSE 2009): in a period with changes spread over
files by the shares ``p``, the complexity of change is ``H = -Σ p·log2 p``; a file takes part in it by ``p·H`` (his
HCPF²), and older periods count less, here by ``0.5^(age / 180 days)``. Divided by ``log2`` of the number of files
changed in the period, ``H`` lies between 0 (all in one file) and 1 (all files alike). Commits of more than 30 paths are
left out of the entropy, as he leaves out general maintenance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from indexer.history.ledger import Numbers, Touches

PERIODS = 26
SECONDS = 28 * 86400
HALF_LIFE = 180 * 86400
MAX_CHANGES = 30


@dataclass(frozen=True, slots=True)
class Entropy:
    """``of_path`` in bits, decayed, for each path; ``of_period`` 0-1 for each period, oldest first."""

    of_path: NDArray[np.float64]
    of_period: NDArray[np.float64]


def period_of(times: Numbers, now: int) -> Numbers:
    """Return the period of each time: ``PERIODS - 1`` is the newest, negative ones are too old.

    What is dated after ``now`` belongs to the newest.
    """
    return PERIODS - 1 - np.maximum(now - times, 0) // SECONDS


def counts_by_period(periods: Numbers) -> tuple[int, ...]:
    """Return how many there are of each period, oldest first."""
    return tuple(np.bincount(periods[periods >= 0], minlength=PERIODS).tolist())


def churn(touches: Touches, now: int) -> Numbers:
    """Return a table of paths by periods: in how many commits each path was changed."""
    period = period_of(touches.times, now)[touches.commit]
    recent = period >= 0
    cells = touches.path[recent] * PERIODS + period[recent]
    return np.bincount(cells, minlength=len(touches.paths) * PERIODS).reshape(-1, PERIODS)


def entropy_of(touches: Touches, now: int) -> Entropy:
    """Return how the changes of each period are spread, and what of it falls to each path."""
    changes = churn(touches.of_commits(touches.sizes <= MAX_CHANGES), now)
    total = np.maximum(changes.sum(axis=0), 1)
    share = changes / total
    # Of no changes at all there is no logarithm, and they add nothing.
    bits = -(share * np.log2(np.where(share > 0, share, 1.0))).sum(axis=0)
    files = np.count_nonzero(changes, axis=0)
    age = np.arange(PERIODS - 1, -1, -1) * SECONDS
    return Entropy(
        of_path=(share * bits * 0.5 ** (age / HALF_LIFE)).sum(axis=1),
        of_period=bits / np.log2(np.maximum(files, 2)),
    )
