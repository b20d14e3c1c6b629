"""What is kept of code tells whether it changed, and about how much, without the code."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.parsing.pieces import scheme_of
from memtui.anchors.digests import SAMPLE, Digest, changed_share, digest_of, read_digest

LINES = scheme_of("")
TOKENS = st.lists(st.sampled_from([b"a", b"b", b"c", b"(", b")", b"\x01", b"\x02", b"longer"]), max_size=40)


@given(TOKENS, st.sampled_from([LINES, scheme_of("python")]))
def test_a_digest_is_read_as_it_was_written(tokens: list[bytes], scheme: str) -> None:
    """It is kept as text in a memory, and nothing of it is lost there."""
    digest = digest_of(tokens, scheme)
    assert read_digest(str(digest)) == digest


@given(TOKENS, TOKENS)
def test_the_share_is_a_distance(one: list[bytes], other: list[bytes]) -> None:
    """Equal code has none, other code has some, and it is the same from both sides."""
    first, second = digest_of(one, LINES), digest_of(other, LINES)
    share = changed_share(first, second)
    assert (share == 0) == (one == other)
    assert 0 <= share <= 1
    assert share == changed_share(second, first)


@given(
    st.lists(st.sampled_from([b"a", b"b", b"c", b"d"]), max_size=20),
    st.lists(st.sampled_from([b"a", b"e"]), max_size=20),
)
def test_the_share_of_short_code_is_exact(one: list[bytes], other: list[bytes]) -> None:
    """It is the part of the longer one that the other does not have, line by line."""
    common = sum((Counter(one) & Counter(other)).values())
    largest = max(len(one), len(other), 1)
    share = changed_share(digest_of(one, LINES), digest_of(other, LINES))
    expected = 0 if one == other else max(1 - common / largest, 1 / largest)
    assert share == pytest.approx(expected, abs=0.006)


@pytest.mark.parametrize("changed", [20, 100, 400, 900])
def test_the_share_of_long_code_is_estimated_well(changed: int) -> None:
    """A sample of forty-eight parts tells it within what the statistics of such a sample allow."""
    lines = [f"line {number}".encode() for number in range(1_000)]
    other = [f"other {number}".encode() if number < changed else line for number, line in enumerate(lines)]
    digest = digest_of(lines, LINES)
    assert len(digest.sample) == SAMPLE
    assert changed_share(digest, digest_of(other, LINES)) == pytest.approx(changed / 1_000, abs=0.15)


@pytest.mark.parametrize(
    "text", ["", "x", "a/b/c", "a/b/c/d", "a/b/1/%", "a/b/1/2/3", "a/b/-1/AAAA", "a/b/²/AAAA", "\x00"]
)
def test_what_is_no_digest_is_none(text: str) -> None:
    """Memories come from other devices and other versions, and may hold anything there."""
    digest = read_digest(text)
    assert digest is None or isinstance(digest, Digest)
    assert digest is None or str(digest) == text
