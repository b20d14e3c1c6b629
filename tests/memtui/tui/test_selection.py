"""Cursor, marks and range stay with what they are on, whatever rows come and go."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from memtui.tui.widgets.lines import ListedLines, position_in
from memtui.tui.widgets.selection import Selection

_NAMES = some.lists(some.sampled_from("abcdefghij"), unique=True, max_size=10)


def shown(names: list[str]) -> Selection:
    """Return a selection over rows with these names."""
    selection = Selection()
    selection.replace(range(len(names)), ListedLines(names))
    return selection


@given(_NAMES, _NAMES, some.integers(0, 9), some.sets(some.sampled_from("abcdefghij")))
def test_cursor_and_marks_follow_their_rows(before: list[str], after: list[str], cursor: int, marks: set[str]) -> None:
    """A row that is still there keeps the cursor and its mark; what is gone is marked no longer."""
    selection = shown(before)
    selection.cursor = selection.within(cursor)
    selection.marks = marks & set(before)
    current = selection.current
    kept = selection.marks & set(after)
    selection.replace(range(len(after)), ListedLines(after))
    assert selection.marks == kept
    assert selection.current is None if not after else selection.current in after
    if current in after:
        assert selection.current == current


@given(_NAMES, some.integers(0, 9), some.integers(0, 9))
def test_a_range_ends_as_marks_of_all_it_spans(names: list[str], start: int, end: int) -> None:
    """Whichever end it was begun at."""
    selection = shown(names)
    selection.cursor = selection.within(start)
    selection.toggle_range()
    selection.cursor = selection.within(end)
    spanned = [selection.identity_at(position) for position in selection.span]
    assert list(selection.chosen) == spanned
    selection.toggle_range()
    assert selection.marks == set(spanned)
    assert not selection.span


@given(_NAMES, some.lists(some.sampled_from("markall range step go".split()), max_size=8))
def test_steps_back_lead_to_nothing_chosen_but_the_cursor(names: list[str], steps: list[str]) -> None:
    """However things were marked, some steps back end at the row under the cursor."""
    selection = shown(names)
    acts = {
        "markall": selection.toggle_all,
        "range": selection.toggle_range,
        "step": selection.step_back,
        "go": selection.toggle_mark,
    }
    for step in steps:
        acts[step]()
    while selection.step_back():
        pass
    assert not selection.marking
    assert selection.chosen == (() if not names else (selection.current,))


def test_rows_are_found_in_arrays_and_in_sequences() -> None:
    """Both are used for rows, and a row that is not shown has no place."""
    import numpy as np

    for rows in (np.array([4, 2, 9]), (4, 2, 9), [4, 2, 9]):
        assert position_in(rows, 9) == 2
        assert position_in(rows, 3) is None
        assert position_in(rows, None) is None
