"""From commits to statements, one of each commit at most, and from statements to the reasons worth reading."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import nlargest

import pyarrow as pa
import pyarrow.compute as pc

from indexer.facts import Commit, Reason, Revert
from indexer.history.reasons.base import Detector, Statement
from indexer.history.reasons.noise import is_noise, is_text
from indexer.history.reasons.ranking import Candidate, Known, SubjectsWith, ranked
from indexer.history.reasons.remains import Remains

POOL = 800


def statements_in(
    commits: Sequence[Commit], messages: pa.Array, detectors: Sequence[Detector]
) -> Iterator[Statement | None]:
    """Yield the weightiest thing that each commit says, None for nearly all; ``messages`` are their whole words."""
    # One pass of Arrow's automaton for each detector leaves a quarter of all commits to Python.
    hints = [_holds_one_of(detector.CUES, messages) for detector in detectors]
    for commit, *flags in zip(commits, *hints, strict=True):
        wanted = [detector for detector, flag in zip(detectors, flags, strict=True) if flag]
        # In the order of their cost.
        if not wanted or is_noise(commit) or not code_paths(commit):
            yield None
        else:
            yield max((statement for detector in wanted for statement in detector.read(commit)), default=None)


def code_paths(commit: Commit) -> tuple[str, ...]:
    """Return the paths of a commit that a reason may be about, as they were named then."""
    return tuple(sorted({change.path for change in commit.changes if not is_text(change.path)}))


def _holds_one_of(cues: Sequence[str], messages: pa.Array) -> list[bool]:
    pattern = "|".join(map(re.escape, cues))
    return [bool(found) for found in pc.match_substring_regex(messages, pattern, ignore_case=True).to_pylist()]


def best_reasons(
    candidates: Iterable[Candidate],
    lineage: Mapping[str, str],
    present: Collection[str],
    now: int,
    *,
    commits: int,
    subjects_with: SubjectsWith,
    reverts: Sequence[Revert] = (),
    remains: Callable[[Sequence[str]], Mapping[str, Remains]] | None = None,
) -> tuple[Reason, ...]:
    """Return what deserves to be shown, best first; ``present`` are the files of today that reasons may be about.

    ``commits`` is the number of all commits, ``subjects_with`` finds some of them by words.
    ``reverts`` are all that were found, newest first; ``remains`` tells what is left of commits' lines, and without
    it (or where it does not know) a path that is still there counts as code that is still there.
    """
    known = Known(commits, lineage, frozenset(present), now, tuple(reverts), subjects_with)
    return ranked(nlargest(POOL, candidates), known, remains or (lambda _: {}))
