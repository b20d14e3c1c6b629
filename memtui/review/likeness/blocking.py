"""Which statements are worth comparing: those that share what few others have."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

import numpy as np

from memtui.review.likeness.wording import Statement, lexicon

# So few can all be compared with each other.
_FEW = 120
# What more statements share than this says nothing about any two of them.
_COMMON = 80
_PAIRS_EACH = 30  # pairs of one feature, for each statement, that are looked at before those with less in common
_NEIGHBOURS = 6
_LEAST_SHARE = 0.34  # of the weight of the lighter statement's features
_MOST_PAIRS = 1_500_000

Index = tuple[int, int]


def candidates(statements: Sequence[Statement]) -> list[Index]:
    """Return pairs of positions, the lower first, that hold nearly all that is alike; time grows with their number."""
    if len(statements) <= _FEW:
        return list(combinations(range(len(statements)), 2))
    owners, features, names = _numbered(map(_features, statements))
    frequencies = np.bincount(features, minlength=len(names))
    weights = np.log1p(len(statements) / np.maximum(frequencies, 1))
    codes, shared = _sharing(owners, features, frequencies, weights, len(statements))
    totals = np.bincount(owners, weights=weights[features], minlength=len(statements))
    left, right = np.divmod(codes, len(statements))
    share = shared / np.maximum(np.minimum(totals[left], totals[right]), 1e-9)
    near = np.flatnonzero(share >= _LEAST_SHARE)
    # Of too many, those that have the most in common: an unbounded time would be no answer either.
    kept = codes[near[np.argsort(-share[near], kind="stable")[:_MOST_PAIRS]]]
    codes = np.union1d(kept, _neighbours(statements, dict(zip(names, weights, strict=True))))
    return [(int(code // len(statements)), int(code % len(statements))) for code in codes]


def _features(statement: Statement) -> set[str]:
    """Return the stems, with one name for values that exclude each other, and neighbours, which are rarer."""
    axes = lexicon().axes
    found: set[str] = set()
    for clause in statement.clauses:
        stems = sorted(f"axis {axes[stem]}" if stem in axes else stem for stem in clause.stems)
        found.update(stems)
        found.update(f"{one} {other}" for one, other in pairwise(stems))
    return found


def _numbered(features: Iterable[set[str]]) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Return for each feature of each statement whose it is and which, and the names of the features."""
    numbers: dict[str, int] = {}
    # Arrays of the machine's numbers: as Python's, a hundred thousand memories would take half a gigabyte.
    owners, found = array("q"), array("q")
    for owner, names in enumerate(features):
        for name in sorted(names):
            owners.append(owner)
            found.append(numbers.setdefault(name, len(numbers)))
    return np.frombuffer(owners, dtype=np.int64), np.frombuffer(found, dtype=np.int64), list(numbers)


def _sharing(
    owners: np.ndarray, features: np.ndarray, frequencies: np.ndarray, weights: np.ndarray, count: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the pairs that share a feature that is not common, as codes, and the weight of all that they share."""
    order = np.argsort(features, kind="stable")
    starts = np.concatenate([[0], np.cumsum(frequencies)])
    sizes = frequencies * (frequencies - 1) // 2
    by_rarity = np.argsort(frequencies, kind="stable")
    by_rarity = by_rarity[(frequencies[by_rarity] > 1) & (frequencies[by_rarity] <= _COMMON)]
    by_rarity = by_rarity[np.cumsum(sizes[by_rarity]) <= _PAIRS_EACH * count]
    codes, shares = [np.empty(0, np.int64)], [np.empty(0)]
    for frequency in np.unique(frequencies[by_rarity]):
        alike = by_rarity[frequencies[by_rarity] == frequency]
        # All features of one frequency at once: a row for each, with the statements that have it.
        rows = np.sort(owners[order[starts[alike][:, None] + np.arange(frequency)]], axis=1)
        one, other = np.triu_indices(frequency, 1)
        codes.append((rows[:, one] * count + rows[:, other]).ravel())
        shares.append(np.repeat(weights[alike], len(one)))
    unique, places = np.unique(np.concatenate(codes), return_inverse=True)
    return unique, np.bincount(places, weights=np.concatenate(shares), minlength=len(unique))


def _neighbours(statements: Sequence[Statement], weights: dict[str, float]) -> np.ndarray:
    """Return pairs that stand beside each other when sorted by their rarest words: those made of common words alone."""
    count = len(statements)
    codes = [np.empty(0, np.int64)]
    for rarest_first in (True, False):
        keys = [
            sorted(
                it.stems, key=lambda stem: (-weights.get(stem, 0.0) if rarest_first else weights.get(stem, 0.0), stem)
            )
            for it in statements
        ]
        ordered = np.array(sorted(range(count), key=keys.__getitem__), dtype=np.int64)
        for step in range(1, min(_NEIGHBOURS, count - 1) + 1):
            one, other = ordered[:-step], ordered[step:]
            codes.append(np.minimum(one, other) * count + np.maximum(one, other))
    return np.unique(np.concatenate(codes))
