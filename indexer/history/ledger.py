"""Who touched which path when, in columns of numbers: what churn, coupling and ownership are computed from."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from indexer.facts import Commit

Numbers: TypeAlias = NDArray[np.int64]
# Dates in commits are what anyone wrote there; beyond this, decay and sums would leave the range of their numbers.
TIME_LIMIT = 1 << 40


@dataclass(frozen=True, slots=True)
class Touches:
    """Each row says that commit number ``commit[row]`` changed ``paths[path[row]]``; no pair occurs twice.

    ``times``, ``authors`` and ``sizes`` have one entry for each commit: seconds, a number into ``names``, and how many
    paths it changed at all, counted or not.
    """

    paths: tuple[str, ...]
    names: tuple[str, ...]
    path: Numbers
    commit: Numbers
    times: Numbers
    authors: Numbers
    sizes: Numbers


class Ledger:
    """Takes commits in any order; about 12 bytes for each change and 24 for each commit."""

    def __init__(self) -> None:
        self._path_numbers: dict[str, int] = {}
        self._author_numbers: dict[str, int] = {}
        self._changed = array("l")
        self._times = array("q")
        self._authors = array("l")
        self._sizes = array("l")

    def add(self, commit: Commit) -> None:
        """Note one commit. A rename is a change of the new path; lineage joins the old one to it."""
        numbers = self._path_numbers
        self._changed.extend([numbers.setdefault(change.path, len(numbers)) for change in commit.changes])
        self._sizes.append(len(commit.changes))
        self._times.append(min(max(commit.time, 0), TIME_LIMIT))
        self._authors.append(self._author_numbers.setdefault(author_name(commit), len(self._author_numbers)))

    def touches(self, lineage: Mapping[str, str], counted: Collection[str]) -> Touches:
        """Return the changes of ``counted`` paths, those of former names under the name of today."""
        paths = tuple(sorted(counted))
        number_of = {path: number for number, path in enumerate(paths)}
        today = [number_of.get(lineage.get(path, path), -1) for path in self._path_numbers]
        names, author_ranks = _ranked(self._author_numbers)
        sizes = _numbers(self._sizes)
        # The last entry is for no path at all: an index array of no paths could not be taken from otherwise.
        path = np.array([*today, -1], dtype=np.int64)[_numbers(self._changed)]
        # Wide numbers by name: on Windows numpy before 2 counts in 32 bits, which commits times paths overflow.
        commit = np.repeat(np.arange(len(sizes), dtype=np.int64), sizes)
        rows = np.unique((commit * (len(paths) + 1) + path)[path >= 0])
        return Touches(
            paths=paths,
            names=names,
            path=rows % (len(paths) + 1),
            commit=rows // (len(paths) + 1),
            times=_numbers(self._times),
            authors=author_ranks[_numbers(self._authors)],
            sizes=sizes,
        )


def author_name(commit: Commit) -> str:
    """Return whom ``git shortlog -sn`` would name: the mailmap's name, or the address of the nameless."""
    return commit.author or commit.email


def counted_paths(paths: Collection[str], counts: Callable[[str], bool] | None) -> Collection[str]:
    """Return the paths that take part in rankings."""
    return paths if counts is None else [path for path in paths if counts(path)]


def _ranked(numbers: Mapping[str, int]) -> tuple[tuple[str, ...], Numbers]:
    """Return the names sorted, and each number's place among them: ties are broken alike in every order of commits."""
    names = tuple(sorted(numbers))
    ranks = np.zeros(len(names) + 1, dtype=np.int64)
    ranks[[numbers[name] for name in names]] = np.arange(len(names))
    return names, ranks


def _numbers(values: array[int]) -> Numbers:
    return np.array(values, dtype=np.int64)
