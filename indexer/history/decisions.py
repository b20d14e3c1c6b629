"""Sentences of commit bodies that state a choice and its ground.

Precision before volume: a sentence is taken when its words weigh enough together (``wording``), it is a whole sentence,
and its commit is a person's, concerns code that is still there, and is no merge, revert or version bump. At most
``PER_THOUSAND`` for a thousand commits and ``MOST`` in all are kept, one for a commit, near-duplicates folded. The
weight of a sentence halves towards the end of ``HALF_LIFE`` in part, so that of two alike the younger is kept.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from heapq import heappush, heappushpop

from indexer.facts import Commit, Decision
from indexer.history.prose import paragraphs, sentences
from indexer.history.wording import has_cue, leans_on_previous, weight_of

# A person reads them all, so that few and good ones matter more than many.
PER_THOUSAND = 15
MOST = 60
SHORTEST, LONGEST = 40, 400
FEWEST_WORDS = 6
THRESHOLD = 4.3
POOL = 1000
MOST_PATHS = 10
HALF_LIFE = 6 * 365 * 86400
ALIKE = 0.6
MENDING = 1.2
FAINTEST = 2.2

_BOT = re.compile(
    r"\[bot\]|\bbot\b|dependabot|renovate|greenkeeper|pyup|snyk|pre-commit-ci|github-actions|copybara|weblate",
    re.IGNORECASE,
)
_NOISE = re.compile(
    r"^(?:revert|reapply|merge|bump|release|prepare|version|update changelog|changelog|backport|\[?wip)\b"
    r"|^v?\d+(?:\.\d+)+"
    r"|\bbump(?:s|ed)? \S+ (?:from|to)\b|\btypos?\b|\breadme\b|^(?:docs?|tests?|ci|style|chore|build)(?:\(|:|!)"
    r"|^(?:\[?docs?\]?|documentation)\b|^(?:add|fix|update|improve|more|new) (?:\w+ ){0,2}(?:tests?|docs?"
    r"|documentation|comments?|examples?)\b",
    re.IGNORECASE,
)
_MENDS = re.compile(
    r"\b(?:fix(?:es|ed)?|bug|crash\w*|leak\w*|regression|clean-?ups?|minor|improvements|upgrade|tweak\w*"
    r"|warnings?)\b",
    re.IGNORECASE,
)
_SIDE_PATH = re.compile(
    r"(?:^|/)(?:\.[^/]+|docs?|docsite|documentation|tests?|spec|testing|examples?|samples?|changelogs?|fixtures)/"
    r"|(?:^|/)(?:test_[^/]*|[^/]*_test\.\w+)$"
    r"|\.(?:md|rst|txt|ya?ml|lock)$|(?:^|/)(?:changes|changelog|history|readme|authors|contributing)[^/]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, order=True)
class _Candidate:
    weight: float
    time: int
    oid: str
    subject: str
    quote: str
    paths: tuple[str, ...]


class Decisions:
    """Keeps the ``POOL`` weightiest sentences of the commits it is given, in any order."""

    def __init__(self) -> None:
        self._commits = 0
        self._pool: list[_Candidate] = []

    def add(self, commit: Commit) -> None:
        """Read one commit's body."""
        self._commits += 1
        if len(commit.parents) > 1 or not has_cue(commit.body) or not _may_decide(commit):
            return
        weight, quote = max(quotable(commit.body), default=(0.0, ""))
        weight -= MENDING if _MENDS.search(commit.subject) else 0.0
        if weight >= THRESHOLD:
            paths = tuple(sorted({change.path for change in commit.changes}))
            candidate = _Candidate(weight, commit.time, commit.oid, commit.subject, quote, paths)
            (heappush if len(self._pool) < POOL else heappushpop)(self._pool, candidate)

    def best(self, lineage: Mapping[str, str], present: Collection[str], now: int) -> tuple[Decision, ...]:
        """Return what deserves to be shown, best first; ``paths`` are those of today."""
        limit = min(MOST, -(-self._commits * PER_THOUSAND // 1000))
        standing = [candidate for candidate in self._pool if _standing(candidate, now) >= FAINTEST]
        ranked = sorted(standing, key=lambda candidate: (-_standing(candidate, now), candidate.oid))
        today = frozenset(present)
        kept: list[Decision] = []
        seen: list[frozenset[str]] = []
        for candidate in ranked:
            paths = sorted({lineage.get(path, path) for path in candidate.paths} & today)
            words = frozenset(re.findall(r"\w+", candidate.quote.lower()))
            if len(kept) < limit and paths and not any(_alike(words, other) for other in seen):
                seen.append(words)
                kept.append(
                    Decision(
                        candidate.oid, candidate.subject, candidate.quote, candidate.time, tuple(paths[:MOST_PATHS])
                    )
                )
        return tuple(kept)


def quotable(body: str) -> Iterator[tuple[float, str]]:
    """Yield each sentence of ``body`` that weighs enough and can be read alone, with its weight.

    A sentence that leans on the one before it is quoted together with it, or not at all.
    """
    for paragraph in filter(has_cue, paragraphs(body)):
        previous = ""
        for sentence in sentences(paragraph):
            weight = weight_of(sentence) if has_cue(sentence) and _is_whole(sentence) else 0.0
            quote = sentence
            if weight >= THRESHOLD and leans_on_previous(sentence):
                quote = f"{previous} {sentence}" if _can_lead(previous) else ""
            if weight >= THRESHOLD and SHORTEST <= len(quote) <= LONGEST:
                yield weight, quote
            previous = sentence


def _can_lead(sentence: str) -> bool:
    return bool(sentence) and _is_whole(sentence) and not leans_on_previous(sentence)


def _is_whole(sentence: str) -> bool:
    letters = sum(map(str.isalpha, sentence)) + sentence.count(" ")
    balanced = all(sentence.count(one) == sentence.count(other) for one, other in ("()", "[]", "``"))
    return (
        letters >= 0.85 * len(sentence)
        and balanced
        and sentence.count("`") % 2 == 0
        and sentence[-1] in ".!)`\"'"
        and "://" not in sentence
        and (sentence[0].isupper() or sentence[0] in "`\"'")
        and len(sentence.split()) >= FEWEST_WORDS
    )


def _may_decide(commit: Commit) -> bool:
    if _BOT.search(commit.author) or _BOT.search(commit.email) or _NOISE.search(commit.subject):
        return False
    return any(not _SIDE_PATH.search(change.path) for change in commit.changes)


def _standing(candidate: _Candidate, now: int) -> float:
    halves = min(max(now - candidate.time, 0) / HALF_LIFE, 100.0)
    # A part never fades: what was decided long ago and not taken back still holds.
    return candidate.weight * (0.4 + 0.6 * math.pow(0.5, halves))


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= ALIKE * len(one | other)
