"""Texts with hidden characters in an editor: shown as marks, and written back as what the marks stand for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from memtui.safety import clean, hidden_spans

_WORD = re.compile(r"\w+|\s+|[^\w\s]")

Token = tuple[str, str]


def restored(original: str, saved: str) -> str:
    """Return an edited text with the hidden characters of ``original`` in place of the marks that are still there.

    Where a mark was removed, so is what it stood for; what was typed is taken as it was typed.
    """
    shown = clean(original, multiline=True)
    spans = hidden_spans(original)
    if saved == shown or not spans:
        return original if saved == shown else saved
    marks = {clean(character, multiline=True) for start, stop in spans for character in original[start:stop]}
    # A text may hold the very letters of a mark: they are taken as one word, too, so that both are counted alike.
    words = re.compile("|".join([*map(re.escape, sorted(marks)), _WORD.pattern]))
    before, after = _tokens(original, spans, words), words.findall(saved)
    start, stop = _common_ends([mark for mark, _ in before], after)
    inner = before[start : len(before) - stop]
    return "".join(
        [
            *(character for _, character in before[:start]),
            *_aligned(inner, after[start : len(after) - stop]),
            *(character for _, character in before[len(before) - stop :]),
        ]
    )


def _tokens(text: str, spans: Sequence[tuple[int, int]], words: re.Pattern[str]) -> list[Token]:
    """Return the words of a text and its hidden characters one by one, each as it is shown and as it is."""
    tokens: list[Token] = []
    end = 0
    for start, stop in (*spans, (len(text), len(text))):
        visible = clean(text[end:start], multiline=True)
        tokens += [(word, word) for word in words.findall(visible)]
        tokens += [(clean(character, multiline=True), character) for character in text[start:stop]]
        end = stop
    return tokens


def _common_ends(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """Return how many tokens are equal at the beginning and at the end: nearly all of them, in an edited text."""
    most = min(len(before), len(after))
    start = next((k for k in range(most) if before[k] != after[k]), most)
    stop = next((k for k in range(most - start) if before[-1 - k] != after[-1 - k]), most - start)
    return start, stop


def _aligned(before: Sequence[Token], after: Sequence[str]) -> list[str]:
    result: list[str] = []
    # White space is everywhere: a mark must not lose its place to an empty line that is equal to another.
    matcher = SequenceMatcher(str.isspace, [mark for mark, _ in before], after, autojunk=False)
    for what, first, last, begin, end in matcher.get_opcodes():
        result += [character for _, character in before[first:last]] if what == "equal" else after[begin:end]
    return result
