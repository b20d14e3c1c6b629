"""After a refresh, memories stand to the code as it is: stale where it changed, tied to where it moved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from indexer import find_repository
from memtui.anchors import Swept, approve_here, explain, publish_anchors, renewed, standings, still_true, sweep
from memtui.anchors.verdicts import NAME as VERDICTS
from memtui.memory import Anchor, Attention, Evidence, Memory, Scope, Snooze, Status
from memtui.review import Changes, edit, undo
from memtui.store import Store
from tests.conftest import GitRepository
from tests.support.anchoring import LOCK, anchor
from tests.support.memories import REPOSITORY, keep, make_memory

FASTER = LOCK.replace("timeout * 100", "timeout * 7")


@pytest.fixture
def store(repository: GitRepository, tmp_path: Path) -> Store:
    """Give an empty store, and a repository that holds a lock."""
    repository.commit({"src/lock.py": LOCK, "README.md": "# Locks\n"}, "Begin", day=1)
    return Store.open(tmp_path / "home")


def remember(store: Store, *anchors: Anchor, **fields: Any) -> str:
    """Keep an approved memory of the repository, and return its id."""
    values: dict[str, Any] = {"scope": REPOSITORY, "status": Status.APPROVED, "anchors": anchors, "reviewed": True}
    memory = make_memory(**{**values, **fields})
    keep(store, memory)
    return memory.id


def swept(store: Store, repository: GitRepository, now: int = 1) -> Swept:
    """Sweep the memories of a repository."""
    return sweep(store, find_repository(repository.path), REPOSITORY, now=now)


def memory(store: Store, memory_id: str) -> Memory:
    """Return a memory as it now is."""
    return store.snapshot().find(memory_id).memory


def is_stale(store: Store, memory_id: str) -> bool:
    """Whether a memory asks to be looked at since its code changed."""
    return Attention.STALE in memory(store, memory_id).attention


def test_a_change_makes_stale_and_its_revert_fresh_again(repository: GitRepository, store: Store) -> None:
    """Each once: a sweep that finds nothing new appends nothing."""
    about = remember(store, anchor(repository, "src/lock.py", "Lock.acquire"))
    beside = remember(store, anchor(repository, "src/lock.py", "Lock.release"))
    assert swept(store, repository).stale == ()
    repository.commit({"src/lock.py": FASTER}, "Wait less", day=3)
    assert swept(store, repository).stale == (about,)
    assert (is_stale(store, about), is_stale(store, beside)) == (True, False)
    revisions = len(store.revisions(about))
    assert swept(store, repository).stale == (about,)
    assert len(store.revisions(about)) == revisions
    repository.git("revert", "--no-edit", "HEAD")
    assert swept(store, repository).stale == ()
    assert not is_stale(store, about)
    assert len(store.revisions(beside)) == 1


def test_still_true_ties_to_the_code_of_today(repository: GitRepository, store: Store) -> None:
    """Then the memory is fresh, and stale again when the code is taken back."""
    about = remember(store, anchor(repository, "src/lock.py", "Lock.acquire"))
    repository.commit({"src/lock.py": FASTER}, "Wait less", day=3)
    swept(store, repository)
    still_true(store, find_repository(repository.path), [memory(store, about)])
    assert memory(store, about).anchors == (anchor(repository, "src/lock.py", "Lock.acquire"),)
    assert swept(store, repository).stale == ()
    repository.git("revert", "--no-edit", "HEAD")
    assert swept(store, repository).stale == (about,)
    undo(store)
    assert is_stale(store, about)


def test_dead_anchors_go_when_a_memory_is_said_to_be_true(repository: GitRepository, store: Store) -> None:
    """They would make it stale again at once."""
    place = find_repository(repository.path)
    anchors = (anchor(repository, "src/lock.py"), anchor(repository, "README.md"))
    repository.git("rm", "-q", "README.md")
    repository.commit({}, "Remove", day=3)
    assert renewed(place, anchors) == anchors[:1]


def test_anchors_follow_what_moved(repository: GitRepository, store: Store) -> None:
    """By a revision that nobody's undo takes back, and without a reason to look."""
    about = remember(store, anchor(repository, "src/lock.py", "Lock.acquire"))
    repository.git("mv", "src", "lib")
    repository.commit({}, "Move", day=3)
    assert swept(store, repository) == Swept(followed=(about,))
    assert memory(store, about).anchors == (anchor(repository, "lib/lock.py", "Lock.acquire"),)
    assert store.revisions(about)[-1].actor == "memtui"
    assert not is_stale(store, about)


def test_small_changes_add_up(repository: GitRepository, store: Store) -> None:
    """A file is compared with what a person saw, not with what it was yesterday, also when it moves on the way."""
    whole = remember(store, anchor(repository, "src/lock.py"))
    repository.git("mv", "src/lock.py", "lock.py")
    repository.commit({"lock.py": FASTER}, "Move and wait less", day=3)
    assert swept(store, repository) == Swept(followed=(whole,))
    assert memory(store, whole).anchors[0].path == "lock.py"
    content = FASTER
    for day in range(4, 10):
        content += f"\n\ndef more_{day}(lock: Lock) -> str:\n    return describe(lock, verbose={day} > 5)\n"
        repository.commit({"lock.py": content}, f"More {day}", day=day)
        if swept(store, repository).stale:
            break
    assert is_stale(store, whole)
    assert day > 4
    [report] = explain(memory(store, whole), find_repository(repository.path))
    assert report.subject == f"More {day}"


def test_facts_of_the_indexer_are_left_to_it(repository: GitRepository, store: Store) -> None:
    """What a refresh keeps to the code has no anchors of ours, and its staleness is not taken away."""
    noted = anchor(repository, "src/lock.py", "Lock.acquire")
    fact = remember(store, noted, origin="indexer", key="module:src", basis="", reviewed=False)
    changed = remember(
        store,
        noted,
        origin="indexer",
        key="module:lib",
        basis="of another text",
        attention=(str(Attention.STALE),),
        evidence=(Evidence("index", "module:lib"),),
    )
    repository.commit({"src/lock.py": LOCK + "\n"}, "Change nothing", day=3)
    assert swept(store, repository).stale == ()
    assert is_stale(store, changed)
    repository.commit({"src/lock.py": FASTER}, "Wait less", day=4)
    assert swept(store, repository).stale == (changed,)
    assert not is_stale(store, fact)


def test_what_a_person_stands_behind_gets_a_baseline(repository: GitRepository, store: Store) -> None:
    """Anchors that came without contents are noted at the next sweep; those of proposals wait for the person."""
    approved = remember(store, Anchor("src/lock.py", "Lock.acquire"))
    pending = remember(store, Anchor("src/lock.py"), status=Status.PENDING, reviewed=False)
    dead = remember(store, Anchor("src/nothing.py"))
    assert swept(store, repository) == Swept(stale=(dead,), followed=(approved,))
    assert memory(store, approved).anchors == (anchor(repository, "src/lock.py", "Lock.acquire"),)
    assert memory(store, pending).anchors == (Anchor("src/lock.py"),)


def test_snoozed_memories_wake_with_their_time_and_path(repository: GitRepository, store: Store) -> None:
    """Those of other repositories do not, although a file there has the same name."""
    blob = find_blob(repository, "README.md")
    waiting = {"status": Status.SNOOZED, "anchors": ()}
    on_path = remember(store, **waiting, snooze=Snooze(path="README.md", blob=blob))
    at_five = remember(store, **waiting, snooze=Snooze(until=5))
    elsewhere = remember(
        store, **waiting, scope=Scope("repo", "b" * 40), snooze=Snooze(path="README.md", blob="0" * 40)
    )
    assert swept(store, repository, now=4).woken == ()
    repository.commit({"README.md": "# Other\n"}, day=3)
    assert swept(store, repository, now=4).woken == (on_path,)
    assert swept(store, repository, now=5).woken == (at_five,)
    assert memory(store, elsewhere).status == Status.SNOOZED


def test_memories_of_others_are_not_touched(repository: GitRepository, store: Store) -> None:
    """Nor are those that a person turned down."""
    noted = anchor(repository, "src/lock.py", "Lock.acquire")
    ids = [remember(store, noted, scope=Scope("repo", "b" * 40)), remember(store, noted, status=Status.REJECTED)]
    repository.commit({"src/lock.py": FASTER}, day=3)
    assert swept(store, repository) == Swept()
    assert not any(is_stale(store, each) for each in ids)


def test_a_branch_is_judged_as_it_is_checked_out(repository: GitRepository, store: Store) -> None:
    """On the branch the code is another, back on the first one it is what was noted."""
    about = remember(store, anchor(repository, "src/lock.py", "Lock.acquire"))
    repository.git("checkout", "-q", "-b", "side")
    repository.commit({"src/lock.py": FASTER}, day=3)
    assert swept(store, repository).stale == (about,)
    repository.git("checkout", "-q", "main")
    [standing] = standings(store.snapshot(), find_repository(repository.path), REPOSITORY)
    assert not standing.stale
    assert swept(store, repository).stale == ()


def test_an_edit_with_the_code_of_today_makes_fresh(repository: GitRepository, store: Store) -> None:
    """The new text is about the new code."""
    about = remember(store, anchor(repository, "src/lock.py", "Lock.acquire"))
    repository.commit({"src/lock.py": FASTER}, day=3)
    swept(store, repository)
    edit(store, about, Changes(body="Seven is enough.", anchors=(anchor(repository, "src/lock.py", "Lock.acquire"),)))
    assert swept(store, repository).stale == ()


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"format": 1}', b"\xff", b"[" * 100_000])
def test_what_is_kept_for_speed_is_made_anew(repository: GitRepository, store: Store, damage: bytes) -> None:
    """Neither file is needed: whatever became of them, the verdicts are the same."""
    about = remember(store, anchor(repository, "src/lock.py", "Lock.acquire"))
    repository.commit({"src/lock.py": FASTER}, day=3)
    directory = repository.path / ".git" / "memtui"
    directory.mkdir()
    for name in (VERDICTS, "anchors.json"):
        (directory / name).write_bytes(damage)
    assert swept(store, repository).stale == (about,)
    assert {stat.st_mode & 0o777 for stat in (path.stat() for path in directory.iterdir())} == {0o600}
    assert json.loads((directory / "anchors.json").read_text())["anchors"][0]["memory"] == about


def test_the_hooks_file_tells_of_what_is_approved(repository: GitRepository, store: Store) -> None:
    """With the lines of the present code, titles that are safe to print, and one anchor a line."""
    about = remember(store, anchor(repository, "src/lock.py", "Lock.acquire"), title="Keep \x1b[31m it \u202e short")
    remember(store, anchor(repository, "src/lock.py"), status=Status.PENDING)
    remember(store, Anchor("src"), Anchor("src/nothing.py"))
    place = find_repository(repository.path)
    assert publish_anchors(store.snapshot(), place, REPOSITORY)
    assert not publish_anchors(store.snapshot(), place, REPOSITORY)
    text = (repository.path / ".git" / "memtui" / "anchors.json").read_text()
    document = json.loads(text)
    assert text.count("\n") == len(document["anchors"]) + 2
    [record] = document["anchors"]
    lines = {"start": 9, "end": 15, "blob": find_blob(repository, "src/lock.py")}
    assert record == {
        "memory": about,
        "title": "Keep \u241b[31m it \u27e8U+202E\u27e9 short",
        "kind": "pitfall",
        "path": "src/lock.py",
        "symbol": "Lock.acquire",
        **lines,
    }


def test_a_repository_that_cannot_be_written_is_judged_all_the_same(repository: GitRepository, store: Store) -> None:
    """Its index may belong to someone else; the memories do not."""
    about = remember(store, anchor(repository, "src/lock.py", "Lock.acquire"))
    repository.commit({"src/lock.py": FASTER}, day=3)
    (repository.path / ".git" / "memtui").write_text("in the way")
    assert swept(store, repository).stale == (about,)


def find_blob(repository: GitRepository, path: str) -> str:
    """Return the id of a file's content in HEAD."""
    return repository.git("rev-parse", f"HEAD:{path}")


def test_approving_a_stale_memory_ties_it_to_the_code_as_it_is_and_one_undo_takes_it_back(
    repository: GitRepository, store: Store
) -> None:
    """After an approval the next sweep does not ask again; undone, the memory is stale on its former anchor."""
    about = remember(store, anchor(repository, "src/lock.py", "Lock.acquire"))
    before = memory(store, about).anchors
    repository.commit({"src/lock.py": FASTER}, "Wait less", day=3)
    assert swept(store, repository).stale == (about,)
    here = find_repository(repository.path)
    result = approve_here(store, [about], repository=here, scope=REPOSITORY)
    assert [head.memory.id for head in result.changed] == [about]
    assert result.refused == ()
    assert swept(store, repository).stale == ()
    assert not is_stale(store, about)
    undo(store)
    assert memory(store, about).anchors == before
    assert is_stale(store, about)


def test_approving_what_is_not_stale_leaves_its_anchors_alone(repository: GitRepository, store: Store) -> None:
    """Only who looked at the changed code has said anything about it."""
    pending = remember(store, anchor(repository, "src/lock.py", "Lock.acquire"), status=Status.PENDING)
    before = memory(store, pending).anchors
    repository.commit({"src/lock.py": FASTER}, "Wait less", day=3)
    approve_here(store, [pending], repository=find_repository(repository.path), scope=REPOSITORY)
    assert memory(store, pending).status == Status.APPROVED
    assert memory(store, pending).anchors == before
