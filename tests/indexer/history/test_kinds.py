"""What kind of change a commit says it is."""

from __future__ import annotations

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.facts import CommitKind
from indexer.history.kinds import kinds_of


def kind_of(subject: str, body: str = "", parents: int = 1) -> CommitKind:
    """Return the kind of one commit."""
    texts = pa.array([subject], pa.string()), pa.array([body], pa.string())
    (kind,) = kinds_of(*texts, pa.array([["0"] * parents], pa.list_(pa.string()))).to_pylist()
    return CommitKind(kind)


@pytest.mark.parametrize(
    ("subject", "kind"),
    [
        ("fix: keep the lock", "fix"),
        ("Fix(parser): keep the lock", "fix"),
        ("Fix a crash on empty input (#12)", "fix"),
        ("Handle wrong checksums", "fix"),
        ("[stable-2.1] Fixes #4711 deadlock in the pool", "fix"),
        ("Fix typo", "docs"),
        ("Fix broken link in README", "docs"),
        ("Fix flaky test of the pool", "tests"),
        ("Fix failing tests", "tests"),
        ("fix typing of the runner", "upkeep"),
        ("[pre-commit.ci] auto fixes from pre-commit.com hooks", "upkeep"),
        ("Bump urllib3 from 1.2 to 1.3 to fix CVE-2024-1", "upkeep"),
        ("v2.3.1", "upkeep"),
        ("feat(api)!: drop the old token", "breaking"),
        ("feat: tokens", "feature"),
        ("Add tokens to the API", "feature"),
        ("Add tests for tokens", "tests"),
        ("perf: fewer copies", "performance"),
        ("Speed up start", "performance"),
        ('Revert "Add tokens to the API"', "revert"),
        ("Prefix all the names", "other"),
        ("", "other"),
    ],
)
def test_the_subject_tells_the_kind(subject: str, kind: str) -> None:
    """Types of Conventional Commits and words tell; a fix of texts, tests or style is no fix."""
    assert kind_of(subject) == kind


def test_parents_and_footers_come_before_words() -> None:
    """A merge is a merge whatever it says, and a footer makes a change a breaking one."""
    assert kind_of("Fix a crash", parents=2) is CommitKind.MERGE
    assert kind_of("Tokens", body="They expire.\n\nBREAKING CHANGE: old tokens are refused.") is CommitKind.BREAKING
    assert kind_of("Tokens", body="This is no breaking change.") is CommitKind.OTHER


@settings(deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=30), max_size=4))
def test_any_text_has_a_kind(subjects: list[str]) -> None:
    """Control characters, line ends and other scripts do no harm; rows keep their order."""
    texts = pa.array(subjects, pa.string())
    kinds = kinds_of(texts, texts, pa.array([["0"]] * len(subjects), pa.list_(pa.string()))).to_pylist()
    assert kinds == [str(kind_of(subject, subject)) for subject in subjects]
