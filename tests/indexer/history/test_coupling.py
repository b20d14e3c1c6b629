"""Coupling: code-maat's degree, with bounded memory."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.facts import Change, Commit, Coupling
from indexer.history import derive_history, table_of
from indexer.history.coupling import couplings
from indexer.history.ledger import ledger_of
from tests.support.commits import commit


def derive(commits: list[Commit], *paths: str, **options: Any) -> tuple[Coupling, ...]:
    """Derive the couplings among ``paths``."""
    return derive_history(commits, paths=dict.fromkeys(paths, 1), **options).couplings


def together(times: int, *paths: str, start: int = 1) -> list[Commit]:
    """Return commits that each change all of ``paths``."""
    return [commit(number, paths) for number in range(start, start + times)]


def test_degree_is_shared_over_the_mean_of_revisions() -> None:
    """Six shared of six and eighteen revisions are 50 %."""
    commits = together(6, "a", "b") + together(12, "b", start=7)
    assert derive(commits, "a", "b") == (Coupling("a", "b", 6, 50.0),)


def test_too_few_shared_commits_are_chance() -> None:
    """Four shared commits say nothing, five do."""
    assert derive(together(4, "a", "b"), "a", "b") == ()
    assert derive(together(5, "a", "b"), "a", "b") == (Coupling("a", "b", 5, 100.0),)


def test_a_weak_degree_is_left_out() -> None:
    """Below 30 % two files are busy, not coupled."""
    commits = together(5, "a", "b") + together(15, "a", start=6) + together(15, "b", start=21)
    assert derive(commits, "a", "b") == ()


def test_wide_commits_say_nothing() -> None:
    """A commit of 31 paths is left out, counted or not; one of 30 is not."""
    crowd = [f"other{number}" for number in range(29)]
    assert derive(together(5, "a", "b", *crowd), "a", "b") == ()
    assert derive(together(5, "a", "b", *crowd[:28]), "a", "b") == (Coupling("a", "b", 5, 100.0),)


def test_only_present_and_counted_paths_are_coupled() -> None:
    """Deleted and uncounted files are in no pair."""
    commits = together(5, "a", "b", "gone", "lock")
    assert derive(commits, "a", "b", "lock", counts=lambda path: path != "lock") == (Coupling("a", "b", 5, 100.0),)


def test_former_names_are_coupled_under_the_present_one() -> None:
    """A rename breaks no coupling, and a file is never coupled with its own former name."""
    commits = [*together(3, "old", "b"), commit(4, [Change("R", "new", "old")]), *together(3, "new", "b", start=5)]
    assert derive(commits, "new", "b") == (Coupling("b", "new", 6, 92.3),)


def test_strong_and_frequent_pairs_come_first() -> None:
    """Pairs are ordered by degree times shared commits, then by path."""
    commits = together(5, "a", "b") + together(9, "c", "d", start=6) + together(5, "e", "f", start=15)
    assert [coupling.left for coupling in derive(commits, *"abcdef")] == ["c", "a", "e"]


histories = st.lists(st.sets(st.sampled_from("abcdefgh"), max_size=6), max_size=40)


@settings(deadline=None)
@given(histories, st.integers(1, 30), st.integers(1, 12))
def test_the_result_is_that_of_counting_by_hand(changed: list[set[str]], at_once: int, limit: int) -> None:
    """Whatever the parts in which pairs are counted, the strongest pairs are those of a plain count."""
    ledger = ledger_of(table_of(commit(number, sorted(paths)) for number, paths in enumerate(changed, 1)))
    revisions = Counter(path for paths in changed for path in paths)
    shared = Counter(pair for paths in changed for pair in combinations(sorted(paths), 2))
    degree = {pair: 200 * count / (revisions[pair[0]] + revisions[pair[1]]) for pair, count in shared.items()}
    expected = [pair for pair in shared if shared[pair] >= 5 and degree[pair] >= 30]
    expected.sort(key=lambda pair: (-degree[pair] * shared[pair], pair))
    found = couplings(ledger.touches({}, set("abcdefgh")), limit, pairs_at_once=at_once)
    assert [(coupling.left, coupling.right) for coupling in found] == expected[:limit]
    assert all(coupling.shared == shared[coupling.left, coupling.right] for coupling in found)
