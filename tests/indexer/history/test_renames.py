"""Former names lead to the names of today."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from indexer.facts import Change, Rename
from indexer.history import derive_history
from indexer.history.renames import lineage_of, telling
from tests.support.commits import commit, oid


def rename(time: int, old_path: str, path: str) -> Rename:
    """Return a rename at ``time``."""
    return Rename(old_path, path, f"{time:040x}", time)


def test_renames_are_listed_newest_first() -> None:
    """Each rename names its commit and time, in whatever order the commits come."""
    commits = [commit(1, [Change("R", "b", "a")]), commit(2, [Change("R", "c", "b"), "other"])]
    found = derive_history(commits, paths={}).renames
    assert [(entry.old_path, entry.path, entry.commit, entry.time) for entry in found] == [
        ("b", "c", oid(2), commits[1].time),
        ("a", "b", oid(1), commits[0].time),
    ]
    assert derive_history(commits[::-1], paths={}).renames == found


def test_a_chain_leads_to_its_end() -> None:
    """Every former name maps to the present one."""
    assert lineage_of([rename(1, "a", "b"), rename(2, "b", "c")], {"c"}) == {"a": "c", "b": "c"}


def test_a_name_in_use_keeps_its_own_history() -> None:
    """A path that exists today is never mapped away."""
    assert lineage_of([rename(1, "a", "b")], {"a", "b"}) == {}


def test_the_newest_rename_away_from_a_name_counts() -> None:
    """A name that was used twice leads where the later file went."""
    assert lineage_of([rename(1, "a", "b"), rename(5, "a", "c")], {"b", "c"}) == {"a": "c"}


def test_a_trail_that_is_lost_or_circles_leads_nowhere() -> None:
    """Renames back and forth of a file that was deleted end, without an answer."""
    assert lineage_of([rename(1, "a", "b"), rename(2, "b", "a")], {"z"}) == {}
    assert lineage_of([rename(1, "a", "b")], {"z"}) == {}


def test_a_rename_taken_back_leads_to_the_first_name() -> None:
    """The name in between belongs to the file that has its old name again."""
    assert lineage_of([rename(1, "a", "b"), rename(2, "b", "a")], {"a"}) == {"b": "a"}


@given(
    st.lists(st.tuples(st.integers(1, 9), st.sampled_from("abcde"), st.sampled_from("abcde")), max_size=12),
    st.sets(st.sampled_from("abcde")),
)
def test_lineage_leads_from_absent_to_present_names_only(steps: list[tuple[int, str, str]], present: set[str]) -> None:
    """Whatever was renamed in whatever circles, every answer is a path of today and every question one of the past."""
    lineage = lineage_of([rename(*step) for step in steps], present)
    assert set(lineage.values()) <= present
    assert not set(lineage) & present


def test_the_files_of_today_keep_their_names_before_those_that_are_gone() -> None:
    """Where not all renames can be kept, the older ones that lead to a file of today are."""
    renames = [Rename("first", "second", oid(1), 1), Rename("second", "today", oid(2), 2)]
    renames += [Rename(f"x{number}", f"y{number}", oid(number), number) for number in range(3, 9)]
    found = telling(renames, {"first", "second"}, {"today"}, 4)
    assert [rename.old_path for rename in found] == ["x8", "x7", "second", "first"]
