"""Word differences, hidden characters in an editor, and parts of a memory, whatever the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.cli.batch_text import BrokenSaveError, is_same, read, shown_content, written
from memtui.cli.hidden import restored
from memtui.cli.parts import parts_of, whole_text
from memtui.memory import Head, Memory, Status
from memtui.review.differences import ADDED, EQUAL, REMOVED, differences, word_difference
from memtui.safety import clean
from tests.support.hostile import HOSTILE
from tests.support.memories import make_memory
from tests.support.unhurried import UNHURRIED

PIECES = st.sampled_from(
    ["a", "word", " ", "\n", "\n\n", "%%", "%> x", "\\%%", "\u200b", "\u202e", "\x1b[31m", "⟨U+202E⟩", "é", "東"]
)
TEXTS = st.lists(PIECES, max_size=30).map("".join)


@UNHURRIED
@given(TEXTS, TEXTS)
def test_a_difference_holds_both_texts(before: str, after: str) -> None:
    """Without what was added it is the one, without what was removed the other, letter for letter."""
    pieces = word_difference(before, after)
    assert "".join(text for what, text in pieces if what != ADDED) == before
    assert "".join(text for what, text in pieces if what != REMOVED) == after
    assert all(text for _, text in pieces)
    assert before != after or all(what == EQUAL for what, _ in pieces)


def test_words_are_compared_line_by_line() -> None:
    """A word that occurs in lines that have nothing in common is not taken for the same."""
    pieces = word_difference("keep this\nthe old line\n", "keep this\nthe new line\nthe end\n")
    assert pieces[0] == (EQUAL, "keep this\nthe ")
    assert (REMOVED, "old") in pieces
    assert (ADDED, "new") in pieces


def test_only_fields_that_differ_are_named() -> None:
    """The text first, then the rest; in a form that JSON has."""
    one = make_memory("Title", tags=("a",))
    other = Memory(one.id, "lesson", "Titles", one.body, one.scope, Status.APPROVED, tags=("a", "b"))
    assert [it.field for it in differences(one, other)] == ["title", "kind", "status", "tags"]
    assert differences(one, other)[-1].record() == {"field": "tags", "before": ["a"], "after": ["a", "b"], "words": []}
    assert differences(one, one) == []


@UNHURRIED
@given(TEXTS)
def test_what_is_not_changed_is_what_it_was(text: str) -> None:
    """A text that comes back as it was shown has every hidden character that it had."""
    assert restored(text, clean(text, multiline=True)) == text


@UNHURRIED
@given(TEXTS, st.text("zx", max_size=5))
def test_what_is_typed_around_hidden_characters_is_taken(text: str, typed: str) -> None:
    """Before and after the text; no mark is written into the memory in place of the character."""
    shown = clean(text, multiline=True)
    assert restored(text, f"{typed}\n{shown}\n{typed}") == f"{typed}\n{text}\n{typed}"


@pytest.mark.parametrize("text", [text for text in HOSTILE if "\n" not in text])
def test_a_mark_that_is_removed_takes_its_character_with_it(text: str) -> None:
    """So a person cleans a text by deleting what is marked."""
    original = f"before {text} after"
    assert restored(original, "before  after") == "before  after"


@UNHURRIED
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5))
def test_a_batch_that_is_written_is_read_as_it_was(contents: list[tuple[str, str]]) -> None:
    """Whatever the texts are: every memory has its block, and none of them counts as changed."""
    memories = [make_memory(f"t{title}".replace("\n", " "), body=body) for title, body in contents]
    heads = [Head(memory, f"revision{number}", 0, 0) for number, memory in enumerate(memories)]
    text = written(heads, {it.id: "facts ] [a]" for it in memories}, {it.id: [it.body, it.title] for it in memories})
    found = read(text)
    assert list(found.blocks) == [memory.id for memory in memories]
    assert found.bases == {head.memory.id: head.revision for head in heads}
    for memory in memories:
        assert found.blocks[memory.id].mark == ""
        assert is_same(found.blocks[memory.id].content, shown_content(memory))


@UNHURRIED
@given(st.text(max_size=200))
def test_no_text_at_all_makes_the_reader_fail(text: str) -> None:
    """It is followed or refused with line numbers that exist."""
    problems = []
    try:
        read(text)
    except BrokenSaveError as error:
        problems = list(error.problems)
    assert all(1 <= problem.line <= text.count("\n") + 1 for problem in problems)


@UNHURRIED
@given(TEXTS)
def test_a_text_to_cut_is_one_part_before_it_is_cut(body: str) -> None:
    """Also when lines of it look like a cut."""
    memory = make_memory("Title", body=body)
    [part] = parts_of(memory, whole_text(memory))
    assert part.title == "Title"
    assert [line.rstrip() for line in part.body.strip("\n").split("\n")] == [
        line.rstrip() for line in body.strip("\n").split("\n")
    ]
