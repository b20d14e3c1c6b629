"""Renames are paired from a commit's own records."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from indexer.facts import Change
from indexer.history import read_log
from indexer.history.pairing import EMPTY_BLOBS, RawChange, pair_renames
from indexer.repository import find_repository
from tests.conftest import GitRepository

ZERO = b"0" * 40


def added(path: str, blob: bytes) -> RawChange:
    """Return the record of a new file."""
    return RawChange("A", path, ZERO, blob)


def deleted(path: str, blob: bytes) -> RawChange:
    """Return the record of a removed file."""
    return RawChange("D", path, blob, ZERO)


def renames(*changes: RawChange) -> set[tuple[str, str]]:
    """Return the pairs (old path, new path) found in ``changes``."""
    return {(change.old_path, change.path) for change in pair_renames(changes) if change.status == "R"}


def test_one_blob_gone_here_and_new_there_is_a_rename() -> None:
    """An exact rename replaces both records, and leaves the others."""
    other = RawChange("M", "other", b"1", b"2")
    assert pair_renames([added("new", b"x"), deleted("old", b"x"), other]) == [
        RawChange("R", "new", ZERO, b"x", "old"),
        other,
    ]


def test_equal_names_are_paired_before_others() -> None:
    """Of several files with one content, each goes to the file of its own name."""
    moved = renames(
        deleted("a/first", b"x"), deleted("a/second", b"x"), added("b/second", b"x"), added("b/first", b"x")
    )
    assert moved == {("a/first", "b/first"), ("a/second", "b/second")}


def test_one_file_is_the_source_of_one_rename_only() -> None:
    """A file copied to two places and removed is one rename and one addition."""
    changes = pair_renames([deleted("old", b"x"), added("one", b"x"), added("two", b"x")])
    assert [(change.status, change.path) for change in changes] == [("R", "one"), ("A", "two")]


def test_empty_files_are_never_paired() -> None:
    """Every empty file has the same blob, which proves nothing."""
    for blob in EMPTY_BLOBS:
        assert renames(deleted("a/__init__.py", blob), added("b/__init__.py", blob)) == set()


def test_an_edited_move_is_known_by_its_telling_name() -> None:
    """One file of a name gone and one come is a move, even with new content."""
    assert renames(deleted("redis.c", b"x"), added("src/redis.c", b"y")) == {("redis.c", "src/redis.c")}


def test_common_and_ambiguous_names_prove_nothing() -> None:
    """Names that every directory may hold, and names that occur twice, are left as they are."""
    assert renames(deleted("a/index.js", b"x"), added("b/index.js", b"y")) == set()
    assert renames(deleted("a/README.md", b"x"), added("b/README.md", b"y")) == set()
    assert renames(deleted("a/one.py", b"x"), added("b/one.py", b"y"), added("c/one.py", b"z")) == set()


def test_pairs_agree_with_git(repository: GitRepository) -> None:
    """On moves without edits our pairs are those of ``git log -M100%``."""
    repository.commit({f"old/{name}.py": f"content of {name}\n" * 5 for name in "abcdef"}, day=2)
    repository.git("mv", "old", "new")
    repository.commit({"new/g.py": "another\n"}, day=3)
    repository.git("mv", "new/a.py", "new/z.py")
    repository.commit(day=4)
    ours = {
        (change.old_path, change.path)
        for commit in read_log(find_repository(repository.path))
        for change in commit.changes
        if change.status == "R"
    }
    lines = repository.git("log", "-M100%", "--diff-filter=R", "--name-status", "--format=").splitlines()
    assert ours == {tuple(line.split("\t")[1:]) for line in lines if line}
    assert len(ours) == 7


def test_a_swap_is_two_changes(repository: GitRepository) -> None:
    """Two files that exchange their contents stay two modified paths, as git says without ``-B``."""
    repository.commit({"a": "one\n", "b": "two\n"}, day=2)
    repository.commit({"a": "two\n", "b": "one\n"}, day=3)
    newest = next(iter(read_log(find_repository(repository.path))))
    assert newest.changes == (Change("M", "a"), Change("M", "b"))


names = st.tuples(st.sampled_from("abc"), st.sampled_from(["one.py", "two.py", "index.js", "x"])).map("/".join)
blobs = st.sampled_from([b"p", b"q", b"r", *sorted(EMPTY_BLOBS)])
commits = st.lists(
    st.one_of(
        st.builds(added, names, blobs),
        st.builds(deleted, names, blobs),
        st.builds(lambda path: RawChange("M", path, b"1", b"2"), names),
    ),
    unique_by=lambda change: change.path,
    max_size=10,
)


@given(commits, st.randoms())
def test_pairing_loses_and_invents_nothing(changes: list[RawChange], random: Random) -> None:
    """Splitting the renames again gives the paths that came in, whatever their order."""
    paired = pair_renames(changes)
    split = {(change.path, "A" if change.status == "R" else change.status) for change in paired}
    split |= {(change.old_path, "D") for change in paired if change.status == "R"}
    assert split == {(change.path, change.status) for change in changes}
    shuffled = list(changes)
    random.shuffle(shuffled)
    assert sorted(pair_renames(shuffled)) == sorted(paired)
