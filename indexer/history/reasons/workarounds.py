"""Workarounds, and until when they are needed: code that looks wrong and has its reason elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts import Commit, ReasonKind
from indexer.history.reasons.base import Passage, Statement, explanation_of, passages, title_of, words_pattern
from indexer.history.reasons.titles import from_subject
from indexer.history.wording import has_cue

_NAMED = ("work around", "workaround", "work-around", "works around", "worked around", "working around")
_WHEN = ("until", "once", "when", "after", "as soon as")
_GOES = (
    *(" removed", " dropped", " deleted", " reverted", " undone"),
    *(f"{verb} {what}" for verb in ("remove", "drop", "revert", "undo") for what in ("this", "it", "the")),
    *("temporar", "for now", "disable", "pin", "hack", "stub"),
)
CUES = (*_NAMED, "until", "once", "remove", "drop", "revert", "undo", "undone", "delete")

SAID, EXPIRES, ANNOUNCED = 4.8, 1.0, 5.4

# What is worked around must be named: a fault of something that this project cannot mend.
_WORKAROUND = words_pattern(
    r"(?:work(?:s|ed|ing)?[- ]?around(?:s)?|work-?around).{0,160}\b(?:bugs?|issues?|problems?|races?"
    r"|limitations?|quirks?|broken"
    r"|missing|lacks?|incompatib\w+|behaviou?rs?|regressions?|because|since|due to|fact that|crash\w*|hang\w*|fails?)"
    r"|(?:bugs?|issues?|problems?|races?|limitations?|quirks?|broken|missing|because|since"
    r"|due to)\b.{0,160}\bwork-?around"
)
_EXPIRY = words_pattern(
    r"(?:can|should|could|will|to) be (?:removed|dropped|deleted|reverted|undone) (?:once|when|after|as soon as)"
    r"|(?:remove|drop|revert|undo) (?:this|it|the \S+) (?:once|when|after|as soon as)"
    r"|(?:temporar\w+|for now|disable\w*|pin(?:ned|s)?|hack|stub) .{0,120}\b(?:until|once) .{0,80}"
    r"\b(?:fix(?:es|ed)?|releas\w+|supports?|supported|merged|lands?|upstream)"
)
_SUBJECT = re.compile(r"\bwork(?:s|ed|ing)?[- ]?arounds?\b", re.IGNORECASE)
_AGAINST = re.compile(
    r"(?:remov\w+|delet\w+|drop\w*|no longer|un-?needed|undo(?:es)?|not need\w*|obsolete|unnecessary|get rid of"
    r"|replac\w+)"
    r"(?: \S+){0,5} (?:work-?arounds?|hack)|work-?arounds?(?: \S+){0,5} (?:no longer|not needed|obsolete|removed)"
    r"|\btests?\b|\bci\b|github|docs?\b|documentation|changelog|suggest|users? (?:can|could|may)|you can"
    r"|\bnot (?:only )?(?:needed|necessary)\b|breaking builds|until (?:now|then|recently)|\b(?:previous|old"
    r"|existing|earlier|current)\b",
    re.IGNORECASE,
)
_FOLLOWS_UP = re.compile(r"there (?:are|is) (?:still|more)|more of|continu\w+", re.IGNORECASE)
_REMOVES = re.compile(
    r"^(?:\S+: )?(?:remov|drop|delet|revert|get rid|clean|undo|fix (?:the|a) workaround)|no longer", re.IGNORECASE
)


def read(commit: Commit) -> Iterator[Statement]:
    """Find what one commit says it works around."""
    if _REMOVES.search(commit.subject):
        return
    for passage in _passages(commit.body):
        weight = SAID if _WORKAROUND.search(passage.sentence) else SAID - 1.0
        weight += EXPIRES if _EXPIRY.search(passage.sentence) else 0.0
        if title := title_of(commit, passage):
            yield Statement(weight, ReasonKind.WORKAROUND, title, passage.quote)
    yield from _announced(commit)


def _passages(body: str) -> Iterator[Passage]:
    """Yield what is said; an expiry is looked for only where something is to go, since its words are everywhere."""
    if has_cue(body, _NAMED) or (has_cue(body, _WHEN) and has_cue(body, _GOES)):
        yield from passages(body, _is_telling, (*_NAMED, *_WHEN))


def _announced(commit: Commit) -> Iterator[Statement]:
    if (
        _SUBJECT.search(commit.subject)
        and not _AGAINST.search(commit.subject)
        and (title := from_subject(commit.subject))
    ):
        ground = explanation_of(commit)
        ground = "" if _FOLLOWS_UP.match(ground) else ground
        if ground or "://" in commit.subject:
            yield Statement(ANNOUNCED, ReasonKind.WORKAROUND, title, ground or commit.subject)


def _is_telling(sentence: str) -> bool:
    return bool(_WORKAROUND.search(sentence) or _EXPIRY.search(sentence)) and not _AGAINST.search(sentence)
