"""Reading the raw text between a call's parentheses, in any of the languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

_OPENING: Final = "([{"
_CLOSING: Final = ")]}"
_LITERAL: Final = re.compile(
    r"""(?P<prefix>[A-Za-z@$]{0,2})\#*(?:"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>(?:[^'\\]|\\.)*)'|`(?P<back>[^`]*)`)\#*""",
    re.DOTALL,
)
_KEYWORD: Final = re.compile(r"\s*([A-Za-z_]\w*)\s*(?:=(?![=>~])|:(?![:=]))\s*")
_DOTTED: Final = re.compile(r"[A-Za-z_$][\w$]*(?:\s*(?:\.|::|\?\.)\s*[A-Za-z_$][\w$]*)*")


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one call, as raw texts; ``keywords`` also holds ``key: value`` pairs."""

    positional: tuple[str, ...] = ()
    keywords: Mapping[str, str] = field(default_factory=dict)

    def at(self, index: int, keyword: str = "") -> str:
        """Return the argument under ``keyword``, or else the one at ``index``; empty when there is neither."""
        if keyword in self.keywords:
            return self.keywords[keyword]
        return self.positional[index] if index < len(self.positional) else ""


def parse_arguments(text: str) -> Arguments:
    """Split the text between a call's parentheses into its arguments."""
    positional: list[str] = []
    keywords: dict[str, str] = {}
    for part in split_top_level(text):
        match = _KEYWORD.match(part)
        if match:
            keywords[match[1]] = part[match.end() :].strip()
        else:
            positional.append(part)
    return Arguments(tuple(positional), keywords)


def split_top_level(text: str, separator: str = ",") -> list[str]:
    """Split at the separators that stand outside quotes and brackets; empty parts are left out."""
    parts: list[str] = []
    start = position = depth = 0
    while position < len(text):
        character = text[position]
        if character in "\"'`":
            position = end_of_string(text, position)
            continue
        depth += (character in _OPENING) - (character in _CLOSING)
        if character == separator and depth == 0:
            parts.append(text[start:position])
            start = position + 1
        position += 1
    parts.append(text[start:])
    return [stripped for part in parts if (stripped := part.strip())]


def end_of_string(text: str, start: int) -> int:
    """Return the position behind the string that opens at ``start``."""
    quote = text[start : start + 3] if text[start : start + 3] in ('"""', "'''") else text[start]
    position = start + len(quote)
    while position < len(text):
        if text[position] == "\\" and quote != "`":
            position += 2
        elif text.startswith(quote, position):
            return position + len(quote)
        else:
            position += 1
    return len(text)


def end_of_brackets(text: str, start: int) -> int:
    """Return the position behind the bracket that closes the one at ``start``, the end when none does."""
    depth, position = 0, start
    while position < len(text):
        character = text[position]
        if character in "\"'`":
            position = end_of_string(text, position)
            continue
        depth += (character in _OPENING) - (character in _CLOSING)
        position += 1
        if depth == 0:
            return position
    return len(text)


def literal(text: str) -> str | None:
    """Return what a string literal says; None for anything else, and for a literal with parts computed in it."""
    match = _LITERAL.fullmatch(text.strip())
    if match is None:
        return None
    content = next(group for group in (match["double"], match["single"], match["back"]) if group is not None)
    computed = (match["prefix"].lower() in {"f", "rf", "fr", "$"} and "{" in content) or (
        match["back"] is not None and "${" in content
    )
    return None if computed else content.replace("\\\\", "\\").replace('\\"', '"').replace("\\'", "'")


def literals(text: str) -> tuple[str, ...]:
    """Return every plain string literal in ``text``, in order."""
    found = (literal(match[0]) for match in _LITERAL.finditer(text))
    return tuple(content for content in found if content is not None)


def dotted(text: str) -> str:
    """Return the dotted name that ``text`` is, with dots only; empty when it is anything else."""
    match = _DOTTED.fullmatch(text.strip().lstrip("&*"))
    return re.sub(r"\s*(?:::|\?\.|\.)\s*", ".", match[0]) if match else ""
