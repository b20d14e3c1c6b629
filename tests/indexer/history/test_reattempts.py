"""What was taken back and tried again."""

from __future__ import annotations

from indexer.facts import Commit, ReAttempt
from indexer.history import derive_history
from tests.support.commits import DAY, START, commit, oid


def undoing(number: int, undone: int, paths: list[str], day: float | None = None) -> Commit:
    """Return a commit that takes another back."""
    return commit(number, paths, subject='Revert "…"', body=f"This reverts commit {oid(undone)}.", day=day)


def reattempts_of(*commits: Commit) -> tuple[ReAttempt, ...]:
    """Return the re-attempts among commits of two files."""
    return derive_history(commits, paths={"a": 1, "b": 1}).reattempts


def test_the_same_subject_after_a_revert_is_a_second_try() -> None:
    """Marks and numbers of pull requests aside; the earliest counts."""
    found = reattempts_of(
        commit(1, ["a"], subject="Cache the index in memory (#12)"),
        undoing(2, 1, ["a"]),
        commit(3, ["b"], subject="Reapply: cache the index in memory (#15)"),
        commit(4, ["b"], subject="Cache the index in memory"),
    )
    subject = "Reapply: cache the index in memory (#15)"
    assert found == (ReAttempt(oid(1), oid(2), oid(3), subject, START + 3 * DAY),)


def test_a_revert_of_the_revert_is_a_second_try() -> None:
    """Git's own way to bring a commit back."""
    (found,) = reattempts_of(commit(1, ["a"]), undoing(2, 1, ["a"]), undoing(3, 2, ["a"]))
    assert (found.reverted, found.revert, found.commit) == (oid(1), oid(2), oid(3))


def test_the_same_files_and_half_of_the_words_are_a_second_try() -> None:
    """Another subject on other files is none, nor is another subject on the same files."""
    first = commit(1, ["a", "b"], subject="Cache the parsed index in memory")
    assert reattempts_of(first, undoing(2, 1, ["a", "b"]), commit(3, ["a", "b"], subject="Cache parsed index on disk"))
    assert not reattempts_of(first, undoing(2, 1, ["a", "b"]), commit(3, ["a", "b"], subject="Rename the functions"))
    assert not reattempts_of(first, undoing(2, 1, ["a", "b"]), commit(3, ["c"], subject="Cache parsed index on disk"))


def test_what_came_before_the_revert_or_years_later_is_no_second_try() -> None:
    """A try follows the revert, within two years."""
    first = commit(1, ["a"], subject="Cache the index")
    again = [commit(number, ["a"], subject="Cache the index", day=day) for number, day in ((2, 2), (9, 900))]
    assert reattempts_of(first, again[0], undoing(3, 1, ["a"], day=3), again[1]) == ()


def test_reverts_of_unknown_commits_have_no_second_try() -> None:
    """A shallow clone lacks the reverted commit, and nothing is guessed."""
    assert reattempts_of(undoing(2, 1, ["a"]), commit(3, ["a"], subject="…")) == ()
