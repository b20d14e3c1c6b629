"""What was taken back and then tried again: a hint that the idea is wanted and its first form was not right.

A later commit tries a reverted one again when it takes the revert itself back, when it has the same subject (marks like
"Reapply" and numbers of issues aside), or when at least half of the paths of the two are shared and at least half of
the words of their subjects (the Jaccard index for both). The earliest within two years counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from indexer.facts import CommitKind, ReAttempt, Revert
from indexer.history.ledger import UNKNOWN, Flags, Ledger, Touches

LONGEST_WAIT = 2 * 365 * 86400
ALIKE = 0.5
MOST_PATHS = 30  # of the reverted commit: what is wider shares paths with everything
FEWEST_WORDS = 2
_MARKS = r"^\W*(?:re-?(?:appl(?:y|ies|ied)|land(?:s|ed)?|do|introduce)|take (?:two|2)|second (?:try|attempt))\b[\s:\"]*"
_REFERENCES = r"\s*[\[(]?(?:gh-|pr )?#\d+[\])]?|[\"\s.]+$"
_WORD = re.compile(r"[a-z0-9_]{3,}")


def reattempts_of(ledger: Ledger, touches: Touches, reverts: Sequence[Revert]) -> tuple[ReAttempt, ...]:
    """Return the re-attempts of what ``reverts`` took back, newest first; at most one for each revert."""
    search = _Search(ledger, touches, reverts)
    found = [attempt for revert in reverts for attempt in search.attempts(revert)]
    return tuple(sorted(found, key=lambda attempt: (-attempt.time, attempt.commit, attempt.revert)))


class _Search:
    """Looks through the commits after a revert; all that is laid out once for all reverts."""

    def __init__(self, ledger: Ledger, touches: Touches, reverts: Sequence[Revert]) -> None:
        self._ledger = ledger
        self._touches = touches
        self._number = ledger.numbers(oid for revert in reverts for oid in (revert.commit, revert.reverted))
        self._undone_by = {revert.reverted: revert for revert in reversed(reverts)}
        self._eligible: Flags = ~(ledger.merges | ledger.of_kind(CommitKind.REVERT))
        self._subjects = _plain(ledger.subjects) if reverts else ledger.subjects
        self._alike = self._by_subject(reverts)
        # The commits of each path, oldest first.
        order = np.argsort(touches.path, kind="stable")
        self._commits = touches.commit[order]
        self._bounds = np.searchsorted(touches.path[order], np.arange(len(touches.paths) + 1))

    def attempts(self, revert: Revert) -> Iterator[ReAttempt]:
        """Yield the earliest re-attempt, if there is one."""
        first, second = self._number.get(revert.reverted, UNKNOWN), self._number.get(revert.commit, UNKNOWN)
        if UNKNOWN in {first, second}:
            return
        again = self._undone_by.get(revert.commit)
        candidates = [] if again is None else [self._number[again.commit]]
        candidates += [*self._same_subject(first, second), *self._same_paths(first, second)]
        limit = self._ledger.times[second] + LONGEST_WAIT
        if wanted := [number for number in candidates if number > second and self._ledger.times[number] <= limit]:
            oid, subject = (column[min(wanted)].as_py() for column in (self._ledger.oids, self._ledger.subjects))
            yield ReAttempt(revert.reverted, revert.commit, oid, subject, int(self._ledger.times[min(wanted)]))

    def _by_subject(self, reverts: Sequence[Revert]) -> Mapping[str, list[int]]:
        """Return the eligible commits, oldest first, of each subject that was taken back."""
        known = [self._number[one.reverted] for one in reverts if one.reverted in self._number]
        wanted = pc.unique(self._subjects.take(pa.array(known, pa.int64())))
        places = pc.fill_null(pc.index_in(self._subjects, wanted), UNKNOWN).to_numpy(zero_copy_only=False)
        found: dict[str, list[int]] = {}
        for number in np.flatnonzero((places != UNKNOWN) & self._eligible).tolist():
            found.setdefault(wanted[int(places[number])].as_py(), []).append(number)
        return found

    def _same_subject(self, first: int, second: int) -> Iterator[int]:
        subject = self._subjects[first].as_py()
        if len(_words(subject)) >= FEWEST_WORDS:
            yield from [number for number in self._alike.get(subject, ()) if number > second][:1]

    def _same_paths(self, first: int, second: int) -> Iterator[int]:
        start, end = np.searchsorted(self._touches.commit, [first, first + 1])
        paths = self._touches.path[start:end]
        if not 0 < len(paths) <= MOST_PATHS:
            return
        later = [self._commits[self._bounds[path] : self._bounds[path + 1]] for path in paths]
        commits, shared = np.unique(np.concatenate(later), return_counts=True)
        size = self._touches.sizes[commits] + self._touches.sizes[first] - shared
        alike = (commits > second) & (shared >= ALIKE * size) & self._eligible[commits]
        words = _words(self._subjects[first].as_py())
        for number in commits[alike].tolist():
            others = _words(self._subjects[number].as_py())
            if len(words & others) >= max(ALIKE * len(words | others), FEWEST_WORDS):
                yield number
                return


def _plain(subjects: pa.Array) -> pa.Array:
    lower = pc.replace_substring_regex(pc.utf8_lower(subjects), _MARKS, "")
    return pc.replace_substring_regex(lower, _REFERENCES, "")


def _words(subject: str) -> frozenset[str]:
    return frozenset(_WORD.findall(subject))
