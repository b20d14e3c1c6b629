"""The singular of resources, and texts without comments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.entrypoints.comments import without_php_comments, without_python_comments
from indexer.entrypoints.inflection import singular

CODE = st.text(st.sampled_from("ab'\"#/*\\\n ([{"), max_size=40)


@pytest.mark.parametrize(
    ("plural", "expected"),
    [
        ("articles", "article"),
        ("categories", "category"),
        ("statuses", "status"),
        ("status", "status"),
        ("addresses", "address"),
        ("boxes", "box"),
        ("people", "person"),
        ("media", "medium"),
        ("news", "news"),
        ("series", "series"),
        ("movies", "movie"),
        ("archives", "archive"),
        ("analyses", "analysis"),
        ("user_credentials", "user_credential"),
        ("head-circumferences", "head-circumference"),
    ],
)
def test_a_resource_is_counted_as_rails_counts_it(plural: str, expected: str) -> None:
    """Of a name of several parts the last is what is counted."""
    assert singular(plural) == expected


@given(CODE)
def test_blanks_for_comments_leave_every_line_and_offset_where_it_was(code: str) -> None:
    """What is not blanked stays as it was."""
    for without in (without_python_comments, without_php_comments):
        text = without(code)
        assert len(text) == len(code)
        assert all(new in {old, " "} and (old != "\n" or new == old) for old, new in zip(code, text, strict=True))


def test_only_comments_are_blanked() -> None:
    """Not what looks like one inside a string, and no attribute."""
    assert without_python_comments("a = '# no'  # don't\nb") == "a = '# no'         \nb"
    assert without_php_comments("#[Route]\n$a = 'http://x'; // it's\n/* 'y */$b") == (
        "#[Route]\n$a = 'http://x';        \n        $b"
    )
