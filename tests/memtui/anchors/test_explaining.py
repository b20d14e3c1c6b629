"""Which commit made a memory stale, and what it did, told from the history at hand."""

from __future__ import annotations

from indexer import find_repository
from memtui.anchors import State, diff_of, explain, explain_all
from memtui.memory import Anchor
from tests.conftest import GitRepository
from tests.support.anchoring import LOCK, anchor, clones_of
from tests.support.memories import make_memory

FASTER = LOCK.replace("timeout * 100", "timeout * 7")
COMMENTED = LOCK.replace("# Polling is", "# Sleeping is")


def begin(repository: GitRepository) -> Anchor:
    """Commit a lock, and return an anchor to its only busy function."""
    repository.commit({"src/lock.py": LOCK, "README.md": "# Locks\n"}, "Begin", day=1)
    return anchor(repository, "src/lock.py", "Lock.acquire")


def test_a_change_that_came_by_a_merge_is_blamed_on_its_branch(repository: GitRepository) -> None:
    """The merge joined it to others; the commit that made it says why."""
    noted = begin(repository)
    repository.git("checkout", "-q", "-b", "side")
    repository.commit({"src/lock.py": COMMENTED}, "Comment", day=2)
    culprit = repository.commit({"src/lock.py": COMMENTED.replace("timeout * 100", "timeout * 7")}, "Wait less", day=3)
    repository.commit({"src/lock.py": FASTER}, "Take the comment back", day=4)
    repository.git("checkout", "-q", "main")
    repository.commit({"README.md": "# All locks\n"}, "Beside", day=5)
    repository.git("merge", "-q", "--no-ff", "-m", "Join", "side")
    [report] = explain(make_memory(anchors=(noted,)), find_repository(repository.path))
    assert (report.commit, report.subject) == (culprit, "Wait less")


def test_the_last_of_several_changes_to_and_fro_is_blamed(repository: GitRepository) -> None:
    """What was taken back in between made nothing stale that is stale today."""
    noted = begin(repository)
    for day, content in enumerate([FASTER, LOCK, FASTER, COMMENTED, FASTER], 2):
        commit = repository.commit({"src/lock.py": content}, f"Day {day}", day=day)
    repository.commit({"src/lock.py": FASTER + "\n\nX = 1\n"}, "Beside", day=9)
    [report] = explain(make_memory(anchors=(noted,)), find_repository(repository.path))
    assert report.commit == commit


def test_code_of_another_branch_has_no_commit_to_blame(repository: GitRepository) -> None:
    """It has never been on this one, so that no commit here took it away."""
    begin(repository)
    repository.git("checkout", "-q", "-b", "side")
    repository.commit({"src/side.py": "def only(here: int) -> int:\n    return here * 3 + 1\n"}, day=3)
    noted = anchor(repository, "src/side.py", "only")
    repository.git("checkout", "-q", "main")
    [report] = explain(make_memory(anchors=(noted,)), find_repository(repository.path))
    assert (report.state, report.commit) == (State.GONE, "")
    assert diff_of(find_repository(repository.path), report) == ""


def test_several_memories_are_explained_in_one_look(repository: GitRepository) -> None:
    """Each by its id, anchors in their order; one without anchors has nothing to explain."""
    noted = begin(repository)
    whole = anchor(repository, "README.md")
    memories = [make_memory(anchors=(noted, whole)), make_memory(anchors=(whole,)), make_memory()]
    commit = repository.commit({"src/lock.py": FASTER}, "Wait less", day=3)
    found = explain_all(memories, find_repository(repository.path))
    assert [[report.state for report in found[memory.id]] for memory in memories] == [
        [State.CHANGED, State.FRESH],
        [State.FRESH],
        [],
    ]
    assert found[memories[0].id][0].commit == commit


def test_the_diff_is_of_the_commit_and_the_path_alone(repository: GitRepository) -> None:
    """Also where the code moved, and where no commit is known but both contents are."""
    noted = begin(repository)
    repository.commit({"src/lock.py": FASTER, "README.md": "# Other\n"}, "Wait less", day=3)
    place = find_repository(repository.path)
    [report] = explain(make_memory(anchors=(noted,)), place)
    text = diff_of(place, report)
    assert "Wait less" in text
    assert "+        for _ in range(int(timeout * 7)):" in text
    assert "README" not in text
    bare = type(report)(report.anchor, report.state, report.share)
    assert "timeout * 7" in diff_of(place, bare)
    [_, shallow] = clones_of(repository)
    assert diff_of(find_repository(shallow), bare) == ""


def test_paths_are_taken_literally(repository: GitRepository) -> None:
    """A star in a name is a star, and bytes that are no text name the same file in the history."""
    names = ["star*.py", ":(top)odd.py", "größe.py"]
    repository.commit(dict.fromkeys(names, LOCK) | {"starry.py": LOCK}, "Begin", day=1)
    noted = [anchor(repository, name, "describe") for name in names]
    commit = repository.commit(dict.fromkeys(names, LOCK.replace('"nobody"', '"no one"')), "Say", day=2)
    repository.commit({"starry.py": "x = 1\n", "odd.py": "x = 1\n"}, "Beside", day=3)
    place = find_repository(repository.path)
    reports = explain(make_memory(anchors=tuple(noted)), place)
    assert [report.commit for report in reports] == [commit] * 3
    assert all(diff_of(place, report).count("diff --git") == 1 for report in reports)


def test_an_unborn_repository_has_only_what_is_staged(repository: GitRepository) -> None:
    """Before the first commit there is no history to change, and what is not there is gone."""
    repository.write({"src/lock.py": LOCK})
    repository.git("add", "--all")
    noted = anchor(repository, "src/lock.py", "Lock.acquire")
    reports = explain(make_memory(anchors=(noted, Anchor("nothing.py"))), find_repository(repository.path))
    assert [report.state for report in reports] == [State.FRESH, State.GONE]


def test_contents_that_are_not_here_are_unknown(repository: GitRepository) -> None:
    """A clone without contents does not know whether code changed, and must not say that it did."""
    noted = begin(repository)
    repository.commit({"src/lock.py": FASTER}, "Wait less", day=3)
    repository.git("config", "uploadpack.allowFilter", "true")
    target = repository.path.parent / "partial"
    source = f"file://{repository.path}"
    repository.git("clone", "--quiet", "--no-checkout", "--filter=blob:none", source, str(target))
    place = find_repository(target)
    [report] = explain(make_memory(anchors=(noted,)), place)
    assert (report.state, report.matters) == (State.UNKNOWN, False)


def test_notes_of_another_grammar_are_read_anew(repository: GitRepository) -> None:
    """A newer grammar makes other tokens of the same code; the content that was noted settles it."""
    noted = begin(repository)
    foreign = Anchor(noted.path, noted.symbol, noted.blob, noted.digest.replace("python:", "python:0.0.", 1))
    lost = Anchor(noted.path, noted.symbol, "0" * 40, foreign.digest)
    repository.commit({"src/lock.py": COMMENTED}, "Comment", day=2)
    place = find_repository(repository.path)
    assert [it.state for it in explain(make_memory(anchors=(foreign, lost)), place)] == [State.FRESH, State.UNKNOWN]
    repository.commit({"src/lock.py": FASTER}, "Wait less", day=3)
    assert [it.state for it in explain(make_memory(anchors=(foreign, lost)), place)] == [State.CHANGED, State.UNKNOWN]
