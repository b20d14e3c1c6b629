"""Titles in plain words: what a newcomer should know, taken from what the commit says."""

from __future__ import annotations

import re
from functools import lru_cache

from indexer.history.wording import leans_on_previous

LONGEST = 108  # characters
# Types of conventional commits; an area before the colon says where and stays.
_TYPE = (
    r"(?:feat|fix|fixes|refactor|refact|perf|chore|build|ci|docs?|style|tests?|deps|improvement|enhancement"
    r"|revert|bugfix|hotfix|new)"
)
_PREFIX = re.compile(rf"^(?:\[[^\]]{{1,20}}\]\s*|#\d+:?\s+|BREAKING[: ]+\s*|{_TYPE}!?:\s+)+", re.IGNORECASE)
_SCOPE = re.compile(rf"^{_TYPE}\((?P<scope>[^)]+)\)!?:\s+", re.IGNORECASE)
_AREA = re.compile(r"^(?P<area>[\w.*/+()-]+(?:[ ,/][\w.*/+()-]+)?!?): +(?P<rest>\S.*)$", re.DOTALL)
_REFERENCE = re.compile(
    r"\s*(?:[\[(](?:#|gh-|fix(?:es)?:? #|close[sd]? #)\d+(?:,? #\d+)*[\])]|\s[-–] (?:fix(?:es)? )?#\d+)\s*$",
    re.IGNORECASE,
)
_SAYS_NOTHING = re.compile(
    r"^(?:fix(?:e[sd]|ing)?|bug ?fix|updates?|changes?|refactor\w*|clean-?up|improve\w*|misc\w*|minor|small|some|more"
    r"|initial|work(?:ing)? on|tweak\w*|address|handle|revert|redo|follow[- ]?up|polish|merge)\b|^\S+(?:\s\S+){0,1}$",
    re.IGNORECASE,
)
_GROUND = re.compile(
    r",? (?:because|since|so that|in order to|otherwise|given that|which (?:means|would)|as it|as this|to avoid"
    r"|to prevent|due to|but|although|though)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
_LEADING_GROUND = re.compile(
    r"^(?:because|since|as|to (?:avoid|prevent|ensure)|in order (?:to|that)|due to|given that)\b[^,]{10,160},"
    r" (?P<rest>(?!(?:but|and|or)\b)[^,]{25,})",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"^(?:note that|also|and|but|so|now|instead|therefore|thus|hence|however|moreover|currently|basically|similarly"
    r"|finally|technically|in addition|additionally|as a result|in particular|(?:in|with) this (?:pr|commit"
    r"|change|patch))"
    r"[, ]\s*",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^[A-Z]{4,}: +")
_PERSONAL = re.compile(
    r"^(?:\S+ ){0,3}(?:they|them|it)\b|^(?:i|i'm|i've|my|the user|if|when|for|there|as|while)\b|\b(?:this|that"
    r"|these|those) (?:route|way|change|commit|pr|patch|is|was|case)\b",
    re.IGNORECASE,
)
# A clause as short as this is vague, unless it names something of the code.
_CLAUSE_WORDS, _NAMED_WORDS = 7, 3


def from_subject(subject: str) -> str:
    """Return a commit's subject without marks and references; empty when it says nothing to a newcomer."""
    bare = bare_subject(subject)
    return "" if _SAYS_NOTHING.search(bare) else with_area(subject)


# Asked for by each detector that reads the commit.
@lru_cache(maxsize=2)
def bare_subject(subject: str) -> str:
    """Return a subject without its area, its type and the numbers of issues."""
    text = _without_references(subject)
    text = _PREFIX.sub("", _SCOPE.sub("", text)).rstrip(". …")
    area = _AREA.match(text)
    return capitalised(area["rest"] if area else text) or subject.strip()


def with_area(subject: str) -> str:
    """Return the bare subject behind the area that it names: ``ftp: reject control characters``."""
    text = _without_references(subject)
    scope = _SCOPE.match(text)
    area = _AREA.match(_PREFIX.sub("", text))
    place = scope["scope"] if scope else area["area"].rstrip("!") if area else ""
    return f"{place}: {bare_subject(subject)}" if place else bare_subject(subject)


def _without_references(subject: str) -> str:
    text = subject.strip()
    while (shorter := _REFERENCE.sub("", text)) != text:
        text = shorter
    return text


def from_sentence(sentence: str) -> str:
    """Return what a sentence states without its ground; empty when that cannot stand alone or is too long."""
    text = " ".join(sentence.split())
    if found := _LEADING_GROUND.match(text):
        text = found["rest"]
    text = _FILLER.sub("", _LABEL.sub("", text))
    if leans_on_previous(text) or _PERSONAL.search(text):
        return ""
    shorter = _GROUND.sub("", text) if len(text) > LONGEST else text
    if (
        len(shorter.split()) >= _NAMED_WORDS
        and shorter.count("`") % 2 == 0
        and shorter.count("(") == shorter.count(")")
    ):
        text = shorter
    text = capitalised(text.rstrip(" .:;,!"))
    enough = _NAMED_WORDS if "`" in text or "_" in text else _CLAUSE_WORDS
    return text if len(text) <= LONGEST and len(text.split()) >= enough else ""


def best_title(subject: str, sentence: str, *, alone: bool) -> str:
    """Return what a sentence states if it can be read ``alone``, or else what the subject says.

    Empty when neither tells a newcomer anything.
    """
    return (from_sentence(sentence) if alone else "") or from_subject(subject)


def capitalised(text: str) -> str:
    """Return ``text`` with a capital at its start, unless it begins with a name that is written otherwise."""
    first = text.partition(" ")[0]
    return text[:1].upper() + text[1:] if first.isalpha() and first.islower() else text
