"""What is typed into the filter: words, phrases in quotes, ``kind:``, ``tag:`` and their like, and what must not be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

# What may stand before a colon, and the column that it means.
FIELDS: Mapping[str, str] = {
    "kind": "kind",
    "tag": "tags",
    "status": "status",
    "from": "origin",
    "origin": "origin",
    "is": "attention",
}
_TERM = re.compile(r'(?P<sign>-(?=[^\W\d_]|["#]))?(?:(?P<field>\w+):)?(?:"(?P<phrase>[^"]*)(?:"|$)|(?P<word>\S+))?')


@dataclass(frozen=True, slots=True)
class Term:
    """One condition: a text in lower case, in a column or anywhere; ``exact`` ones are never taken for misspelt."""

    text: str
    column: str = ""
    negated: bool = False
    exact: bool = False


def parsed(query: str) -> tuple[Term, ...]:
    """Return the conditions of a query; what says nothing yet, such as ``kind:``, is none."""
    found = (_term(match) for match in _TERM.finditer(query.lower()) if match[0])
    return tuple(term for term in found if term.text)


def _term(match: re.Match[str]) -> Term:
    negated = bool(match["sign"])
    phrase, word, field = match["phrase"], match["word"] or "", match["field"] or ""
    text = word if phrase is None else phrase
    if field in FIELDS:
        return Term(text, FIELDS[field], negated, exact=True)
    if word.startswith("#") and word != "#" and not field:
        return Term(word[1:], FIELDS["tag"], negated, exact=True)
    # A colon in code or in an address is part of the word.
    return Term(f"{field}:{text}" if field else text, "", negated, exact=phrase is not None or negated)
