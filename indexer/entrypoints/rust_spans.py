"""How far the prefixes of Rust's routers reach: the chains of ``scope`` and ``resource``, the brackets of ``nest``."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from indexer.entrypoints.arguments import end_of_brackets
from indexer.entrypoints.routing import join_route

_CHAINED: Final = re.compile(r"\b(?:scope|resource)\(\s*\"([^\"]*)\"\s*\)")
_NESTED: Final = re.compile(r"\.nest\(\s*\"([^\"]*)\"\s*,")
_LET: Final = re.compile(
    r"\blet\s+(?:mut\s+)?(\w+)(?:\s*:[^=;]+)?\s*=\s*(?:\w+::)*(?:Router(?:::<[^>]*>)?::(?:new|default)|OpenApiRouter::\w+|scope)\("
)
_LINK: Final = re.compile(r"\s*\.\s*\w+\s*(?:::<[^<>]*>)?\s*(\()")
_COMMENT_OR_LIFETIME: Final = re.compile(r"(?m)(?:^|(?<=\s))//.*$|'[a-z_]\w*\b(?!')")


class Span(NamedTuple):
    """The part of a text in which routes lie under ``prefix``."""

    start: int
    end: int
    prefix: str


def plain(text: str) -> str:
    """Blank out comments and lifetimes, whose quotes open no strings, and keep every position."""
    return _COMMENT_OR_LIFETIME.sub(lambda match: " " * len(match[0]), text)


def spans_of(text: str) -> list[Span]:
    """Return the spans of a text that ``plain`` has been through, outer ones first."""
    found = [Span(match.start(), end_of_chain(text, match.end()), match[1]) for match in _CHAINED.finditer(text)]
    found += [
        Span(match.start(), end_of_brackets(text, text.index("(", match.start())), match[1])
        for match in _NESTED.finditer(text)
    ]
    return sorted(found)


def variables_of(text: str) -> list[Span]:
    """Return the expressions of ``let users = Router::new()…``; what stands for their prefix is the variable."""
    found = ((match.start(), match.end() - 1, match[1]) for match in _LET.finditer(text))
    return [Span(start, end_of_chain(text, end_of_brackets(text, opening)), name) for start, opening, name in found]


def prefix_at(spans: list[Span], position: int) -> str:
    """Return the prefixes of all spans around a position, joined."""
    return join_route(*(span.prefix for span in spans if span.start < position < span.end))


def end_of_chain(text: str, position: int) -> int:
    """Return the position behind the calls that are made on what ends at ``position``."""
    while link := _LINK.match(text, position):
        position = end_of_brackets(text, link.start(1))
    return position
