"""The first sentence of a README, out of what real ones begin with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.modules.plaintext import LIMIT, plain_text, shorten, summary_of_readme

SENTENCE = "Parses logs quickly and safely."
README_BEGINNINGS = {
    "heading": f"# Title\n\n{SENTENCE} More text.",
    "badges": f"# T\n\n[![CI](https://x/y.svg)](https://x) ![cov](c.svg)\n\n{SENTENCE}",
    "setext": f"Title of it\n===========\n\n{SENTENCE}",
    "setext without a gap": f"Title of it all\n---------------\n{SENTENCE}",
    "html": f'<p align="center"><img src="logo.png"/></p>\n<h1 align="center">The Title Here</h1>\n\n{SENTENCE}',
    "html paragraph": f'<div align="center">\n<p>{SENTENCE}</p>\n</div>',
    "quote": f"# T\n\n> {SENTENCE}\n",
    "front matter": f"---\ntitle: The title of all\n---\n\n{SENTENCE}",
    "comment": f"<!-- a comment of many words -->\n{SENTENCE}",
    "list": f"# T\n\n- [Install this now](#install)\n- [Use it then](#use)\n\n{SENTENCE}",
    "code": f"```\npip install it now please\n```\n\n{SENTENCE}",
    "table": f"| a b | c d | e f |\n|---|---|---|\n\n{SENTENCE}",
    "rst": f".. image:: logo.png\n   :alt: the logo of it\n\n=====\nTitle\n=====\n\n{SENTENCE}",
    "rst substitutions": f"|build| |docs| |more|\n\n{SENTENCE}",
    "markup": "Parses `logs` **quickly** and [safely](https://x).",
    "rst markup": "Parses :class:`logs` quickly and `safely <https://x>`_.",
    "windows lines": f"# T\r\n\r\n{SENTENCE}\r\n",
    "self reference": f"This README is only a quick start.\n\n{SENTENCE}",
}


@pytest.mark.parametrize("text", README_BEGINNINGS.values(), ids=README_BEGINNINGS.keys())
def test_first_sentence_of_prose_is_found(text: str) -> None:
    """Everything that is no prose is passed over, and markup is taken off."""
    assert summary_of_readme(text) == SENTENCE


@pytest.mark.parametrize("text", ["", "# Only a title of it", "- a b c d\n- e f g h\n", "![a](b)\n", "\n\n\n"])
def test_text_without_prose_says_nothing(text: str) -> None:
    """Nothing is made up."""
    assert summary_of_readme(text) == ""


def test_names_with_underscores_and_stars_keep_them() -> None:
    """Emphasis is a pair around words, not what stands inside a name."""
    assert plain_text("snake_case_name and 2 * 3 * 4 and __init__") == "snake_case_name and 2 * 3 * 4 and init"
    assert plain_text("a *b c* d") == "a b c d"


@given(st.text(max_size=400))
def test_summary_is_one_short_line(text: str) -> None:
    """Whatever the text, the result fits its place."""
    for result in (summary_of_readme(text), shorten(text)):
        assert len(result) <= LIMIT
        assert "\n" not in result
