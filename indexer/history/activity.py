"""The history of each file and of each module, and of the repository as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from indexer.facts import PathHistory, RepositoryHistory
from indexer.history.ledger import UNKNOWN, Flags, Ledger, Numbers, Touches
from indexer.history.ownership import Shares, shares_of, truck_factor
from indexer.history.periods import Entropy, churn, counts_by_period, period_of

MOST_OWNERS = 3


def file_histories(
    touches: Touches, shares: Shares, fixes: Flags, entropy: Entropy, now: int
) -> tuple[PathHistory, ...]:
    """Return the history of each path that a commit changed, ordered by path."""
    # Of a single file, all who know it must leave.
    knowing = np.bincount(shares.path[shares.knows], minlength=len(touches.paths))
    return tuple(_histories(touches, shares, fixes, entropy.of_path, knowing, now))


def module_histories(
    grouped: Touches, fixes: Flags, now: int, module_of: Sequence[str], shares: Shares, entropy: Entropy
) -> tuple[PathHistory, ...]:
    """Return the history of each module.

    ``module_of`` are the modules of the paths that ``shares`` and ``entropy`` are about, empty for none. The entropy of
    a module is that of its files.
    """
    number_of = {module: number for number, module in enumerate(grouped.paths)}
    module = np.array([*(number_of.get(name, UNKNOWN) for name in module_of), UNKNOWN])
    known = module[:-1] != UNKNOWN
    bits = np.bincount(module[:-1][known], weights=entropy.of_path[known], minlength=len(grouped.paths))
    factors = np.array(list(_truck_factors(shares, module, len(grouped.paths))), dtype=np.int64)
    return tuple(_histories(grouped, shares_of(grouped), fixes, bits, factors, now))


def repository_history(
    ledger: Ledger, shares: Shares, entropy: Entropy, head: str, now: int
) -> tuple[RepositoryHistory, ...]:
    """Return the history of all, nothing before the first commit.

    ``head`` is the commit whose first parents are the main line; without it the newest one.
    """
    if not ledger.count:
        return ()
    key = truck_factor(shares.path[shares.knows], shares.author[shares.knows])
    period = period_of(ledger.times, now)
    whole = RepositoryHistory(
        commits=ledger.count,
        now=now,
        first=int(ledger.times[0]),
        last=int(ledger.times[-1]),
        authors=len(ledger.names),
        truck_factor=len(key),
        key_authors=tuple(ledger.names[number] for number in key[:MOST_OWNERS]),
        periods=counts_by_period(period),
        mainline=counts_by_period(period[_first_parents(ledger, head)]),
        entropy=tuple(entropy.of_period.round(4).tolist()),
    )
    return (whole,)


def _histories(
    touches: Touches, shares: Shares, fixes: Flags, bits: np.ndarray, factors: Numbers, now: int
) -> Iterator[PathHistory]:
    count = len(touches.paths)
    commits = np.bincount(touches.path, minlength=count)
    fixed = np.bincount(touches.of_commits(fixes).path, minlength=count)
    times = touches.times[touches.commit]
    first, last = np.full(count, np.iinfo(np.int64).max), np.zeros(count, dtype=np.int64)
    np.minimum.at(first, touches.path, times)
    np.maximum.at(last, touches.path, times)
    bounds = np.searchsorted(shares.path, np.arange(count + 1)).tolist()
    authors, made = shares.author.tolist(), shares.commits.tolist()
    columns = zip(
        commits.tolist(),
        first.tolist(),
        last.tolist(),
        factors.tolist(),
        fixed.tolist(),
        bits.round(4).tolist(),
        churn(touches, now).tolist(),
        pairwise(bounds),
        strict=True,
    )
    for path, (total, start, end, factor, mended, entropy, periods, (low, high)) in zip(
        touches.paths, columns, strict=True
    ):
        top = min(low + MOST_OWNERS, high)
        if total:
            yield PathHistory(
                path=path,
                commits=total,
                first=start,
                last=end,
                authors=high - low,
                owners=tuple([touches.names[number] for number in authors[low:top]]),
                shares=tuple([round(number / total, 3) for number in made[low:top]]),
                truck_factor=factor,
                fixes=mended,
                entropy=entropy,
                periods=tuple(periods),
            )


def _truck_factors(shares: Shares, module: Numbers, count: int) -> Iterator[int]:
    path, author = shares.path[shares.knows], shares.author[shares.knows]
    order = np.argsort(module[path], kind="stable")
    path, author = path[order], author[order]
    bounds = np.searchsorted(module[path], np.arange(count + 1)).tolist()
    for low, high in pairwise(bounds):
        yield len(truck_factor(path[low:high], author[low:high]))


def _first_parents(ledger: Ledger, head: str) -> Numbers:
    first = ledger.first_parents().tolist()
    line: list[int] = []
    number = ledger.number(head) if head else ledger.count - 1
    while number != UNKNOWN:
        line.append(number)
        number = first[number]
    return np.array(line, dtype=np.int64)
