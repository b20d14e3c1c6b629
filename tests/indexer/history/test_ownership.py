"""Authors are those of ``git shortlog``."""

from __future__ import annotations

from indexer.facts import Author
from indexer.history import derive_history, read_log
from indexer.repository import find_repository
from tests.conftest import GitRepository
from tests.support.commits import DAY, START, commit


def test_authors_carry_share_and_span() -> None:
    """An author has a number of commits, their share, and the times of the first and the last."""
    commits = [commit(1, author="Bob"), commit(2, author="Ada"), commit(3, author="Bob"), commit(9, author="Bob")]
    assert derive_history(commits, paths={}).authors == (
        Author("Bob", "bob@example.org", 3, 0.75, START + DAY, START + 9 * DAY),
        Author("Ada", "ada@example.org", 1, 0.25, START + 2 * DAY, START + 2 * DAY),
    )


def test_one_name_with_two_addresses_is_one_author() -> None:
    """The address used most is the one shown; of equals, the first by letter."""
    commits = [commit(number, author="Ada", email=email) for number, email in enumerate("zabb", 1)]
    assert [(author.email, author.commits) for author in derive_history(commits, paths={}).authors] == [("b", 4)]
    assert derive_history(commits[:2], paths={}).authors[0].email == "a"


def test_the_nameless_go_by_their_address() -> None:
    """Two authors without a name are two."""
    commits = [commit(1, author="", email="a@x"), commit(2, author="", email="b@x")]
    assert [author.name for author in derive_history(commits, paths={}).authors] == ["a@x", "b@x"]


def test_authors_are_those_of_shortlog(repository: GitRepository) -> None:
    """Counts agree with git's own, merges included, names joined by the mailmap."""
    people = [("Ada", "a@x"), ("Bob", "b@x"), ("Bobby", "bobby@y"), ("Çelik Ünal", "c@x"), ("Ada", "other@x")]
    repository.write({".mailmap": "Bob <b@x> Bobby <bobby@y>\n"})
    for number, (name, email) in enumerate(people * 2):
        repository.git("commit", "-q", "--allow-empty", "-m", str(number), GIT_AUTHOR_NAME=name, GIT_AUTHOR_EMAIL=email)
    repository.git("checkout", "-q", "-b", "side", "HEAD~1")
    repository.commit({"a": "1"}, "Aside")
    repository.git("checkout", "-q", "main")
    repository.git("merge", "-q", "--no-ff", "-m", "Merge", "side")
    authors = derive_history(read_log(find_repository(repository.path)), paths={}).authors
    lines = repository.git("shortlog", "-sn", "HEAD").splitlines()
    assert {(str(author.commits), author.name) for author in authors} == {
        tuple(line.strip().split("\t")) for line in lines
    }
    assert sum(author.commits for author in authors) == int(repository.git("rev-list", "--count", "HEAD"))
