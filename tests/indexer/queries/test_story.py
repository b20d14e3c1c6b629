"""The story of a file, a module, a directory and the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer import Index
from indexer.facts import CommitKind
from indexer.queries import Passage, Story, StoryKind, story_of
from indexer.storage.tables import RECORDS, from_table, schema_of
from tests.conftest import GitRepository
from tests.support.refreshing import index_of, refreshed


@pytest.fixture
def told(repository: GitRepository) -> Index:
    """Return the index of a repository whose one file was moved, fixed, changed with another, reverted and released."""
    repository.commit({"lib/a.py": "def a():\n    return 1\n", "lib/b.py": "b = 1\n", "docs/x.md": "x\n"}, day=2)
    for day in range(3, 9):
        changed = {"lib/a.py": f"def a():\n    return {day}\n", "docs/x.md": f"{day}\n"}
        repository.commit(changed, f"Fix a crash {day}", day=day)
    repository.git("tag", "v1.0")
    repository.git("mv", "lib/a.py", "lib/c.py")
    repository.commit(message="Move a", day=9)
    repository.commit({"lib/c.py": "def a():\n    return 9\n"}, "Cache the result", day=10)
    repository.git("revert", "--no-edit", "HEAD", GIT_COMMITTER_DATE="2026-01-11T00:00:00Z")
    repository.commit({"lib/c.py": "def a():\n    return 12\n"}, "Cache the result", day=12)
    refreshed(repository.path)
    return index_of(repository.path)


def test_a_file_has_its_whole_story_under_the_name_of_today(told: Index) -> None:
    """Changes under the former name count; fixes, the revert, the second try and the releases are its own."""
    story = story_of(told, "lib/c.py")
    assert (story.kind, story.path, story.whole) == (StoryKind.FILE, "lib/c.py", None)
    assert story.span is not None
    assert (story.span.commits, story.span.fixes, sum(story.span.periods)) == (11, 6, 11)
    assert [(one.old_path, one.path) for one in story.renames] == [("lib/a.py", "lib/c.py")]
    assert [one.subject for one in story.fixes] == [f"Fix a crash {day}" for day in range(8, 2, -1)]
    assert (story.rank, story.hotspots[0].path) == (1, "lib/c.py")
    assert [(one.left, one.right, one.shared) for one in story.couplings] == [("docs/x.md", "lib/c.py", 7)]
    assert [one.subject for one in story.reverts] == ["Cache the result"]
    assert [one.subject for one in story.reattempts] == ["Cache the result"]
    assert [(one.tag, one.commits) for one in story.releases] == [("", 4), ("v1.0", 7)]
    assert (story.recent[0].subject, story.recent[0].kind) == ("Cache the result", CommitKind.OTHER)


def test_the_repository_has_a_story_of_its_own(told: Index) -> None:
    """Totals, people and notes; no path's span."""
    story = story_of(told)
    assert (story.kind, story.span) == (StoryKind.REPOSITORY, None)
    assert story.whole is not None
    assert (story.whole.commits, story.whole.truck_factor, len(story.whole.key_authors)) == (told.state.commits, 1, 1)
    assert story.authors[0].commits == told.state.commits
    assert [one.tag for one in story.releases] == ["v1.0"]
    assert {note.tag for note in story.notes} == {"v1.0"}


def test_a_directory_is_told_with_all_that_lies_below(told: Index) -> None:
    """A commit that changes two files of it counts once; what is coupled inside it is left out."""
    story = story_of(told, "lib")
    assert story.kind in {StoryKind.MODULE, StoryKind.DIRECTORY}
    assert story.span is not None
    assert (story.span.commits, story.span.fixes) == (11, 6)
    assert {one.path for one in story.hotspots} == {"lib/b.py", "lib/c.py"}
    assert len(story.couplings) == 1


def test_what_no_commit_changed_has_an_empty_story(told: Index) -> None:
    """A path that is not there, and one whose name only begins alike."""
    assert story_of(told, "li") == Story("li", StoryKind.DIRECTORY)
    assert story_of(told, "no/such") == Story("no/such", StoryKind.DIRECTORY)


def test_an_unborn_branch_and_a_staged_file_have_empty_stories(repository: GitRepository) -> None:
    """No commit at all is no error."""
    (repository.path / "a.py").write_text("a = 1\n")
    repository.git("add", "a.py")
    refreshed(repository.path)
    index = index_of(repository.path)
    assert story_of(index) == Story(".", StoryKind.REPOSITORY)
    assert story_of(index, "a.py") == Story("a.py", StoryKind.FILE)


def test_the_logbook_is_what_its_record_says(told: Index) -> None:
    """Laid out by hand, it has the columns of its value type and reads back as values."""
    table = told.table("logbook")
    assert table.schema.names == schema_of(RECORDS["logbook"]).names
    entries = from_table(RECORDS["logbook"], table)
    assert entries == told.logbook()
    assert len(entries) == told.state.commits
    times = [one.time for one in told.logbook()]
    assert times == sorted(times, reverse=True)


def test_passages_say_what_came_after_the_last_version(told: Index, repository: GitRepository) -> None:
    """What no version holds yet stands first, under an empty tag."""
    assert story_of(told, "docs/x.md").releases == (Passage("v1.0", told.history().releases[0].time, 7),)
    repository.commit({"docs/x.md": "new\n"}, day=13)
    refreshed(repository.path)
    assert story_of(index_of(Path(repository.path)), "docs/x.md").releases[0] == Passage("", 0, 1)
