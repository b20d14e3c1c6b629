"""Finds what hides in a text: characters without a shape, letters that pose as others, piled-up marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memtui.safety.visible import hidden_spans

HIDDEN_CHARACTERS = "hidden_characters"
MIXED_LETTERS = "mixed_letters"
PILED_MARKS = "piled_marks"
STYLED_LETTERS = "styled_letters"

# Letters of other scripts that are drawn like Latin ones; from Unicode's confusables, those of one shape in most fonts.
_CYRILLIC = "аеорсухіјѕԁһӏкмтнвьгАВЕЅІЈКМНОРСТУХҺԌԚԜѵʏ"
_GREEK = "ονρυικτχαγωΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
_OTHERS = "ɑɡⅰⅼⅽⅾⅿⅹⅴօսԍᴀᴄᴏᴠᴡᴢ"
_POSING = _CYRILLIC + _GREEK + _OTHERS
# Symbols of formulas stand beside one or two Latin letters: ``αx``, ``ρc``. A word in disguise has more.
_FORMULA = 2

Span = tuple[int, int, str]


def hiding_spans(text: str) -> Iterator[Span]:
    """Return the start, the end and the kind of whatever hides in ``text``."""
    yield from ((start, end, HIDDEN_CHARACTERS) for start, end in hidden_spans(text))
    if text.isascii():
        return
    for match in _words().finditer(text):
        if _poses(match.group()):
            yield (*match.span(), MIXED_LETTERS)
    for pattern, kind in ((_piles(), PILED_MARKS), (_styled(), STYLED_LETTERS)):
        yield from ((*match.span(), kind) for match in pattern.finditer(text))


def _poses(word: str) -> bool:
    """Tell whether a word has letters of two scripts, all of one of them drawn like those of the other."""
    latin = [letter for letter in word if letter.isascii()]
    foreign = [letter for letter in word if not letter.isascii()]
    if not latin or not foreign or _is_inflected_acronym(word):
        return False
    if all(letter in _POSING for letter in foreign):
        return len(latin) > _FORMULA or not any(letter in _GREEK for letter in foreign)
    # The other way round: a Latin letter among Cyrillic ones.
    cyrillic = all("\u0400" <= letter <= "\u04ff" for letter in foreign)
    return cyrillic and all(letter in "aceiopxyABCEHIKMOPTXsj" for letter in latin)


def _is_inflected_acronym(word: str) -> bool:
    """Tell whether a Latin acronym has a Cyrillic ending, as Russian writes: ``PDFка``."""
    return re.fullmatch("[A-Z]{2,}[\u0430-\u044f]+", word) is not None


@cache
def _words() -> re.Pattern[str]:
    foreign = f"\u0370-\u03ff\u0400-\u052f{re.escape(_POSING)}"
    # Only runs of letters with a foreign one: looking at each word of an English text would take longer than all else.
    return re.compile(f"(?<![A-Za-z{foreign}])[A-Za-z]{{0,60}}[{foreign}][A-Za-z{foreign}]{{0,80}}")


@cache
def _piles() -> re.Pattern[str]:
    # Vietnamese and phonetic writing put two or three on a letter.
    return re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4,}")


@cache
def _styled() -> re.Pattern[str]:
    # Mathematical letters: one is a variable, a word of them escapes every search for words.
    return re.compile("[\U0001d400-\U0001d7ff]{4,}")
