"""Text as it may be shown: characters that act on the terminal or hide from the eye become visible marks."""

from __future__ import annotations

import re
from functools import cache

_DELETE = 0x7F
# Unicode has a picture for each of them: a mark of one cell, so that columns stay aligned.
_CONTROL_PICTURES = 0x2400
_SHORT = 200  # up to here looking at each character is faster than translating them

# As ranges of a character class: controls, format characters without a shape, joiners, fillers, variation
# selectors, tags, line and paragraph separators, surrogates and noncharacters; the planes 4 to 14 hold nothing
# else. The tests hold it against Unicode.
_INVISIBLE = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U0001fffe\U0001ffff\U0002fffe\U0002ffff\U0003fffe-\U000effff"
    "\U000ffffe\U000fffff\U0010fffe\U0010ffff"
)
_EMOJI = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u27bf\u2934\u2935"
    "\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
# Arabic, Syriac, Thaana, N'Ko and the Indic scripts: here a joiner changes the shape of its neighbours.
_JOINING = "\u0620-\u074a\u0750-\u07f5\u0840-\u0df4\u0f40-\u0fbc\u1000-\u109f\u1780-\u17b3\u17b6-\u17d3\u1820-\u18aa"
_MAY_BE_IN_USE = frozenset("\ufe0e\ufe0f\u200c\u200d")

_ASCII_LINES = {
    **{code: chr(_CONTROL_PICTURES + code) for code in range(ord(" ")) if chr(code) not in "\n\t"},
    _DELETE: "\u2421",
}
_ASCII_ONE_LINE = {**_ASCII_LINES, ord("\n"): "\u240a", ord("\t"): " "}


def clean(text: str, *, multiline: bool = False) -> str:
    """Return ``text`` with all that acts or hides made visible; newlines and tabs stay when ``multiline``."""
    # Nearly every text of a list ends here, and a screen of them is cleaned at each key.
    if len(text) <= _SHORT and text.isascii() and text.isprintable():
        return text
    # Files from Windows are no attack; a lone carriage return, which would overwrite its line, is marked.
    if multiline and "\r\n" in text:
        text = text.replace("\r\n", "\n")
    if text.isascii():
        return text.translate(_ASCII_LINES if multiline else _ASCII_ONE_LINE)
    return _hidden(breaks=not multiline).sub(_mark, text)


def hidden_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return where ``text`` holds what ``clean`` would mark, beyond plain line ends and tabs, as joined spans."""
    spans: list[tuple[int, int]] = []
    for match in _hidden(breaks=False).finditer(text):
        start, end = match.span()
        if _in_use(match) or text.startswith("\r\n", start):
            continue
        if spans and spans[-1][1] == start:
            start = spans.pop()[0]
        spans.append((start, end))
    return tuple(spans)


@cache
def _hidden(*, breaks: bool) -> re.Pattern[str]:
    return re.compile(f"[\t\n{_INVISIBLE}]" if breaks else f"[{_INVISIBLE}]")


@cache
def _needed_joiner() -> re.Pattern[str]:
    return re.compile(
        f"(?<=[{_EMOJI}])[\ufe0e\ufe0f]"
        "|(?<=[0-9#*])\ufe0f(?=\u20e3)"
        f"|(?:(?<=[{_EMOJI}])|(?<=[{_EMOJI}]\ufe0f))\u200d(?=[{_EMOJI}])"
        f"|(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}])"
    )


def _in_use(match: re.Match[str]) -> bool:
    """Whether an emoji or a script that joins its letters needs this character where it stands."""
    return match.group() in _MAY_BE_IN_USE and _needed_joiner().match(match.string, match.start()) is not None


def _mark(match: re.Match[str]) -> str:
    character = match.group()
    code = ord(character)
    if code in _ASCII_ONE_LINE:
        return _ASCII_ONE_LINE[code]
    # The code point in brackets cannot be mistaken for text, and tells what to look for.
    return character if _in_use(match) else f"\u27e8U+{code:04X}\u27e9"
