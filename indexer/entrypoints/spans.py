"""Where a registering call ends, of which a registration tells only the beginning."""

from __future__ import annotations

import re
from typing import Final

from indexer.entrypoints.arguments import end_of_brackets
from indexer.facts import Registration

_LINK: Final = re.compile(r"\s*(?:\.|->)\s*\w+\s*\(")


def last_line(text: str, registration: Registration) -> int:
    """Return the line on which the brackets of a call close."""
    opening = opening_of(text, registration)
    return text.count("\n", 0, end_of_brackets(text, opening)) + 1 if opening >= 0 else registration.line


def inside_of(text: str, registration: Registration) -> str:
    """Return all that stands between the brackets of a call, however long."""
    opening = opening_of(text, registration)
    return text[opening + 1 : end_of_brackets(text, opening) - 1] if opening >= 0 else registration.arguments


def chain_after(text: str, registration: Registration) -> str:
    """Return the calls that are made on what a call returns, over as many lines as they take."""
    opening = opening_of(text, registration)
    start = position = end_of_brackets(text, opening) if opening >= 0 else len(text)
    while (link := _LINK.match(text, position)) is not None:
        position = end_of_brackets(text, link.end() - 1)
    return text[start:position]


def opening_of(text: str, registration: Registration) -> int:
    """Return the position of the bracket that opens a call's arguments, -1 when it is not found."""
    start = start_of_line(text, registration.line)
    name = registration.callee.rpartition(".")[2].rpartition("::")[2]
    named = text.find(name, start)
    found = [position for bracket in "({" if (position := text.find(bracket, max(named, start) + len(name))) >= 0]
    return min(found, default=-1)


def start_of_line(text: str, line: int) -> int:
    """Return the position at which ``line``, counted from 1, begins."""
    position = 0
    for _ in range(line - 1):
        position = text.find("\n", position) + 1
        if position == 0:
            return len(text)
    return position
