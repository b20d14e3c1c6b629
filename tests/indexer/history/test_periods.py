"""Churn over time, and how it is spread."""

from __future__ import annotations

from typing import Any

import pytest

from indexer.facts import Commit, PathHistory
from indexer.history import Present, derive_history
from indexer.history.periods import PERIODS
from tests.support.commits import DAY, START, commit, oid, told

WEEKS = 28


def files_of(commits: list[Commit], **options: Any) -> dict[str, PathHistory]:
    """Return the histories of the paths that the commits changed."""
    paths = {change.path: 1 for one in commits for change in one.changes}
    return {one.path: one for one in told(commits, Present(paths, **options)).files}


def test_commits_fall_into_four_weeks_counted_back_from_now() -> None:
    """The newest period ends now; what is older than two years is in none."""
    days = [1000, 1000 - WEEKS + 1, 1000 - WEEKS, 1000 - PERIODS * WEEKS + 1, 1000 - PERIODS * WEEKS]
    commits = [commit(number, ["a"], day=day) for number, day in enumerate(days, 1)]
    history = files_of(commits)["a"]
    assert history.periods == (1, *[0] * (PERIODS - 3), 1, 2)
    assert history.commits == 5
    assert (history.first, history.last) == (START + days[-1] * DAY, START + 1000 * DAY)


def test_ages_are_counted_from_the_head_even_if_another_commit_is_dated_later() -> None:
    """A commit from the future counts as new and shifts nothing."""
    commits = [commit(1, ["a"], day=9000), commit(2, ["a"], day=10, parents=[1])]
    present = Present({"a": 1}, head=oid(2))
    found = told(commits, present)
    assert found.files[0].periods[-1] == 2
    assert found.history.repository_history[0].now == START + 10 * DAY
    assert found.history.hotspots[0].churn == 2.0


def test_the_entropy_of_a_period_is_that_of_its_shares() -> None:
    """Two files changed alike are two files in full disorder; one file alone is none."""
    even = [commit(1, ["a"], day=1), commit(2, ["b"], day=2)]
    whole = derive_history(even, paths={"a": 1, "b": 1}).repository_history[0]
    assert whole.entropy == (*[0.0] * (PERIODS - 1), 1.0)
    assert files_of(even)["a"].entropy == pytest.approx(0.5)
    alone = [commit(1, ["a"], day=1), commit(2, ["a"], day=2)]
    assert derive_history(alone, paths={"a": 1}).repository_history[0].entropy == (0.0,) * PERIODS


def test_wide_commits_say_nothing_about_disorder() -> None:
    """A change of everything at once is no scattered work."""
    wide = [commit(1, [f"f{number}" for number in range(31)])]
    assert files_of(wide)["f0"].entropy == 0.0
    assert files_of(wide)["f0"].periods[-1] == 1


def test_the_main_line_goes_along_first_parents() -> None:
    """A merged branch counts as the one commit that merged it."""
    commits = [
        commit(1, ["a"], day=1),
        commit(2, ["a"], day=2, parents=[1]),
        commit(3, ["b"], day=3, parents=[1]),
        commit(4, [], day=4, parents=[2, 3]),
    ]
    whole = derive_history(commits, paths={"a": 1, "b": 1}, head=oid(4)).repository_history[0]
    assert (whole.periods[-1], whole.mainline[-1]) == (4, 3)
    assert whole.commits == 4
