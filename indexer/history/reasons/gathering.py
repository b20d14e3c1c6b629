"""Hands each commit to the detectors and keeps the weightiest of what they find."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappush, heappushpop

from indexer.facts import Commit, Reason, Revert
from indexer.history.reasons.base import Detector
from indexer.history.reasons.noise import is_noise, is_text
from indexer.history.reasons.ranking import Candidate, Known, ranked
from indexer.history.reasons.remains import Remains

POOL = 800


@dataclass(frozen=True, slots=True)
class _Subject:
    oid: str
    text: str
    time: int


class Reasons:
    """Keeps the ``POOL`` weightiest statements of the commits it is given, in any order, one of each commit."""

    def __init__(self, detectors: Sequence[Detector]) -> None:
        self._detectors = [(detector, detector.CUES) for detector in detectors]
        self._pool: list[Candidate] = []

    def add(self, commit: Commit) -> bool:
        """Read one commit's message; tell whether it says anything that may be kept (``indexer.history.texts``)."""
        text = f"{commit.subject}\n{commit.body}".lower()
        # In the order of their cost: nearly every commit ends at the first line.
        detectors = [detector for detector, cues in self._detectors if any(map(text.__contains__, cues))]
        if not detectors or is_noise(commit):
            return False
        paths = tuple(sorted({change.path for change in commit.changes if not is_text(change.path)}))
        found = [statement for detector in detectors for statement in detector.read(commit)] if paths else []
        if found:
            best = max(found)
            self._keep(Candidate(best.weight, commit.time, commit.oid, commit.subject, best, paths))
        return bool(found)

    def _keep(self, candidate: Candidate) -> None:
        (heappush if len(self._pool) < POOL else heappushpop)(self._pool, candidate)

    def best(
        self,
        lineage: Mapping[str, str],
        present: Collection[str],
        now: int,
        *,
        commits: int,
        subjects: Sequence[tuple[int, str, str]],
        reverts: Sequence[Revert] = (),
        remains: Callable[[Sequence[str]], Mapping[str, Remains]] | None = None,
    ) -> tuple[Reason, ...]:
        """Return what deserves to be shown, best first; ``present`` are the files of today that reasons may be about.

        ``commits`` is the number of all commits, ``subjects`` their (time, oid, subject), given or not.
        ``reverts`` are all that were found, newest first; ``remains`` tells what is left of commits' lines, and without
        it (or where it does not know) a path that is still there counts as code that is still there.
        """
        known = Known(commits, lineage, frozenset(present), now, tuple(reverts), subjects)
        return ranked(self._pool, known, remains or (lambda _: {}))
