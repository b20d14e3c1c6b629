"""Times as people type them."""

from __future__ import annotations

import argparse
import time

import pytest

from memtui.cli.times import SECOND, age, day, moment_to_come, now, span

DAY = 86_400 * SECOND


@pytest.mark.parametrize(
    ("text", "expected"),
    [("36h", 36 * DAY // 24), ("30d", 30 * DAY), ("2W", 14 * DAY), ("6m", 180 * DAY), ("1y", 365 * DAY), ("0d", 0)],
)
def test_lengths_have_units(text: str, expected: int) -> None:
    """Hours, days, weeks, months of thirty days, years of 365."""
    assert span(text) == expected


@pytest.mark.parametrize("text", ["", "30", "d", "-1d", "1.5d", "30 d", "99999y", "999999d", "1x", "٣d"])
def test_what_is_no_length_is_refused(text: str) -> None:
    """No guess, and nothing that overflows a date."""
    with pytest.raises(argparse.ArgumentTypeError):
        span(text)


def test_a_moment_is_relative_or_a_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """A date alone is midnight where the person is; with a zone it is that."""
    monkeypatch.setattr(time, "time_ns", lambda: 1_767_225_600 * 10**9)  # 2026-01-01T00:00:00Z
    assert moment_to_come("+7d") == now() + 7 * DAY
    assert moment_to_come("2026-01-02T00:00:00+01:00") == now() + DAY - 3_600 * SECOND
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        assert moment_to_come("2026-01-02") == now() + DAY - 3_600 * SECOND
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    "text", ["", "+", "+x", "+0d", "tomorrow", "2020-01-01", "9999-12-31", "2026-13-01", "0001-01-01"]
)
def test_what_is_not_to_come_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A snooze that is over, or that no one will see the end of, is a mistake."""
    monkeypatch.setattr(time, "time_ns", lambda: 1_767_225_600 * 10**9)
    with pytest.raises(argparse.ArgumentTypeError):
        moment_to_come(text)


def test_ages_are_in_their_largest_unit() -> None:
    """What is in the future, since a clock was wrong, is new."""
    at = 1_000 * DAY
    assert [age(at - ago, at=at) for ago in (0, -DAY, 5 * DAY // 24, 3 * DAY, 800 * DAY)] == [
        "under 1 h", "under 1 h", "5 h", "3 d", "2 y"
    ]  # fmt: skip
    assert day(at) == "1972-09-27"
