"""Reverts name what they take back and why."""

from __future__ import annotations

import pytest

from indexer.history import derive_history, read_log, standing
from indexer.history.reverts import reason_of
from indexer.repository import find_repository
from tests.conftest import GitRepository
from tests.support.commits import commit, oid


def test_git_revert_with_a_reason_is_read(repository: GitRepository) -> None:
    """A commit made by ``git revert`` names the reverted commit, its subject and the reason added to it."""
    repository.commit({"a": "1"}, day=2)
    wrong = repository.commit({"a": "2"}, "Cache the index in memory", day=3)
    repository.git("revert", "--no-edit", wrong)
    message = (
        repository.git("log", "-1", "--format=%B") + "\n\nThe cache grew without bound on large trees.\nSee #12.\n"
    )
    repository.git("commit", "-q", "--amend", "-m", message)
    (revert,) = derive_history(read_log(find_repository(repository.path)), paths={}).reverts
    assert revert.commit == repository.git("rev-parse", "HEAD")
    assert (revert.reverted, revert.subject) == (wrong, "Cache the index in memory")
    assert revert.reason == "The cache grew without bound on large trees."


def test_a_revert_of_a_revert_stands_for_itself_and_undoes_the_first(repository: GitRepository) -> None:
    """Both are listed, newest first; nothing stays undone after the second."""
    repository.commit({"a": "1"}, day=2)
    wrong = repository.commit({"a": "2"}, "Try it", day=3)
    repository.git("revert", "--no-edit", wrong, GIT_COMMITTER_DATE="2026-01-04T00:00:00Z")
    first = repository.git("rev-parse", "HEAD")
    repository.git("revert", "--no-edit", "HEAD", GIT_COMMITTER_DATE="2026-01-05T00:00:00Z")
    reverts = derive_history(read_log(find_repository(repository.path)), paths={}).reverts
    assert [(revert.reverted, revert.subject) for revert in reverts] == [(first, 'Revert "Try it"'), (wrong, "Try it")]
    assert standing(reverts) == ()
    assert standing(reverts[1:]) == reverts[1:]


def test_a_third_revert_leaves_the_commit_undone() -> None:
    """Undone, done again and undone: only the newest revert counts."""
    commits = [commit(1, subject="Try it")] + [
        commit(number, subject='Revert "…"', body=f"This reverts commit {oid(number - 1)}.") for number in (2, 3, 4)
    ]
    reverts = derive_history(commits, paths={}).reverts
    assert [revert.commit for revert in reverts] == [oid(4), oid(3), oid(2)]
    assert [revert.commit for revert in standing(reverts)] == [oid(2)]


@pytest.mark.parametrize("order", [1, -1])
def test_a_short_id_is_completed_in_any_order_of_commits(order: int) -> None:
    """A prefix that names one commit of the history becomes its whole id."""
    good = commit(1, subject="Good idea")
    good = type(good)("abcdef" + good.oid[6:], *[getattr(good, name) for name in good.__slots__[1:]])
    bad = commit(2, subject="Undo", body="This reverts commit abcdef0.\n\nIt was too slow on large files.")
    (revert,) = derive_history([good, bad][::order], paths={}).reverts
    assert (revert.reverted, revert.subject) == (good.oid, "Good idea")


def test_a_revert_of_something_unseen_keeps_what_is_known() -> None:
    """Behind a shallow boundary the id stays as written and the subject is the quoted one."""
    body = f"This reverts commit {'e' * 40}."
    (revert,) = derive_history([commit(1, subject='Revert "Old idea" (#7)', body=body)], paths={}).reverts
    assert (revert.reverted, revert.subject, revert.reason) == ("e" * 40, "Old idea", "")


def test_notices_of_squashed_steps_are_no_reverts() -> None:
    """A notice inside another commit's body counts only if the history has the commit it names."""
    squashed = commit(1, subject="Add feature (#9)", body=f'* try\n\n* Revert "try"\n\nThis reverts commit {"d" * 40}.')
    assert derive_history([squashed], paths={}).reverts == ()
    assert (
        len(
            derive_history(
                [commit(2), commit(3, subject="Use x again", body=f"This reverts commit {oid(2)}.")], paths={}
            ).reverts
        )
        == 1
    )


def test_talk_about_reverting_is_no_revert() -> None:
    """The word alone takes nothing back."""
    commits = [
        commit(1, subject="Allow to revert changes", body="The user may revert to an older version."),
        commit(2, subject='Merge "Revert x"', parents=[1]),
        commit(3, subject='Revert "x"', parents=[1, 2]),
    ]
    assert derive_history(commits, paths={}).reverts == ()


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("This reverts commit abcdef1.", ""),
        ("This reverts commit abcdef1, reversing\nchanges made to 1234567.", ""),
        ("Reverts owner/project#12", ""),
        ("This reverts commit abcdef1.\n\nFixes #2133", ""),
        ("This reverts commit abcdef1.\n\nSigned-off-by: Ada <ada@example.org>", ""),
        ("This reverts commit abcdef1.\n\nci_complete", ""),
        ("This reverts commit abcdef1.\n\nbroken tests", "broken tests"),
        ("This reverts commit abcdef1 because it broke builds on Windows.", "because it broke builds on Windows."),
        ("This reverts commit abcdef1. It broke the build.", "It broke the build."),
        (
            "We like it. But it is slow, since it copies.\n\nThis reverts commit abcdef1.",
            "But it is slow, since it copies.",
        ),
        ("* Turn it round\n\nThis reverts commit abcdef1.\n\nThe test was flaky.", "The test was flaky."),
        ("This reverts commit abcdef1.\n\n    code = indented();\n\nIt leaks memory.", "It leaks memory."),
    ],
)
def test_the_reason_is_what_people_wrote(body: str, reason: str) -> None:
    """Boilerplate, trailers, references and code give no reason; the ground is preferred to other sentences."""
    assert reason_of(body) == reason
