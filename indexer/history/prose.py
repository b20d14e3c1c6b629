"""The prose in a commit's body: paragraphs and sentences, without trailers, code, quotations and logs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_TRAILER = re.compile(
    r"^(?:[A-Z][A-Za-z]*(?:-[A-Za-z]+)+:|cc:|\(cherry[- ]picked from|change-id:|git-svn-id:|conflicts:"
    r"|(?:backport|cherry-pick) of"
    r"|(?:bug|issue|link|task|ticket|pr|ref|refs|see|see also|related(?: to)?|fix|fixes|fixed|close|closes|closed"
    r"|resolve|resolves"
    r"|resolved|addresses|part of|follow-?up (?:to|of))\s*:?\s+(?:#|gh-|\S+#\d|https?://"
    r"|[A-Z]+-\d)\S*[\s,.\w#/&():-]*$)",
    re.IGNORECASE,
)
TITLE_LENGTH = 52
_LONGEST = 20_000  # characters; what is longer is a log or an attack
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_BULLET = re.compile(r"^\s{0,6}(?:[-*+•]|\d{1,2}[.)]|[a-z]\))\s+")
_HEADING = re.compile(r"^\s*(?:#{1,6}\s|[=\-~*_^+#]{3,}\s*$|.{1,40}:\s*$)")
_CODE = re.compile(
    r"^(?:\t| {4,})|^\s*(?:\$|>>>|\.\.\.|>|\||\+\+\+|@@|diff --git|Traceback|File \"|at \S+\(|#\d+ 0x|//|/\*"
    r"|#include|https?://\S+$)"
    r"|[{};]\s*$|^\s*\S+(?:\s+\S+){0,3}\s*=\s*\S+$"
)
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|no|incl|esp|Mr|Dr|St)|\b[A-Z])\.$")
_TAIL = 16  # characters; longer than any of them
_END = re.compile(r"[.!?][\"'`)\]]*\s+(?=[\"'`(\[*]*[A-Z0-9])")


# Several detectors read the same body one after another.
@lru_cache(maxsize=2)
def paragraphs(body: str) -> tuple[str, ...]:
    """Return each paragraph and each list item of ``body`` as one line of text."""
    return tuple(_paragraphs(body))


def _paragraphs(body: str) -> Iterator[str]:
    gathered: list[str] = []
    for line in [*_prose_lines(body[:_LONGEST]), ""]:
        starts_item = _BULLET.match(line)
        if gathered and (starts_item or not line or _is_title(gathered[-1], line)):
            yield " ".join(gathered)
            gathered = []
        text = line[starts_item.end() :] if starts_item else line
        if text.strip():
            gathered.append(" ".join(text.split()))


def _is_title(line: str, following: str) -> bool:
    """Whether a short line without an end is followed by one that begins a sentence: two things, not one."""
    return len(line) < TITLE_LENGTH and line[-1] not in ".,;:!?-(" and following.lstrip()[:1].isupper()


def _prose_lines(body: str) -> Iterator[str]:
    """Yield the lines that people wrote to be read; an empty line where something else was left out."""
    fenced = False
    in_item = False
    for line in body.splitlines():
        if _FENCE.match(line):
            fenced = not fenced
        bullet = _BULLET.match(line)
        in_item = bool(bullet) or (in_item and line.startswith(" "))
        bare = line.strip() if in_item and not bullet else line
        if fenced or _TRAILER.match(bare) or _HEADING.match(bare) or (not bullet and _CODE.search(bare)):
            yield ""
        else:
            yield line.rstrip()


def sentences(paragraph: str) -> Iterator[str]:
    """Yield the sentences of a paragraph, verbatim but for white space."""
    start = 0
    for end in _END.finditer(paragraph):
        candidate = paragraph[start : end.end()].strip()
        # The end is enough to look at: thousands of initials in a row would be looked through again and again.
        if not _ABBREVIATION.search(candidate[-_TAIL:]):
            yield candidate
            start = end.end()
    if rest := paragraph[start:].strip():
        yield rest
