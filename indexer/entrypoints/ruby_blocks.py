"""Reading Ruby's configuration languages line by line, with the blocks that are open around each statement."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_OPENS: Final = re.compile(
    r"\bdo\s*(?:\|[^|]*\|)?\s*$|^(?:if|unless|case|begin|def|class|module|while|for)\b(?!.*\bend\b\s*$)"
)
_COMMENT: Final = re.compile(r"(?:^|\s)#(?!\{).*$")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement, continued lines joined, with the statements that opened the blocks around it."""

    line: int
    text: str
    around: tuple[str, ...]


def statements(source: str) -> Iterator[Statement]:
    """Yield the statements of a file that is laid out one to a line, with blocks indented as their ``end`` is."""
    around: list[tuple[int, str]] = []
    begun, indented, joined = 0, 0, ""
    for number, written in enumerate(source.expandtabs().splitlines(), start=1):
        text = _COMMENT.sub("", written).strip()
        if not text:
            continue
        if not joined:
            begun, indented = number, len(written) - len(written.lstrip())
        joined = f"{joined} {text}".lstrip()
        if text.endswith((",", "\\", "=>")):
            continue
        statement, joined = joined, ""
        if re.match(r"end\b", statement):
            # An ``end`` further out closes whatever was left open within, one that nothing opened closes nothing.
            around = [opening for opening in around if opening[0] < indented]
            continue
        yield Statement(begun, statement, tuple(opening for _, opening in around))
        if _OPENS.search(statement):
            around.append((indented, statement))


def symbols(text: str) -> tuple[str, ...]:
    """Return the symbols and strings of ``:a, "b"``, ``[:a, :b]`` or ``%i[a b]``."""
    words = re.search(r"%[iw][\[({]([^\])}]*)[\])}]", text)
    if words:
        return tuple(words[1].split())
    return tuple(symbol or string for symbol, string in re.findall(r":(\w+)|[\"']([^\"']*)[\"']", text))


def option(text: str, name: str) -> str | None:
    """Return the raw value of ``name: value`` or ``:name => value``, None when the statement has no such option."""
    match = re.search(
        rf"(?:\b{name}:|:{name}\s*=>)\s*(%[iw][\[({{][^\])}}]*[\])}}]|\[[^\]]*\]|[^,\s]+(?=\s*(?:,|\bdo\b|\)|$)))", text
    )
    return match[1] if match else None
