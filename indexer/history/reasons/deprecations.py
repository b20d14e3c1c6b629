"""Deprecated parts: what still works and must not be built upon."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts import Commit, ReasonKind
from indexer.history.reasons.base import Statement, explanation_of, passages, title_of, words_pattern
from indexer.history.reasons.titles import bare_subject

CUES = ("deprecat",)

ANNOUNCED, SAID, REPLACED = 5.0, 4.6, 0.7

_SUBJECT = re.compile(
    r"^(?:(?:officially|soft(?:ly)?|formally)[- ])?deprecat(?:e|es|ed|ing)\b[: ]+(?P<what>.+)"
    r"|^(?:add|show|emit|raise|issue) (?:an? )?deprecation (?:warnings?|notices?|message)? ?(?:for|to|on"
    r"|when) (?P<other>.+)"
    r"|\bmark (?P<third>.+?) (?:as )?deprecated",
    re.IGNORECASE,
)
# Said of the project's own parts: what others deprecate is the ground of a change, not its content.
_SENTENCE = words_pattern(
    r"(?:is|are) now (?:officially |also )?deprecated|(?:is|are) deprecated in favou?r of"
    r"|^(?:we |this (?:commit|pr|change) |it )?(?:now )?deprecat(?:e|es|ed"
    r"|ing) (?:the )?\S+(?: \S+){0,6} (?:in favou?r of|and use|instead|since|because)"
)
_REPLACEMENT = words_pattern(r"in favou?r of|instead|replaced (?:by|with)|superseded|should (?:now )?use|use \S+")
_AGAINST = re.compile(
    r"(?:fix|remov\w+|avoid|silenc\w+|suppress\w*|ignor\w+|catch|stop us\w+|usage of|use of|using|replac\w+"
    r"|due to|outdated)"
    r" (?:\S+ ){0,4}deprecat|deprecation (?:docs?|policy|cycle|period)|upstream|has been deprecated (?:since|in|by)"
    r"|\btests?\b|\bci\b|actions?\b|numpy|node(?:js)? \d|macos|ubuntu|image|not (?:\w+ )?deprecat\w+|un-?deprecat"
    r"|deprecat\w+:? (?:it|this|that|them)\b|mark(?:ed)? (?:it|this|that|them)\b"
    r"|\b(?:will|future|plan\w*|later|upstream)\b|\b(?:stuff|things|various)\b|\bpython|\b(?:allow\w*|ability"
    r"|able|support\w*|way|possible|how) to (?:\w+ )?deprecat|: "
    r"|(?:the|a|some) deprecated|previously|already|warnings? (?:in|from|on)\b",
    re.IGNORECASE,
)
_UNDOES = re.compile(
    r"^(?:\S+: )?(?:remov|fix|drop|replac|delet|un-?deprecat|revert|stop|avoid|silence|handle)", re.IGNORECASE
)


def read(commit: Commit) -> Iterator[Statement]:
    """Find what one commit deprecates."""
    if _UNDOES.match(commit.subject):
        return
    subject = bare_subject(commit.subject)
    if (found := _SUBJECT.search(subject)) and not _AGAINST.search(subject):
        what = next(filter(None, found.groups()))
        quote = explanation_of(commit) or commit.subject
        yield Statement(ANNOUNCED + _bonus(f"{subject} {quote}"), ReasonKind.DEPRECATION, f"Deprecated: {what}", quote)
    for passage in passages(commit.body, _is_telling, CUES):
        if title := title_of(commit, passage):
            yield Statement(SAID + _bonus(passage.sentence), ReasonKind.DEPRECATION, title, passage.quote)


def _bonus(text: str) -> float:
    return REPLACED if _REPLACEMENT.search(text) else 0.0


def _is_telling(sentence: str) -> bool:
    return _SENTENCE.search(sentence) is not None and not _AGAINST.search(sentence)
