"""Who knows which files, and how many of them may leave."""

from __future__ import annotations

import math
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.facts import Commit, PathHistory
from indexer.history import Present, derive_history
from tests.support.commits import commit, told

AUTHORS = ["Ada", "Bob", "Cy"]
touched = st.lists(st.tuples(st.sampled_from(AUTHORS), st.sets(st.sampled_from("abcd"), min_size=1)), max_size=25)


def histories_of(changes: list[tuple[str, set[str]]]) -> dict[str, PathHistory]:
    """Return the histories of all files after these commits."""
    commits = [commit(number, sorted(paths), author=author) for number, (author, paths) in enumerate(changes, 1)]
    return {one.path: one for one in told(commits, Present(dict.fromkeys("abcd", 1))).files}


@settings(deadline=None)
@given(touched)
def test_a_file_is_known_by_those_with_a_high_degree_of_authorship(changes: list[tuple[str, set[str]]]) -> None:
    """The truck factor of a file counts the authors by Avelino's formula, worked out by hand."""
    for path, history in histories_of(changes).items():
        makers = [author for author, paths in changes if path in paths]
        made = Counter(makers)
        degree = {
            author: 3.293 + 1.098 * (author == makers[0]) + 0.164 * count - 0.321 * math.log(1 + len(makers) - count)
            for author, count in made.items()
        }
        knowing = [one for one in degree.values() if one >= 3.293 and one > 0.75 * max(degree.values())]
        assert history.truck_factor == len(knowing)
        assert history.authors == len(made)
        ranked = sorted(made, key=lambda author: (-made[author], author))
        assert history.owners == tuple(ranked)
        assert history.shares == tuple(round(made[author] / len(makers), 3) for author in ranked)


def test_the_truck_factor_is_how_many_leave_before_half_of_the_files_are_orphaned() -> None:
    """Ada made six files of ten, Bob three and Cy one: Ada alone is enough, and with fewer files she is not."""
    owned = [("Ada", 6), ("Bob", 3), ("Cy", 1)]
    commits: list[Commit] = []
    paths: list[str] = []
    for author, count in owned:
        for _ in range(count):
            paths.append(f"file{len(paths)}")
            commits.append(commit(len(paths), [paths[-1]], author=author))
    (whole,) = derive_history(commits, paths=dict.fromkeys(paths, 1)).repository_history
    assert (whole.truck_factor, whole.key_authors) == (1, ("Ada",))
    rest = derive_history(commits[2:], paths=dict.fromkeys(paths, 1)).repository_history[0]
    assert (rest.truck_factor, rest.key_authors) == (2, ("Ada", "Bob"))


def test_modules_have_owners_and_a_truck_factor_of_their_own() -> None:
    """A module's commits are counted once each, whatever files of it they change."""
    commits = [commit(1, ["a/x", "a/y", "b/z"], author="Ada"), commit(2, ["a/x", "a/y"], author="Bob")]
    paths = dict.fromkeys(["a/x", "a/y", "b/z"], 1)
    modules = {"a/x": "a", "a/y": "a", "b/z": "b"}
    found = {one.path: one for one in derive_history(commits, paths=paths, modules=modules).module_histories}
    assert {path: one.commits for path, one in found.items()} == {"a": 2, "b": 1}
    assert (found["a"].owners, found["a"].shares) == (("Ada", "Bob"), (0.5, 0.5))
    assert found["b"].truck_factor == 1
