"""The words of a filter are looked for as they are: in any script, and whatever signs they hold."""

from __future__ import annotations

import pytest

from tests.support.commands import Add, Run

TEXTS = (
    "Ticket POL-358 was closed",
    "It's 100% of a_b\\c, or not",
    'Say "AND", OR, NOT(x) and NEAR(y)',
    "用户的偏好：不要使用制表符",
    "ユーザーの設定",
    "Größe in Ångström",
    "a*b.c[d]{e}^f$|g?+h",
)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("POL-358", [0]),
        ("pol-358", [0]),
        ("358", [0]),
        ("it's", [1]),
        ("100%", [1]),
        ("a_b\\c", [1]),
        ("_", [1]),
        ("%", [1]),
        ('"AND"', [2]),
        ("NOT(x) NEAR(y)", [2]),
        ("用户", [3]),
        ("户", [3]),
        ("制表符 偏好", [3]),
        ("ーザ", [4]),
        ("GRÖSSE", []),
        ("größe", [5]),
        ("ångström", [5]),
        ("*", [6]),
        (".c[d]", [6]),
        ("{e}^f$|g?+h", [6]),
        ("/", []),
        ("' OR 1=1 --", []),
    ],
)
def test_words_are_found_literally(memtui: Run, add: Add, words: str, found: list[int]) -> None:
    """No sign is an operator, one letter is enough, and a word within a text without spaces is found."""
    for text in TEXTS:
        add(text)
    listed = {memory["title"] for memory in memtui("ls", f"--match={words}", "--json").json}
    assert listed == {TEXTS[number] for number in found}
