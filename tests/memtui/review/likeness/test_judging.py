"""What two texts are to each other: measured on labelled pairs, and shown on the cases that make it hard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.review.likeness import CONTRADICTION, DUPLICATE, judge, statement
from memtui.review.likeness.judging import likeness
from tests.support.likeness import HALVES, LABELS, pairs, scores, table

FLOOR = 0.90
WORDS = (
    "use tabs spaces never always commit not run tests before port 8080 9090 instead of pip uv the, . enabled".split()
)
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("kind", [DUPLICATE, CONTRADICTION])
def test_recall_and_precision_hold_on_both_halves(kind: str, half: str) -> None:
    """At least 0.90 each, on the pairs that the thresholds were measured on and on those kept aside."""
    recall, precision = scores(kind, half)
    assert recall >= FLOOR, table(half)
    assert precision >= FLOOR, table(half)


def test_the_pairs_are_enough_and_none_is_there_twice() -> None:
    """At least 150 pairs of four labels, no pair in both halves."""
    found = [(pair.left, pair.right) for half in HALVES for pair in pairs(half)]
    assert len(found) >= 150
    assert len(set(found)) == len(found)
    assert {pair.label for half in HALVES for pair in pairs(half)} == LABELS


def verdict(left: str, right: str) -> tuple[str, str] | None:
    """Return kind and reason of what two texts are to each other."""
    found = judge(statement(left), statement(right))
    return (found.kind, found.reason) if found else None


@pytest.mark.parametrize(
    ("left", "right", "kind", "reason"),
    [
        ("Use tabs", "Use spaces", CONTRADICTION, "value"),
        ("The API listens on port 8080", "The API listens on port 9090", CONTRADICTION, "number"),
        ("Always commit generated files", "Never commit generated files", CONTRADICTION, "denied"),
        ("Generated files must be committed", "Generated files must not be committed", CONTRADICTION, "denied"),
        ("The core is written in Go", "The core is written in Zig", CONTRADICTION, "other"),
        ("Use pip to install packages", "Use uv instead of pip to install packages", CONTRADICTION, "denied"),
        ("CI runs on Jenkins", "CI no longer runs on Jenkins", CONTRADICTION, "denied"),
        ("Don't edit vendored files", "Do not edit vendored files.", DUPLICATE, "wording"),
        ("Update the lockfile", "update the lock file", DUPLICATE, "wording"),
    ],
)
def test_each_reason_has_its_case(left: str, right: str, kind: str, reason: str) -> None:
    """Values, numbers, denials, other words in one place, and other wordings; in both orders."""
    assert verdict(left, right) == verdict(right, left) == (kind, reason)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("The parser is written in Rust", "The store is written in Rust"),
        ("Set CURLOPT_CAINFO to the bundle", "Set CURLOPT_CAPATH to the bundle"),
        ("Bind to IPv4 when resolving names", "Bind to IPv6 when resolving names"),
        ("Run make test before pushing", "Run make lint before pushing"),
        ("Never commit secrets", "Never commit generated files"),
        ("The unit tests take 2 minutes", "The nightly build takes 20 minutes"),
        ("", ""),
        ("...", "!!!"),
        ("Use tabs", ""),
    ],
)
def test_what_can_hold_side_by_side_is_left_alone(left: str, right: str) -> None:
    """Two subjects with one property, two names in code, two rules of one form."""
    assert verdict(left, right) is None


def test_a_body_is_compared_by_its_sentences() -> None:
    """A contradiction deep in one text is found, where both are of one subject."""
    left = statement("Formatting of Python", "Black formats the code. Lines are limited to 88 characters.")
    right = statement("Formatting of Python", "Black formats the code. Lines are limited to 120 characters.")
    found = judge(left, right)
    assert found is not None
    assert (found.kind, found.reason) == (CONTRADICTION, "number")


def test_a_body_that_repeats_its_title_counts_once() -> None:
    """Agents write the title again at the beginning of the body."""
    assert statement("Use tabs", "Use tabs. Go does, too.") == statement("", "Use tabs. Go does, too.")


@given(left=TEXTS, right=TEXTS)
def test_the_order_of_a_pair_does_not_matter(left: str, right: str) -> None:
    """What one text is to another, the other is to it, with a score from 0 to 1."""
    one, other = statement(left), statement(right)
    found, turned = judge(one, other), judge(other, one)
    assert (found and found.kind) == (turned and turned.kind)
    assert found is None or 0 <= found.score <= 1
    assert likeness(one.stems, other.stems) == pytest.approx(likeness(other.stems, one.stems))


@given(text=TEXTS)
def test_a_text_never_contradicts_itself_said_twice(text: str) -> None:
    """A copy is a duplicate or, when it says nothing or opposes itself, not a fault."""
    found = judge(statement(text), statement(text.upper()))
    if found is not None and len(statement(text).clauses) == 1:
        assert found.kind == DUPLICATE
        assert found.score == pytest.approx(1.0)
