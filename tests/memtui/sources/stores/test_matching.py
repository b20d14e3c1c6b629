"""Which entry is which memory: a reworded bullet is known again, another one is not taken for it."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.memory import Head
from memtui.sources.stores.documents import decoded
from memtui.sources.stores.entries import entries_of
from memtui.sources.stores.matching import match
from memtui.sources.stores.values import Entry
from tests.support.memories import make_memory
from tests.support.stores import file_at
from tests.support.unhurried import UNHURRIED

REWORDED = [
    ("Use pnpm, never npm.", "Use pnpm instead of npm."),
    ("Run the tests with `pytest -q`.", "Run the tests with `pytest -n auto -q`."),
    ("Never commit to main.", "Never commit directly to main; open a pull request."),
    ("Functions have at most 30 lines.", "Functions have at most 40 lines."),
    ("Migrations live in `db/migrations`.", "Migrations are kept in `db/migrations` and are never edited."),
    ("The API is versioned by header.", "The API is versioned by path."),
    ("Log with structlog.", "Log with structlog, never with print."),
    ("Prefer composition over inheritance", "Prefer composition to inheritance"),
    ("Staging is reset every night at 2:00", "Staging is reset every night at 3:00 UTC"),
    ("All dates are UTC.", "All dates and times are in UTC."),
]
OTHERS = [
    "Write docstrings in the imperative mood.",
    "Ask Ada before changing the schema.",
    "The queue is RabbitMQ in production.",
    "Errors carry data, not sentences.",
    "Feature flags are read at start only.",
]


def read(text: str) -> tuple[Entry, ...]:
    """Return the entries of a file."""
    return entries_of(decoded(Path("CLAUDE.md"), text.encode()), file_at(Path("CLAUDE.md")))


def memories(text: str) -> list[Head]:
    """Return the memories that the entries of a file became."""
    return [
        Head(make_memory(entry.wording.title, body=entry.wording.body, link=entry.link), "r", index, index)
        for index, entry in enumerate(read(text))
    ]


def bullets(*texts: str) -> str:
    """Return a file with these bullets."""
    return "## Rules\n\n" + "".join(f"- {text}\n" for text in texts)


@pytest.mark.parametrize(("old", "new"), REWORDED)
def test_a_reworded_bullet_is_known_again(old: str, new: str) -> None:
    """Among others of its section, some of which are new."""
    heads = memories(bullets(OTHERS[0], old, OTHERS[1]))
    found = read(bullets(OTHERS[1], OTHERS[2], new, OTHERS[0]))
    matches = match(found, heads)
    assert {index: heads.index(head) for index, head in matches.heads.items()} == {0: 2, 2: 1, 3: 0}
    assert matches.gone == []


def test_another_bullet_is_not_taken_for_one_that_went() -> None:
    """Of all pairs of different rules, none is matched."""
    rules = [*OTHERS, *(old for old, _ in REWORDED)]
    wrong = [
        (one, other)
        for one, other in permutations(rules, 2)
        if match(read(bullets(other)), memories(bullets(one))).heads
    ]
    assert wrong == []


def test_equal_texts_come_before_likeness() -> None:
    """A bullet that stayed is never taken for the changed one beside it."""
    heads = memories(bullets("Use tea.", "Use tea!"))
    matches = match(read(bullets("Use tea!", "Use teas.")), heads)
    assert {index: head.memory.body for index, head in matches.heads.items()} == {0: "Use tea!", 1: "Use tea."}


def test_a_section_is_known_by_its_name_and_a_renamed_one_is_new() -> None:
    """Its text may be another altogether; the text of a renamed heading is not looked at."""
    heads = memories("## Layout\n\nCore below cli.\n")
    assert match(read("## Layout\n\nEverything is different.\n"), heads).heads
    assert match(read("## Rooms\n\nCore below cli.\n"), heads).gone == heads


@UNHURRIED
@given(st.permutations(range(6)), st.sets(st.integers(0, 5)))
def test_moving_bullets_around_changes_nothing(order: list[int], kept: set[int]) -> None:
    """In whatever order, each that is still there is matched with itself, and the others are gone."""
    texts = [f"rule {number} about {word}" for number, word in enumerate("tea milk bread salt oil rice".split())]
    heads = memories(bullets(*texts))
    left = [texts[index] for index in order if index in kept]
    found = read(bullets(*left))
    matches = match(found, heads)
    exact = {index: head for index, head in matches.heads.items() if head.memory.body == found[index].wording.body}
    assert len(exact) == len(left)
    assert {head.memory.body for head in matches.gone} == {text for text in texts if text not in left}


def test_a_memory_that_was_taken_out_is_matched_by_its_name_alone() -> None:
    """Without a digest, no text is the one that it had."""
    (head,) = memories("## Layout\n\nCore below cli.\n")
    bare = Head(replace(head.memory, link=replace(head.memory.link, digest="")), "r", 1, 1)
    assert match(read("## Other\n\nCore below cli.\n"), [bare]).heads == {}
    assert match(read("## Layout\n\nNew.\n"), [bare]).heads == {0: bare}
