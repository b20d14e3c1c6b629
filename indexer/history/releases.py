"""Releases: the tags on the history, each with the commits it brought.

A release brings the commits it reaches that no release dated before it reaches: ``git rev-list --count TAG --not
OLDER...``. Tags that read like versions form one series, all other tags a second one. Its notes are the subjects of
those commits, by what kind of change they say they are (``indexer.history.kinds``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from indexer.facts import CommitKind, Release, ReleaseNote
from indexer.history.ledger import UNKNOWN, Ledger

# The loops are possessive, since digits could be shared out among them in exponentially many ways; for this the longer
# of two words that begin alike stands first.
_VERSION = re.compile(
    r"(?:^|[-_/@.a-z])v?\d++(?:[._]\d++)++"
    r"(?:[-._+]?(?:alpha|a|beta|b|c|rc|preview|pre|dev|post|patch|p|final|ga|release|m|sp|hotfix)?[-._]?\d*+)*+$|^(?:v|r|rel|release|version)?[-_/]?\d+$",
    re.IGNORECASE,
)
# Of a kind in which someone who updates takes an interest; what may break them comes first.
NOTED = (CommitKind.BREAKING, CommitKind.FEATURE, CommitKind.FIX, CommitKind.PERFORMANCE)
MOST_NOTED_RELEASES = 12
MOST_NOTES = 40  # of each kind in a release


@dataclass(frozen=True, slots=True)
class Releases:
    """``found`` are version tags first, each series newest first; ``notes`` those of the newest versions.

    ``versions`` are version tags, newest first, each with the numbers of the commits it brought.
    """

    found: tuple[Release, ...]
    notes: tuple[ReleaseNote, ...]
    versions: tuple[tuple[str, Sequence[int]], ...]


@dataclass(frozen=True, slots=True)
class _Placed:
    release: Release
    commits: Sequence[int]


class _Graph:
    """The parents of each commit."""

    def __init__(self, ledger: Ledger) -> None:
        self._first = ledger.first_parents().tolist()
        parents, starts = ledger.parents.tolist(), ledger.parent_starts.tolist()
        self._others = {
            number: parents[starts[number] + 1 : starts[number + 1]]
            for number in np.flatnonzero(ledger.merges).tolist()
        }

    def claim(self, number: int, claimed: bytearray) -> list[int]:
        """Claim the commits that ``number`` reaches, itself among them; return those that were not claimed before."""
        # Each commit is claimed once over all releases, so that all of them together walk the history once.
        first, others = self._first, self._others
        waiting, added = [number], []
        while waiting:
            number = waiting.pop()
            # Along first parents as far as it goes: nearly all commits have no other.
            while number != UNKNOWN and not claimed[number]:
                claimed[number] = True
                added.append(number)
                waiting.extend(others.get(number, ()))
                number = first[number]
        return added


def releases_of(ledger: Ledger, tags: Iterable[tuple[str, str]]) -> Releases:
    """Return the tags that point into the history, with their notes.

    Notes are of the newest versions, after those of what came since under an empty tag: newest version first, by kind
    as in ``NOTED``, newest commits first.
    """
    # Ties in time are broken by name, as two tags often stand at one commit.
    known = ledger.numbers(oid for _, oid in tags)
    placed = sorted({(int(ledger.times[known[oid]]), tag, oid) for tag, oid in tags if oid in known})
    graph = _Graph(ledger)
    versions, since = _series(ledger, graph, [entry for entry in placed if is_version(entry[1])], known)
    others, _ = _series(ledger, graph, [entry for entry in placed if not is_version(entry[1])], known)
    noted: list[tuple[str, Sequence[int]]] = [("", since)]
    noted += [(one.release.tag, one.commits) for one in versions[:MOST_NOTED_RELEASES]]
    return Releases(
        found=tuple(one.release for one in (*versions, *others)),
        notes=tuple(note for tag, commits in noted for note in _notes(ledger, tag, commits)),
        versions=tuple((one.release.tag, one.commits) for one in versions),
    )


def is_version(tag: str) -> bool:
    """Whether a tag names a version: ``v1.2``, ``2.0.0-rc1``, ``core/v3.1.4``, ``release-7``."""
    return _VERSION.search(tag) is not None


def _series(
    ledger: Ledger, graph: _Graph, ascending: Sequence[tuple[int, str, str]], known: Mapping[str, int]
) -> tuple[list[_Placed], list[int]]:
    """Return the releases, newest first, each with its commits; and the commits that none of them holds."""
    if not ascending:
        return [], []
    claimed = bytearray(ledger.count)
    wanted = {kind: ledger.of_kind(kind) for kind in NOTED}
    found = []
    for time, tag, oid in ascending:
        commits = graph.claim(known[oid], claimed)
        count = {kind: int(wanted[kind][commits].sum()) for kind in NOTED}
        release = Release(
            tag=tag,
            commit=oid,
            time=time,
            commits=len(commits),
            features=count[CommitKind.FEATURE],
            fixes=count[CommitKind.FIX],
            breaking=count[CommitKind.BREAKING],
        )
        found.append(_Placed(release, commits))
    return found[::-1], [number for number, taken in enumerate(claimed) if not taken]


def _notes(ledger: Ledger, tag: str, commits: Sequence[int]) -> Iterator[ReleaseNote]:
    ordered = np.sort(np.array(commits, dtype=np.int64))[::-1]
    for kind in NOTED:
        numbers = pa.array(ordered[ledger.of_kind(kind)[ordered]][:MOST_NOTES])
        oids, subjects = ledger.oids.take(numbers).to_pylist(), ledger.subjects.take(numbers).to_pylist()
        yield from (ReleaseNote(tag, kind, oid, subject) for oid, subject in zip(oids, subjects, strict=True))
