"""Commits shaped like fixes, and the files that they keep coming back to.

A fix says so in its subject (``indexer.history.kinds``, after A. Mockus and L. Votta), changes at most ``MOST_CHANGES``
paths, and at least one file of the product: a change of twenty files that "fixes" something is a sweep, and one of
texts or tests mends nothing that runs. J. Śliwerski, T. Zimmermann and A. Zeller ("When do changes induce fixes?",
MSR 2005) trust a fix by such words in its message, too.

A file's score is that of Google's bug prediction: ``Σ 1 / (1 + e^(-12·t + 12))`` over its fixes, with ``t`` from 0
(the first commit) to 1 (now), so that only fixes of late count. Who caused a fault is not guessed.
"""

from __future__ import annotations

import numpy as np

from indexer.facts import BugProne, CommitKind
from indexer.history.ledger import Flags, Ledger, Touches

MOST_CHANGES = 15
FEWEST_FIXES = 3


def fixes_in(ledger: Ledger, product: Touches) -> Flags:
    """Return which commits are shaped like fixes; ``product`` are the changes of files that run."""
    concerns_product = np.zeros(ledger.count, dtype=np.bool_)
    concerns_product[product.commit] = True
    return ledger.of_kind(CommitKind.FIX) & (ledger.sizes <= MOST_CHANGES) & concerns_product


def bug_prone(product: Touches, fixes: Flags, now: int, limit: int) -> tuple[BugProne, ...]:
    """Return the ``limit`` files with the highest scores and at least ``FEWEST_FIXES`` fixes, highest first."""
    found = product.of_commits(fixes)
    count = len(product.paths)
    start = int(product.times.min(initial=now))
    moment = np.clip((product.times - start) / max(now - start, 1), 0.0, 1.0)
    weight = 1.0 / (1.0 + np.exp(-12.0 * moment + 12.0))
    score = np.bincount(found.path, weights=weight[found.commit], minlength=count).round(4)
    fixed = np.bincount(found.path, minlength=count)
    last = np.zeros(count, dtype=np.int64)
    np.maximum.at(last, found.path, product.times[found.commit])
    frequent = np.flatnonzero(fixed >= FEWEST_FIXES)
    best = frequent[np.lexsort((frequent, -score[frequent]))][:limit]
    return tuple(
        BugProne(product.paths[path], float(score[path]), int(fixed[path]), int(last[path])) for path in best.tolist()
    )
