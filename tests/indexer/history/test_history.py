"""The whole derivation, from a real repository and from made-up ones."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.facts import Change, Commit, History
from indexer.history import derive_history, from_batches, read_log, to_batches
from indexer.history.telling import MOST_RENAMES
from indexer.repository import find_repository, read_tags
from tests.conftest import GitRepository
from tests.support.commits import commit


def test_an_empty_history_is_empty() -> None:
    """No commits derive to nothing, whatever is present or tagged."""
    assert derive_history([], paths={"a": 1}, releases=[("v1", "f" * 40)]) == History(commits=0)


def test_a_real_repository_is_derived_alike_from_git_and_from_arrow(repository: GitRepository) -> None:
    """Reading back stored commits gives the very same history as reading git."""
    for day in range(2, 9):
        repository.commit({"src/a.py": f"{day}\n", "src/b.py": f"{day}\n"}, f"Day {day}", day=day)
    repository.git("tag", "v1.0")
    repository.git("mv", "src/a.py", "src/c.py")
    repository.commit(message="Rename a", day=9)
    repository.git("revert", "--no-edit", "HEAD", GIT_COMMITTER_DATE="2026-01-10T00:00:00Z")
    handle = find_repository(repository.path)
    options: dict[str, Any] = {"paths": {"src/a.py": 3, "src/b.py": 4}, "releases": read_tags(handle)}
    history = derive_history(read_log(handle), **options)
    assert derive_history(from_batches(to_batches(read_log(handle), 2)), **options) == history
    assert history.commits == 9
    assert {hotspot.path: hotspot.commits for hotspot in history.hotspots} == {"src/a.py": 9, "src/b.py": 7}
    assert [(coupling.left, coupling.shared) for coupling in history.couplings] == [("src/a.py", 7)]
    assert [rename.path for rename in history.renames] == ["src/a.py", "src/c.py"]
    assert [revert.subject for revert in history.reverts] == ["Rename a"]
    assert [(release.tag, release.commits) for release in history.releases] == [("v1.0", 7)]


def test_commit_counts_of_paths_are_those_of_git(repository: GitRepository) -> None:
    """On a history with branches, each path has as many commits as ``git log -- path`` finds."""
    for day in range(2, 6):
        repository.commit({f"{name}.py": f"{day}\n" for name in "abc"[: day % 3 + 1]}, day=day)
    repository.git("checkout", "-q", "-b", "side", "HEAD~2")
    repository.commit({"d.py": "1\n", "a.py": "side\n"}, day=6)
    repository.git("checkout", "-q", "main")
    repository.git("merge", "-q", "-s", "ours", "-m", "Merge", "side")
    paths = ["a.py", "b.py", "c.py", "d.py"]
    hotspots = derive_history(read_log(find_repository(repository.path)), paths=dict.fromkeys(paths, 1)).hotspots
    expected = {
        path: len(
            repository.git("log", "--oneline", "--no-renames", "--full-history", "--no-merges", "--", path).splitlines()
        )
        for path in paths
    }
    assert {hotspot.path: hotspot.commits for hotspot in hotspots} == expected


def test_lists_are_bounded() -> None:
    """Of many renames the newest are kept."""
    commits = [commit(number, [Change("R", f"b{number}", f"a{number}")]) for number in range(1, MOST_RENAMES + 50)]
    renames = derive_history(commits, paths={}).renames
    assert len(renames) == MOST_RENAMES
    assert renames[0].path == f"b{MOST_RENAMES + 49}"


changes = st.one_of(
    st.builds(Change, st.sampled_from("AMD"), st.sampled_from("abcd")),
    st.builds(Change, st.just("R"), st.sampled_from("abcd"), st.sampled_from("abcd")),
)
histories = st.lists(
    st.tuples(st.lists(changes, max_size=4), st.sampled_from(["Ada", "Bob", ""]), st.integers(0, 400)), max_size=15
).map(
    lambda entries: [
        commit(number, paths, author=author, day=day) for number, (paths, author, day) in enumerate(entries, 1)
    ]
)


@settings(deadline=None)
@given(histories, st.sets(st.sampled_from("abcd")), st.randoms())
def test_the_order_of_commits_does_not_matter(commits: list[Commit], present: set[str], random: Random) -> None:
    """Incremental reads append in another order than a full read, and must derive the same."""
    paths = {path: ord(path) for path in present}
    tags = [(f"v{number}", entry.oid) for number, entry in enumerate(commits[::3])]
    shuffled = list(commits)
    random.shuffle(shuffled)
    assert derive_history(shuffled, paths=paths, releases=tags) == derive_history(commits, paths=paths, releases=tags)
