"""Releases: the tags on the history, each with the commits it brought.

A release brings the commits it reaches that no release dated before it reaches: ``git rev-list --count TAG --not
OLDER...``. Tags that read like versions form one series, all other tags a second one.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator

from indexer.facts import Commit, Release

# The loops are possessive, since digits could be shared out among them in exponentially many ways; for this the longer
# of two words that begin alike stands first.
_VERSION = re.compile(
    r"(?:^|[-_/@.a-z])v?\d++(?:[._]\d++)++"
    r"(?:[-._+]?(?:alpha|a|beta|b|c|rc|preview|pre|dev|post|patch|p|final|ga|release|m|sp|hotfix)?[-._]?\d*+)*+$|^(?:v|r|rel|release|version)?[-_/]?\d+$",
    re.IGNORECASE,
)
_UNKNOWN_TIME = -1


class CommitGraph:
    """Parents and time of every commit, as numbers."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._times = array("q")
        self._parents: list[tuple[int, ...]] = []

    def __contains__(self, oid: str) -> bool:
        return self.time(oid) != _UNKNOWN_TIME

    def add(self, commit: Commit) -> None:
        """Note one commit; its parents may come later or never."""
        number = self._number(commit.oid)
        self._times[number] = max(commit.time, 0)
        self._parents[number] = tuple([self._number(parent) for parent in commit.parents])

    def time(self, oid: str) -> int:
        """Return the commit's time; negative when it is not part of the history."""
        number = self._numbers.get(oid)
        return _UNKNOWN_TIME if number is None else self._times[number]

    def claim(self, oid: str, claimed: bytearray) -> int:
        """Mark what ``oid`` reaches in ``claimed`` and return how many commits that added."""
        # Each commit is claimed once over all releases, so that all of them together walk the history once.
        claimed.extend(bytes(len(self._parents) - len(claimed)))
        waiting = [self._numbers[oid]]
        added = 0
        while waiting:
            number = waiting.pop()
            if not claimed[number] and self._times[number] != _UNKNOWN_TIME:
                claimed[number] = True
                added += 1
                waiting.extend(self._parents[number])
        return added

    def _number(self, oid: str) -> int:
        number = self._numbers.setdefault(oid, len(self._numbers))
        if number == len(self._parents):
            self._times.append(_UNKNOWN_TIME)
            self._parents.append(())
        return number


def releases_of(graph: CommitGraph, tags: Iterable[tuple[str, str]]) -> tuple[Release, ...]:
    """Return the tags that point into the history: version tags first, each series newest first."""
    # Ties in time are broken by name, as two tags often stand at one commit.
    placed = sorted({(graph.time(oid), tag, oid) for tag, oid in tags if oid in graph})
    versions = [entry for entry in placed if is_version(entry[1])]
    others = [entry for entry in placed if not is_version(entry[1])]
    return (*_series(graph, versions), *_series(graph, others))


def is_version(tag: str) -> bool:
    """Whether a tag names a version: ``v1.2``, ``2.0.0-rc1``, ``core/v3.1.4``, ``release-7``."""
    return _VERSION.search(tag) is not None


def _series(graph: CommitGraph, ascending: Iterable[tuple[int, str, str]]) -> Iterator[Release]:
    claimed = bytearray()
    releases = [Release(tag, oid, time, graph.claim(oid, claimed)) for time, tag, oid in ascending]
    return reversed(releases)
