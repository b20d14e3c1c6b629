"""What ``clean`` marks, what it leaves alone, and how fast."""

from __future__ import annotations

import sys
import time
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.safety import clean, hidden_spans
from tests.support.hostile import ESCAPES, HIDDEN, HOSTILE, LONE_SURROGATE, MARKUP, ORDINARY, acting_characters

# Format characters with a shape of their own: Arabic and other number signs, Egyptian quadrat controls.
VISIBLE_FORMAT = {
    *range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD, *range(0x13430, 0x13440),
}  # fmt: skip
TEXT = st.text(alphabet=st.characters(codec=None), max_size=200)
TRICKY = st.text(alphabet="a1#\u20e3\ufe0f\ufe0e\u200d\u200c😀❤🏽مी\r\n\t\x1b\u202e\U000e0041\ud800", max_size=30)


@pytest.mark.parametrize("multiline", [False, True])
@pytest.mark.parametrize("text", [*HOSTILE, LONE_SURROGATE])
def test_nothing_that_acts_on_a_terminal_survives(text: str, multiline: bool) -> None:
    """No control, bidi, zero-width or tag character is left in the text of any hostile string."""
    cleaned = clean(text, multiline=multiline)
    assert acting_characters(cleaned) == []
    cleaned.encode("utf-8")


@pytest.mark.parametrize("text", [*MARKUP, *ORDINARY, "", "plain", "naïve café — “quotes” … • ⟨x⟩ ␛"])
def test_ordinary_text_of_every_script_is_left_alone(text: str) -> None:
    """Markup, emoji sequences, joiners of scripts that need them and combining marks stay as they are."""
    assert clean(text) == text
    assert hidden_spans(text) == ()


@pytest.mark.parametrize("text", [*ESCAPES, *HIDDEN])
def test_what_is_hidden_is_shown_not_dropped(text: str) -> None:
    """A cleaned text is never shorter: each character stands or has its mark."""
    assert len(clean(text)) >= len(text)
    assert hidden_spans(text)


@pytest.mark.parametrize(
    ("character", "mark"),
    [
        ("\x1b", "␛"), ("\x00", "␀"), ("\x07", "␇"), ("\r", "␍"), ("\n", "␊"), ("\t", " "), ("\x7f", "␡"),
        ("\x9b", "⟨U+009B⟩"), ("\u202e", "⟨U+202E⟩"), ("\u200b", "⟨U+200B⟩"), ("\u00ad", "⟨U+00AD⟩"),
        ("\ufe0f", "⟨U+FE0F⟩"), ("\u2028", "⟨U+2028⟩"), ("\ud800", "⟨U+D800⟩"), ("\uffff", "⟨U+FFFF⟩"),
        ("\U000e0041", "⟨U+E0041⟩"), ("\U0010ffff", "⟨U+10FFFF⟩"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("beside", ["", "ä"])
def test_each_character_has_its_mark(character: str, mark: str, beside: str) -> None:
    """Controls become control pictures, the rest their code point, beside ASCII and other text alike."""
    assert clean(f"a{character}b{beside}") == f"a{mark}b{beside}"


def test_newlines_and_tabs_stay_in_multiline_text() -> None:
    """Line ends of both kinds become newlines, tabs stay, a lone carriage return is marked."""
    assert clean("a\r\nb\n\tc\rd", multiline=True) == "a\nb\n\tc␍d"
    assert clean("ä\r\nb\n\tc\rd", multiline=True) == "ä\nb\n\tc␍d"


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("a\u200db", "a⟨U+200D⟩b"),
        ("a\ufe0f\u200d😀", "a⟨U+FE0F⟩⟨U+200D⟩😀"),
        ("😀\u200d\u200d😀", "😀⟨U+200D⟩⟨U+200D⟩😀"),
        ("❤\ufe0f\ufe0f", "❤\ufe0f⟨U+FE0F⟩"),
        ("1\ufe0f", "1⟨U+FE0F⟩"),
        ("م\u200c\u200cم", "م⟨U+200C⟩⟨U+200C⟩م"),
        ("\u200dم", "⟨U+200D⟩م"),
    ],
)
def test_joiners_and_selectors_out_of_place_are_marked(text: str, cleaned: str) -> None:
    """Only one joiner or selector between the characters that need it is part of the writing."""
    assert clean(text) == cleaned


@given(text=TEXT | TRICKY, multiline=st.booleans())
def test_cleaning_twice_changes_nothing(text: str, multiline: bool) -> None:
    """``clean`` is idempotent, and what it returns holds nothing to mark."""
    cleaned = clean(text, multiline=multiline)
    assert clean(cleaned, multiline=multiline) == cleaned
    assert hidden_spans(cleaned) == ()


@given(text=TEXT | TRICKY)
def test_hidden_spans_are_what_clean_marks(text: str) -> None:
    """There are spans exactly when a multiline cleaning changes more than line ends, and they are apart."""
    spans = hidden_spans(text)
    assert bool(spans) == (clean(text, multiline=True) != text.replace("\r\n", "\n"))
    assert all(left[1] < right[0] for left, right in pairwise(spans))


def test_every_unshowable_character_of_unicode_is_marked() -> None:
    """Every control, format, surrogate, separator and noncharacter is marked, and no letter or sign is."""
    for code in range(sys.maxunicode + 1):
        category = unicodedata.category(chr(code))
        noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
        marked = clean(chr(code)) != chr(code)
        if noncharacter or (category in {"Cc", "Cf", "Cs", "Zl", "Zp"} and code not in VISIBLE_FORMAT):
            assert marked, hex(code)
        if category[0] in "LNPS" and "FILLER" not in unicodedata.name(chr(code), ""):
            assert not marked, hex(code)


@pytest.mark.parametrize("character", ["\x1b", "\u200b", "\u200d", "\r", "\ufe0f", "😀\u200d", "a"])
def test_time_grows_with_length_alone(character: str) -> None:
    """Fifteen times the hostile characters take about fifteen times as long."""
    seconds = []
    for length in (20_000, 300_000):
        text = character * length
        start = time.process_time()
        clean(text)
        hidden_spans(text)
        seconds.append(time.process_time() - start)
    assert seconds[1] < 60 * max(seconds[0], 0.005)
