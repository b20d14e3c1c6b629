"""Commits that take others back, with the sentence that says why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from indexer.facts import Commit, Revert
from indexer.history.ledger import UNKNOWN, Ledger
from indexer.history.prose import paragraphs, sentences

_TARGET = re.compile(r"\bThis reverts (?:commit|merge|changeset)?\s*([0-9a-f]{7,64})\b", re.IGNORECASE)
_QUOTED = re.compile(r'^Revert:?\s+"(.+)"', re.IGNORECASE | re.DOTALL)
_REVERTS = re.compile(r"^(?:\w+(?:\([^)]*\))?!?: *)?revert(?:s|ed|ing)?\b", re.IGNORECASE)
_BOILERPLATE = re.compile(
    r"^(?:this )?reverts? (?:commit|merge|changeset|pr|pull request)?\s*(?:[0-9a-f]{7,64}|\S*#\d+)"
    r"|^revert:?\s+\"|^reverts? \S+/\S+#\d+|^reverts? #\d+|^reversing changes made to|^conflicts:",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:This )?reverts (?:commit|merge|changeset)?\s*[0-9a-f]{7,64}(?:, reversing\s+changes made to [0-9a-f]{7,64})?"
    r"\s*(?:\([^)]*\))?\s*(?:[.,;:]|\s-+)?\s*",
    re.IGNORECASE,
)
_GROUND = re.compile(
    r"\b(?:because|since|due to|causes?d?|causing|broken?|breaks?|break|regress\w*|fail(?:s|ed|ing|ures?)?|wrong"
    r"|slow(?:er)?|instead|unsafe"
    r"|incompatib\w+|reverted|no longer|not (?:needed|necessary|ready|safe|supported)|turn(?:s|ed) out|problem\w*"
    r"|contrary|so that)\b",
    re.IGNORECASE,
)
REASON_LENGTH = 400
FEWEST_LETTERS = 9


def announces_revert(commit: Commit) -> bool:
    """Whether a commit speaks of a revert."""
    # A look for letters is many times cheaper than the patterns, and nearly every commit ends here.
    return ("evert" in commit.subject or "evert" in commit.body) and announcement(commit) is not None


def newest_reverts(commits: Iterable[Commit], limit: int, ledger: Ledger) -> tuple[Revert, ...]:
    """Return the ``limit`` newest reverts, newest first; ``ledger`` is that of all commits.

    ``commits`` may come in any order, and those that speak of no revert are passed over. A notice inside the body of a
    commit that is named otherwise counts only if the reverted commit is part of the history: squashed branches carry
    the notices of their own discarded steps.
    """
    announced = [(commit, found[0]) for commit in commits if (found := announcement(commit))]
    # People write abbreviated ids.
    known = ledger.numbers_of_prefixes(prefix for _, prefix in announced if prefix)
    reverts: list[Revert] = []
    for commit, prefix in sorted(announced, key=lambda entry: (-entry[0].time, entry[0].oid)):
        number = known.get(prefix, UNKNOWN)
        if len(reverts) < limit and (number != UNKNOWN or _REVERTS.match(commit.subject)):
            reverts.append(_revert(commit, prefix, number, ledger))
    return tuple(reverts)


def announcement(commit: Commit) -> tuple[str, str] | None:
    """Return what a commit says it takes back: the object id, perhaps abbreviated, and the subject as quoted.

    Each is empty when the commit does not say it; None when it speaks of no revert.
    """
    named = _TARGET.search(commit.body)
    quoted = _QUOTED.match(commit.subject) if len(commit.parents) <= 1 else None
    if not named and not quoted:
        return None
    return named[1].lower() if named else "", quoted[1] if quoted else ""


def _revert(commit: Commit, prefix: str, number: int, ledger: Ledger) -> Revert:
    quoted = _QUOTED.match(commit.subject)
    reverted, subject = prefix, ""
    if number != UNKNOWN:
        reverted, subject = ledger.oids[number].as_py(), ledger.subjects[number].as_py()
    subject = subject or (quoted[1] if quoted else commit.subject)
    return Revert(commit.oid, reverted, subject, reason_of(commit.body), commit.time)


def standing(reverts: Iterable[Revert]) -> tuple[Revert, ...]:
    """Return the reverts that no later revert has taken back: what stays undone."""
    reverts = tuple(reverts)
    by_commit = {revert.commit: revert for revert in reverts}
    undone: set[str] = set()
    for revert in sorted(reverts, key=lambda revert: (-revert.time, revert.commit)):
        if revert.commit not in undone and revert.reverted in by_commit:
            undone.add(revert.reverted)
    return tuple(revert for revert in reverts if revert.commit not in undone and revert.reverted not in by_commit)


def reason_of(body: str) -> str:
    """Return the sentence that gives the ground, or else the first one, that is not git's or GitHub's own wording.

    What follows the notice of the revert is looked at before what precedes it, where a squashed commit tells
    other things.
    """
    before, *after = _TAIL.split(body)
    found = [sentence for part in (*after, before) for sentence in _own_sentences(part)]
    grounds = [sentence for sentence in found if _GROUND.search(sentence)]
    return next(iter(grounds or found), "")[:REASON_LENGTH]


def _own_sentences(text: str) -> Iterator[str]:
    for paragraph in paragraphs(text):
        for sentence in sentences(paragraph):
            if (
                not _BOILERPLATE.match(sentence)
                and not sentence.startswith("and ")
                and sum(map(str.isalpha, sentence)) >= FEWEST_LETTERS
                and " " in sentence
            ):
                yield sentence
