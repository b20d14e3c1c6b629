"""What is gathered from the words of commits, which are read once: when a commit is first seen.

Regular expressions over all messages take most of the time of a first read, and nearly every message says nothing. So
each gatherer tells at once whether it kept anything of a commit; the commits table notes it, and later refreshes give
the gatherers these few commits again and no others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from indexer.facts import Commit
from indexer.history.reasons import DETECTORS, Reasons
from indexer.history.reverts import Reverts


class Gatherer(Protocol):
    """Takes commits in any order."""

    def add(self, commit: Commit) -> bool:
        """Note one commit; tell whether anything of it may be wanted, whatever other commits say."""


class Texts:
    """Hands each commit to all that gather from its words."""

    def __init__(self, commits: Iterable[Commit] = ()) -> None:
        self.reverts = Reverts()
        self.reasons = Reasons(DETECTORS)
        self._gatherers: tuple[Gatherer, ...] = (self.reverts, self.reasons)
        for commit in commits:
            self.add(commit)

    def add(self, commit: Commit) -> bool:
        """Note one commit; tell whether any gatherer wants to see it again."""
        notable = False
        for gatherer in self._gatherers:
            notable |= gatherer.add(commit)
        return notable
