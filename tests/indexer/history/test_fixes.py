"""Fixes that are shaped like fixes, and the files they come back to."""

from __future__ import annotations

import math

import pytest

from indexer.facts import BugProne, Change
from indexer.history import derive_history
from indexer.history.fixes import MOST_CHANGES
from tests.support.commits import DAY, START, commit

PATHS = {"a.py": 5, "b.py": 5, "README.md": 0}


def fixes_of(*shapes: tuple[str, list[str]]) -> dict[str, int]:
    """Return how often each file was fixed by commits of these subjects and paths."""
    commits = [commit(number, paths, subject=subject) for number, (subject, paths) in enumerate(shapes, 1)]
    found = derive_history(commits, paths=PATHS, runs=lambda path: path.endswith(".py")).bug_prone
    return {one.path: one.fixes for one in found}


def test_three_fixes_make_a_file_bug_prone_and_texts_never() -> None:
    """Only code that runs is fixed; what else the commits changed does not count."""
    assert fixes_of(*[("Fix a crash", ["a.py", "README.md"])] * 3) == {"a.py": 3}
    assert fixes_of(*[("Fix a crash", ["a.py"])] * 2) == {}


@pytest.mark.parametrize(
    ("subject", "paths"),
    [
        ("Fix typos", ["a.py"]),
        ('Revert "Fix a crash"', ["a.py"]),
        ("Improve things", ["a.py"]),
        ("Fix a crash in the manual", ["README.md"]),
        ("Fix a crash", ["a.py", *[f"generated/{number}" for number in range(MOST_CHANGES)]]),
    ],
)
def test_what_is_not_shaped_like_a_fix_counts_for_none(subject: str, paths: list[str]) -> None:
    """Typos, reverts, silent changes, texts and sweeps."""
    assert fixes_of(*[(subject, paths)] * 5) == {}


def test_merges_are_no_fixes() -> None:
    """The fix is in the commits that were merged."""
    commits = [commit(number, ["a.py"], subject="Fix a crash", parents=[1, 2]) for number in range(3, 9)]
    assert derive_history(commits, paths=PATHS).bug_prone == ()


def test_recent_fixes_weigh_most() -> None:
    """The score is the sum of the logistic weights of the fixes; a fix under a former name counts."""
    commits = [commit(day, ["old.py"], subject="Fix it", day=day) for day in (0, 50)]
    commits += [commit(60, [Change("R", "a.py", "old.py")], day=60), commit(100, ["a.py"], subject="Fix it", day=100)]
    expected = sum(1 / (1 + math.exp(-12 * moment + 12)) for moment in (0, 0.5, 1))
    (found,) = derive_history(commits, paths=PATHS).bug_prone
    assert found == BugProne("a.py", found.score, 3, START + 100 * DAY)
    assert found.score == pytest.approx(expected, abs=1e-4)
