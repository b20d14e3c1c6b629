"""JavaScript source as text: comments blanked out, and chains of calls taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from indexer.entrypoints.arguments import end_of_brackets

_STRING_OR_COMMENT: Final = re.compile(
    r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|(?<![:\\])//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL
)
_LONGEST: Final = 20_000
_MOST_CALLS: Final = 200
"""More calls of one kind than this no person writes in one file; each may be as long as the file."""
_LINK: Final = re.compile(r"\s*(?:\)\s*)?\.\s*([\w$]+)\s*(?:<[^()\n]*>)?\s*(?=\()")


def closing(text: str, start: int) -> int:
    """Return the position behind the bracket that closes the one at ``start``, not further than a call is long."""
    return start + end_of_brackets(text[start : start + _LONGEST], 0)


def calls_in(text: str, callee: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the matches of what stands before the brackets of calls, not more than a person writes."""
    return islice(callee.finditer(text), _MOST_CALLS)


def without_comments(text: str) -> str:
    """Blank out comments, whose words mean nothing, and keep every position."""
    return _STRING_OR_COMMENT.sub(lambda match: _blank(match[0]) if match[0].startswith("/") else match[0], text)


def _blank(comment: str) -> str:
    return re.sub(r"[^\n]", " ", comment)


def links_after(text: str, position: int) -> Iterator[tuple[str, str]]:
    """Yield name and arguments of each call in the chain that goes on behind the bracket at ``position``."""
    position = closing(text, position)
    while match := _LINK.match(text, position):
        end = closing(text, match.end())
        yield match[1], text[match.end() + 1 : end - 1]
        position = end
