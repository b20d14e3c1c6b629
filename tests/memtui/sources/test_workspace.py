"""Index and memories are two things that are brought up one after the other, and either may fail."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from indexer import find_repository
from memtui.memory import Status
from memtui.memory.errors import StoreFullError
from memtui.review import Changes, approve, edit, reject
from memtui.sources import find_workspace, is_refresh_due, refresh_workspace
from memtui.store import Store
from memtui.store.log import Database
from tests.conftest import GitRepository

SCRIPT = '[project]\nname = "{0}"\n[project.scripts]\n{0} = "{0}.main:run"\n'


def files(name: str) -> dict[str, str]:
    """Return a project that is started by one script."""
    return {"pyproject.toml": SCRIPT.format(name), f"{name}/main.py": "def run() -> None:\n    pass\n"}


def titles(store: Store, *statuses: Status) -> set[str]:
    """Return the titles of memories."""
    snapshot = store.snapshot()
    return {head.memory.title for head in snapshot.heads(snapshot.select(statuses=statuses))}


def named(store: Store, word: str) -> str:
    """Return the id of the one memory of a way in whose title holds a word."""
    snapshot = store.snapshot()
    heads = snapshot.heads(snapshot.select(kinds=["entry_point"]))
    [found] = [head.memory.id for head in heads if word in head.memory.title]
    return found


def test_memories_that_could_not_be_written_are_written_by_the_next_run(
    repository: GitRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The index is up to date by then, and that alone is no reason to stop."""
    repository.commit(files("basket"))
    workspace = find_workspace(repository.path)
    store = Store.open(workspace.home)

    def full(database: Database, *_arguments: object) -> None:
        raise StoreFullError(database.path)

    with monkeypatch.context() as failing:
        failing.setattr(Database, "append", full)
        with pytest.raises(StoreFullError):
            refresh_workspace(workspace, lambda: store)
    assert is_refresh_due(workspace)
    refreshed = refresh_workspace(workspace, lambda: store)
    assert not refreshed.report.changed
    assert refreshed.result is not None
    assert named(store, "basket")
    assert not is_refresh_due(workspace)


def test_a_new_clone_at_the_same_place_is_absorbed(repository: GitRepository, tmp_path: Path) -> None:
    """Its index counts generations from one again, as the index before it did."""
    repository.commit(files("basket"))
    workspace = find_workspace(repository.path)
    store = Store.open(workspace.home)
    refresh_workspace(workspace, lambda: store)
    shutil.rmtree(find_repository(repository.path).index_directory)
    repository.git("rm", "-rq", "basket")
    repository.commit(files("wagon"))
    directory = repository.path / ".git" / "memtui"
    assert not directory.exists()
    # An index made by another door, such as a hook, so that nothing but the name of its generation tells it apart.
    from indexer import refresh

    refresh(find_repository(repository.path))
    state = directory / "state.json"
    state.write_text(state.read_text().replace('"indexed_at": ', '"indexed_at": 1'))
    assert is_refresh_due(workspace)
    refresh_workspace(workspace, lambda: store)
    assert named(store, "wagon")
    assert not [title for title in titles(store, Status.APPROVED) if "basket" in title]


def test_branches_and_worktrees_lose_nothing_that_a_person_decided(repository: GitRepository, tmp_path: Path) -> None:
    """Facts go with a branch and come back with it; edits, approvals and rejections stay through all of it."""
    repository.commit({**files("basket"), "Makefile": "all:\n\techo\n"})
    repository.git("branch", "other")
    tree = tmp_path / "tree"
    repository.git("worktree", "add", "-q", str(tree), "other")
    linked = GitRepository(tree)
    linked.git("rm", "-rq", "basket", "Makefile")
    linked.commit(files("wagon"))
    here, there = find_workspace(repository.path), find_workspace(tree)
    assert here.scope == there.scope
    store = Store.open(here.home)
    refresh_workspace(here, lambda: store)
    script, makefile = named(store, "basket"), named(store, "make")
    edit(store, script, Changes(body="My words."))
    reject(store, [makefile])
    for workspace in (there, here, there, here):
        refresh_workspace(workspace, lambda: store)
        snapshot = store.snapshot()
        kept = snapshot.find(script).memory
        assert (kept.body, kept.status, kept.reviewed) == ("My words.", Status.APPROVED, True)
        assert snapshot.find(makefile).memory.status == Status.REJECTED
    refresh_workspace(there, lambda: store)
    wagon = named(store, "wagon")
    assert store.snapshot().find(wagon).memory.status == Status.APPROVED
    approve(store, [script])
    refresh_workspace(here, lambda: store)
    assert store.snapshot().find(script).memory.body == "My words."
    assert store.snapshot().find(wagon).memory.status == Status.DELETED
