"""Breaking changes and migrations: what callers had to change for, and what is supported no longer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.facts import Commit, ReasonKind
from indexer.history.prose import sentences
from indexer.history.reasons.base import LONGEST, Statement, explanation_of, passages, title_of, words_pattern
from indexer.history.reasons.noise import mends
from indexer.history.reasons.titles import bare_subject, from_sentence, from_subject, with_area
from indexer.history.wording import has_cue

CUES = ("breaking", "!:", "support", "no longer", "incompatib", "migrat", "compatibility")

DECLARED, SAID, DROPPED, MARKED = 6.0, 4.6, 5.6, 3.9
FEWEST_LETTERS = 12
FEWEST_OTHERS = 7  # words beside those that say that something breaks

_SAYING = ("breaking", "breaks", "incompatib", "not backward", "migrate", "switch ", "move ")
_FOOTER = re.compile(
    r"^[*_#\s-]{0,4}BREAKING[ -]CHANGES?[*_]{0,2}:?[*_]{0,2}\s*(?P<text>.+?)(?=\n\s*\n|\n[A-Z][\w-]+: |\Z)",
    re.DOTALL | re.MULTILINE,
)
_MARKED = re.compile(r"^(?:\w+(?:\([^)]*\))?!:|\[?BREAKING\b)")
# Marked as breaking, and yet nothing that anyone has to know later: an announced end, types, what nobody should use.
_INNER = re.compile(
    r"deprecated|\bpeer\b|\btypes?\b|internal|experimental|side effect|no-op|\(types\)|\breverts?\b"
    r"|\bbump (?!required)",
    re.IGNORECASE,
)
# A name that is gone or takes other types needs no memory: whoever uses it is told by the first build.
_COMPILER_TELLS = re.compile(
    r"\b(?:is|are|was|were|has been|have been) (?:\w+ )?(?:removed|gone|renamed|deleted|moved)\b"
    r"|^(?:removes?|renames?|renamed|removed)\b|\b(?:shouldn't|should not) (?:break|affect)"
    r"|\bprobably\b|\btheoretically\b|return types?\b|lifetimes?\b|from previous",
    re.IGNORECASE,
)
_PETTY = re.compile(r"\b(?:obsolete|legacy|old|debug\w*|tests?|experimental|unused|broken)\b|_TEST", re.IGNORECASE)
_UNUSED = re.compile(
    r"\b(?:isn't|is not|wasn't|never|not|no longer|hardly) (?:actually |really )?used\b", re.IGNORECASE
)
_DROPS = re.compile(
    r"^(?:\S+: )?(?:officially )?(?:drop|end|remove|stop)(?:s|ped|ping|d|ing)? (?:the )?"
    r"(?:(?:official )?support (?:for|of) (?P<what>.+)|supporting (?P<other>.+)|(?P<third>\S+(?: \S+){0,3}) support)"
    r"(?:\s[(\[]?#\d+.*)?$",
    re.IGNORECASE,
)
_BREAKS = words_pattern(
    r"(?:is|are|as|be|introduces?|introduced|contains?|considered|somewhat of|small|technically|potentially) "
    r"(?:\w+ ){0,2}(?:\*\*)?(?:breaking changes?|backwards?[- ]incompatible(?: change)?|incompatible change)(?:\*\*)?"
    r"|breaks (?:backwards?[- ])?compatibility|not backwards?[- ]compatible"
    r"|(?:we|callers|users|code|plugins|modules|applications|extensions) (?:must|should|need to|have to) (?:now )?"
    r"(?:migrate|switch|move) \S+ (?:to|from)"
)
_AGAINST = re.compile(
    r"the breaking changes|apparently|might|seems? ok|considered|already|although|none of|should(?:n't"
    r"| not) (?:require|affect)|"
    r"(?:not|n't|without|no|non|avoid\w*|isn't|prevent\w*) (?:\S+ ){0,4}?(?:break|incompatib)|previous(?:ly)?"
    r"|test|deps|dependenc"
    r"|release candidate|\brc\d?\b|\bci\b|upstream|not (?:been )?released|let it slide|before .{1,20} goes|maintained"
    r"|\b(?:it|we) (?:could|might|may|would) |if (?:we|this)|potential(?:ly)? a |technically|doubt",
    re.IGNORECASE,
)


def read(commit: Commit) -> Iterator[Statement]:
    """Find what one commit declares, says or announces to break."""
    yield from _declared(commit)
    yield from _dropped(commit)
    yield from _said(commit)


def _declared(commit: Commit) -> Iterator[Statement]:
    footer = _FOOTER.search(commit.body) if "BREAKING" in commit.body else None
    text = _plain(footer["text"]) if footer else ""
    if _COMPILER_TELLS.search(text):
        return
    if sum(map(str.isalpha, text)) >= FEWEST_LETTERS:
        title = from_sentence(next(sentences(text))) or with_area(commit.subject)
        yield Statement(DECLARED, ReasonKind.BREAKING, title, text[:LONGEST])
        return
    title = from_subject(commit.subject)
    if title and _MARKED.match(commit.subject) and not _INNER.search(commit.subject):
        ground = explanation_of(commit)
        yield Statement(DECLARED if ground else MARKED, ReasonKind.BREAKING, title, ground or commit.subject)


def _dropped(commit: Commit) -> Iterator[Statement]:
    found = _DROPS.match(bare_subject(commit.subject))
    if found and not _PETTY.search(commit.subject) and not _UNUSED.search(commit.body):
        what = next(filter(None, found.groups()))
        title = f"no longer supported: {what}"
        yield Statement(DROPPED, ReasonKind.BREAKING, title, explanation_of(commit) or commit.subject)


def _said(commit: Commit) -> Iterator[Statement]:
    if not has_cue(commit.body, _SAYING):
        return
    if mends(commit) or "revert" in commit.subject.lower():
        return
    for passage in passages(commit.body, _is_telling, _SAYING):
        says_what = passage.sentence != passage.quote or len(_BREAKS.sub("", passage.sentence).split()) >= FEWEST_OTHERS
        if says_what and (title := title_of(commit, passage)):
            yield Statement(SAID, ReasonKind.BREAKING, title, passage.quote)


def _is_telling(sentence: str) -> bool:
    return _BREAKS.search(sentence) is not None and not _AGAINST.search(sentence)


def _plain(text: str) -> str:
    return " ".join(text.replace("**", "").split())
