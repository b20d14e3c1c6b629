"""Abandoned approaches: what was tried, taken back, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts import Commit, ReasonKind
from indexer.history.reasons.base import Statement
from indexer.history.reasons.titles import bare_subject, with_area
from indexer.history.reverts import announcement, reason_of

CUES = ("revert", "back out", "backed out", "back-out", "rolled back", "roll back")

WEIGHT, MENDING = 6.2, 2.5
FEWEST_WORDS = 5

_GROUND = re.compile(
    r"\b(?:because|since|due to|caus(?:es?|ed|ing)|broken?|breaks?|breaking|regress\w*|fail(?:s|ed|ing|ures?)?"
    r"|wrong|slow(?:er)?"
    r"|instead|unsafe|incompatib\w+|not (?:strictly|needed|necessary|safe|supported|worth|possible)|turn(?:s|ed) out"
    r"|problem\w*|contrary|so that|too|rely|relies|surpris\w+|unexpected\w*|prefer\w*|should|must)\b",
    re.IGNORECASE,
)
_TRIVIAL = re.compile(
    r"\b(?:typos?|style|whitespace|indent\w*|format\w*|comments?|docs?|readme|changelog|test|tests|ci|travis"
    r"|flaky|bump|lint\w*"
    r"|version|release|by (?:mistake|accident)|accident\w*|wrong branch|merge[ds]?|oops|premature\w*"
    r"|prematurely|pushed)\b",
    re.IGNORECASE,
)
# In a commit that does other things too, only what is said right behind the notice is its reason.
_FOLLOWS = re.compile(r"reverts commit [0-9a-f]{7,64}[.,;:]? \w", re.IGNORECASE)
_MENDS = re.compile(r"^(?:fix|bug|clean|correct|repair)", re.IGNORECASE)


def read(commit: Commit) -> Iterator[Statement]:
    """Find the revert that one commit is, if it tells its reason."""
    announced = announcement(commit)
    if announced is None:
        return
    undone, subject = announced
    if subject.lower().startswith(("revert", "temporar")):
        return
    reason = reason_of(commit.body)
    if (
        len(reason.split()) < FEWEST_WORDS
        or _TRIVIAL.search(subject)
        or _TRIVIAL.search(reason)
        or not _GROUND.search(reason)
        or reason.startswith(("I ", "No longer", "and "))
    ):
        return
    if not subject and not _FOLLOWS.search(commit.body):
        return
    weight = WEIGHT
    # What mended a fault badly is less of a lesson than an approach that did not work out.
    weight -= MENDING if _MENDS.search(bare_subject(subject)) else 0.0
    yield Statement(weight, ReasonKind.ABANDONED, with_area(subject or commit.subject), reason, undone)
