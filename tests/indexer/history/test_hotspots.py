"""Hotspots: decayed churn times complexity, with their authors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.facts import Change, Commit, Hotspot
from indexer.history import derive_history
from indexer.history.hotspots import percentile_rank
from tests.support.commits import DAY, START, commit


def hotspots(commits: list[Commit], paths: Mapping[str, int], **options: Any) -> dict[str, Hotspot]:
    """Derive the hotspots by path."""
    return {hotspot.path: hotspot for hotspot in derive_history(commits, paths=paths, **options).hotspots}


def test_churn_halves_every_180_days() -> None:
    """Two commits, one of today and one of 180 days ago, weigh one and a half."""
    found = hotspots([commit(1, ["a"], day=0), commit(2, ["a"], day=180)], {"a": 5})
    assert found["a"] == Hotspot(
        path="a",
        score=0.25,
        commits=2,
        churn=1.5,
        complexity=5,
        authors=1,
        main_author="Ada",
        main_share=1.0,
        last_change=START + 180 * DAY,
    )


def test_age_counts_from_the_newest_commit_or_a_given_moment() -> None:
    """The clock of the machine plays no part."""
    commits = [commit(1, ["a"], day=0), commit(2, [], day=360)]
    assert hotspots(commits, {"a": 1})["a"].churn == 0.25
    assert hotspots(commits, {"a": 1}, now=START)["a"].churn == 1.0


def test_often_and_complex_comes_first() -> None:
    """Neither churn nor complexity alone makes the worst hotspot."""
    commits = [commit(number, ["busy", "both"]) for number in range(1, 9)] + [commit(9, ["complex"])]
    history = derive_history(commits, paths={"busy": 1, "both": 90, "complex": 100})
    assert [hotspot.path for hotspot in history.hotspots] == ["both", "complex", "busy"]


def test_equal_scores_are_ordered_by_path() -> None:
    """Ties do not depend on the order of commits."""
    commits = [commit(1, ["b", "a", "c"], day=1), commit(2, ["c", "b", "a"], day=2)]
    paths = {"c": 1, "a": 1, "b": 1}
    expected = ["a", "b", "c"]
    assert [hotspot.path for hotspot in derive_history(commits, paths=paths).hotspots] == expected
    assert [hotspot.path for hotspot in derive_history(commits[::-1], paths=paths).hotspots] == expected


def test_only_present_and_counted_paths_are_listed() -> None:
    """Deleted files and files that do not count are no hotspots, and paths without a commit neither."""
    commits = [commit(1, ["gone", "kept", "package.lock"])]
    paths = {"kept": 1, "package.lock": 99, "untouched": 50}
    assert set(hotspots(commits, paths, counts=lambda path: not path.endswith(".lock"))) == {"kept"}


def test_a_renamed_file_keeps_its_history() -> None:
    """Commits under each former name count for the name of today."""
    commits = [
        commit(1, [Change("A", "one.py")], author="Ada"),
        commit(2, ["one.py"], author="Ada"),
        commit(3, [Change("R", "two.py", "one.py")], author="Bob"),
        commit(4, [Change("R", "three.py", "two.py")], author="Bob"),
        commit(5, ["three.py"], author="Ada"),
    ]
    found = hotspots(commits, {"three.py": 1})["three.py"]
    assert (found.commits, found.authors, found.main_author, found.main_share) == (5, 2, "Ada", 0.6)


def test_the_main_author_of_a_tie_is_the_first_by_name() -> None:
    """Equal numbers of commits are decided alike in every order."""
    commits = [commit(1, ["a"], author="Zoe"), commit(2, ["a"], author="Bob")]
    for order in (commits, commits[::-1]):
        assert hotspots(order, {"a": 1})["a"].main_author == "Bob"


def test_times_beyond_reason_do_no_harm() -> None:
    """Commits dated before the epoch or in a far future neither overflow nor raise."""
    early, late = commit(1, ["a"], day=-40_000), commit(2, ["a"], day=1e12)
    found = hotspots([early, late], {"a": 1}, now=START)["a"]
    assert found.churn == pytest.approx(1.0, abs=0.01)


def test_no_commits_give_no_hotspots() -> None:
    """An empty history derives to an empty one."""
    assert derive_history([], paths={"a": 3}).hotspots == ()


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=40))
def test_ranks_keep_the_order_and_average_one_half(values: list[int]) -> None:
    """Larger values rank higher, equal ones equal, and the mean rank is 1/2 whatever the values."""
    ranks = percentile_rank(np.array(values))
    assert ranks.mean() == pytest.approx(0.5)
    assert [np.sign(a - b) for a in values for b in values] == [
        np.sign(round(a - b, 9)) for a in ranks.tolist() for b in ranks.tolist()
    ]
