"""Markdown falls into what a person decides on, and what memtui wrote itself is in none of it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.sources.stores.blocks import divide, own_spans
from tests.support.unhurried import UNHURRIED

LINES = st.sampled_from(
    [
        "# Title",
        "## Section",
        "### Deeper",
        "- bullet",
        "  continued",
        "    deep",
        "* star",
        "1. first",
        "text",
        "",
        "   ",
        "```",
        "~~~",
        "---",
        "<!-- a comment -->",
        "<!-- open",
        "-->",
        "<!-- memtui:begin -->",
        "<!-- memtui:end -->",
        "<!-- memtui:memories:begin -->",
        "> quote",
        "日本語",
    ]
)
DOCUMENTS = st.lists(LINES, max_size=25).map("\n".join)


def pieces(text: str) -> list[tuple[str, tuple[str, ...], str]]:
    """Return the form, the section and the text of each block."""
    return [(str(block.form), block.section, text[block.start : block.end]) for block in divide(text)]


def test_sections_bullets_and_passages_are_told_apart() -> None:
    """A plain list is divided into its items, any other section stays whole, text before a heading is a passage."""
    text = (
        "Intro.\n\n# Project\n\nWhat it is.\n\n## Rules\n\n- one\n- two\n  still two\n\n  and two\n\n"
        "## Steps\n\n1. a\n2. b\n"
    )
    assert pieces(text) == [
        ("passage", (), "Intro.\n"),
        ("section", ("Project",), "# Project\n\nWhat it is.\n"),
        ("bullet", ("Rules",), "- one\n"),
        ("bullet", ("Rules",), "- two\n  still two\n\n  and two\n"),
        ("section", ("Steps",), "## Steps\n\n1. a\n2. b\n"),
    ]


def test_a_list_with_a_sentence_before_it_stays_whole() -> None:
    """The sentence belongs to all of its items, so that none of them can be decided on alone."""
    assert [form for form, *_ in pieces("## Rules\n\nAlways:\n\n- one\n- two\n")] == ["section"]


@pytest.mark.parametrize(
    "hidden",
    ["# no heading", "- no bullet", "<!-- memtui is not begun"],
)
def test_what_stands_in_a_fence_is_code(hidden: str) -> None:
    """Neither headings nor bullets inside a fence divide the section that holds it."""
    text = f"## Run\n\n```sh\n{hidden}\n```\n\nafter\n"
    assert pieces(text) == [("section", ("Run",), text)]


def test_headings_without_a_text_and_comments_are_no_entries() -> None:
    """There is nothing in them to decide on."""
    assert pieces("# A\n\n## B\n\n<!-- only\na comment -->\n\n## C\n\n---\n") == []


def test_what_memtui_wrote_is_never_an_entry() -> None:
    """A block between markers is left out, and what stands around it keeps its heading."""
    text = (
        "## Rules\n\n- mine\n\n<!-- memtui:memories:begin -->\n## What to know\n\n- from memtui\n"
        "<!-- memtui:memories:end -->\n\n- also mine\n\n<!-- memtui:begin -->\nmap\n<!-- memtui:end -->\n"
    )
    assert [piece[1:] for piece in pieces(text)] == [(("Rules",), "- mine\n"), (("Rules",), "- also mine\n")]
    assert [text[start:end].count("memtui:") for start, end in own_spans(text)] == [2, 2]


def test_a_block_of_memtui_without_its_end_hides_the_rest() -> None:
    """A marker that lost its partner must not let memtui's own text come back as news."""
    assert pieces("- mine\n<!-- memtui:begin -->\n- from memtui\n") == [("bullet", (), "- mine\n")]


def test_recalled_text_is_never_an_entry() -> None:
    """What memtui put in front of an agent, and the agent copied, is left out."""
    assert pieces('<memtui-recall v="1">\n- recalled\n</memtui-recall>\n- mine\n') == [("bullet", (), "- mine\n")]


@UNHURRIED
@given(DOCUMENTS, st.sampled_from(["\n", "\r\n"]))
def test_blocks_are_disjoint_ordered_and_hold_all_text(text: str, newline: str) -> None:
    """Whatever the text, no character is in two blocks, and every line of plain text is in one or is memtui's."""
    text = text.replace("\n", newline)
    blocks = divide(text)
    assert all(first.end <= second.start for first, second in pairwise(blocks))
    assert all(block.start <= block.content < block.end for block in blocks)
    if "<!--" not in text and "```" not in text and "~~~" not in text:
        covered = "".join(text[block.start : block.end] for block in blocks)
        assert covered.count("text") == text.count("text")
        assert covered.count("bullet") == text.count("bullet")


@UNHURRIED
@given(DOCUMENTS)
def test_lines_are_counted_from_one(text: str) -> None:
    """The line of a block is where an editor shows it."""
    for block in divide(text):
        assert text.count("\n", 0, block.start) + 1 == block.line
