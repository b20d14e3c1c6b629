"""Who wrote the history, and who knows which part of it.

Authors are counted as ``git shortlog -sn`` does, merges included. Who knows a file is told by the degree of authorship
of G. Avelino et al. ("A novel approach for estimating truck factors", ICPC 2016, arXiv 1604.06766), with the weights of
T. Fritz et al.: ``DOA = 3.293 + 1.098·FA + 0.164·DL - 0.321·ln(1 + AC)``, where FA is 1 for who made the file's first
commit, DL the person's commits to it and AC those of all others. Authors of a file are those with a DOA of at least
3.293 and more than 75 % of the file's highest. The truck factor is how many people may leave, those with most files
first, before more than half of the files have lost all their authors.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from indexer.facts import Author
from indexer.history.ledger import Flags, Ledger, Numbers, Touches

FEWEST_DEGREE = 3.293
SHARE_OF_HIGHEST = 0.75
MOST_ORPHANED = 0.5


@dataclass(frozen=True, slots=True)
class Shares:
    """Who made how many commits to which path: one row for each pair, ordered by path, most commits first, then name.

    ``knows`` says who counts as an author of the file.
    """

    path: Numbers
    author: Numbers
    commits: Numbers
    knows: Flags


def authors_of(ledger: Ledger) -> tuple[Author, ...]:
    """Return all authors, most commits first, then by name; of several addresses the most used is shown."""
    if not ledger.count:
        return ()
    # By name and not by address: people have several addresses and mailmaps are rare.
    commits = np.bincount(ledger.authors, minlength=len(ledger.names))
    # Numbered by time, so that the first and the last commit of each are its extremes.
    _, first = np.unique(ledger.authors, return_index=True)
    _, last = np.unique(ledger.authors[::-1], return_index=True)
    addresses = _main_addresses(ledger)
    # Names are numbered in order, which a stable sort keeps among equals.
    return tuple(
        Author(
            name=ledger.names[number],
            email=ledger.addresses[addresses[number]],
            commits=int(commits[number]),
            share=round(float(commits[number] / ledger.count), 4),
            first=int(ledger.times[first[number]]),
            last=int(ledger.times[::-1][last[number]]),
        )
        for number in np.argsort(-commits, kind="stable").tolist()
    )


def shares_of(touches: Touches) -> Shares:
    """Return who touched what how often."""
    width = max(len(touches.names), 1)
    pairs, commits = np.unique(touches.path * width + touches.authors[touches.commit], return_counts=True)
    path, author = pairs // width, pairs % width
    order = np.lexsort((author, -commits, path))
    path, author, commits = path[order], author[order], commits[order]
    return Shares(path, author, commits, _knowing(touches, path, author, commits))


def truck_factor(path: Numbers, author: Numbers) -> tuple[int, ...]:
    """Return the authors whose leaving orphans more than half of the files, those with most files first.

    ``path`` and ``author`` are the pairs of files and those who know them. Empty when there is no file.
    """
    files_of: dict[int, list[int]] = {}
    for one, who in zip(path.tolist(), author.tolist(), strict=True):
        files_of.setdefault(who, []).append(one)
    knowing = Counter(path.tolist())
    known, fewest = len(knowing), len(knowing) * (1 - MOST_ORPHANED)
    left: list[int] = []
    # Equals are numbered by name.
    for who in sorted(files_of, key=lambda who: (-len(files_of[who]), who)):
        if known < fewest or not known:
            break
        left.append(who)
        knowing.subtract(files_of[who])
        known -= sum(not knowing[one] for one in files_of[who])
    return tuple(left)


def _knowing(touches: Touches, path: Numbers, author: Numbers, commits: Numbers) -> Flags:
    count = len(touches.paths)
    # Rows are ordered by commit from the oldest on: the first row of each path is its first commit.
    present, rows = np.unique(touches.path, return_index=True)
    creator = np.full(count, -1, dtype=np.int64)
    creator[present] = touches.authors[touches.commit[rows]]
    total = np.bincount(touches.path, minlength=count)
    degree = 3.293 + 1.098 * (creator[path] == author) + 0.164 * commits - 0.321 * np.log1p(total[path] - commits)
    highest = np.zeros(count)
    np.maximum.at(highest, path, degree)
    knows: Flags = (degree >= FEWEST_DEGREE) & (degree > SHARE_OF_HIGHEST * highest[path])
    return knows


def _main_addresses(ledger: Ledger) -> Numbers:
    """Return each author's most used address, the first in order of several."""
    width = len(ledger.addresses)
    pairs, commits = np.unique(ledger.authors * width + ledger.emails, return_counts=True)
    author, address = pairs // width, pairs % width
    order = np.lexsort((-address, commits, author))
    main = np.zeros(len(ledger.names), dtype=np.int64)
    # Of several assignments to one place the last stays.
    main[author[order]] = address[order]
    return main
