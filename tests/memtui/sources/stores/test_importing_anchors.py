"""What a file of an agent names of this repository's code becomes anchors of the pending memory, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.memory import USER_SCOPE, Anchor, Level, Scope, Status
from memtui.review import Changes, approve, edit, outcome_of
from memtui.sources.stores.catalogue import discover
from memtui.sources.stores.importing import Ground, Import, bring_in, read_all
from memtui.sources.stores.values import Surroundings
from memtui.store import Store
from tests.conftest import GitRepository
from tests.support.anchoring import LOCK, anchor
from tests.support.refreshing import refreshed
from tests.support.stores import SCOPE, around, bring, repository_of, write_files

RULES = """\
- Keep `Lock.acquire` short.
- Everything in src/lock.py waits, and so does src/nothing.py.
- Be kind to whoever reads the code after you.
"""


@pytest.fixture
def here(tmp_path: Path, repository: GitRepository) -> Surroundings:
    """Give the surroundings of an indexed repository whose CLAUDE.md names some of its code."""
    repository.commit({"src/lock.py": LOCK, "src/run.py": "def run() -> int:\n    return 1\n"})
    refreshed(repository.path)
    repository.write({"CLAUDE.md": RULES})
    home = tmp_path / "person"
    home.mkdir()
    return around(home, repository.path)


@pytest.fixture
def memories(tmp_path: Path) -> Store:
    """Give an empty store."""
    return Store.open(tmp_path / "memories")


def anchors(brought: Import) -> list[tuple[Anchor, ...]]:
    """Return the anchors of each memory that was brought in."""
    return [head.memory.anchors for head in brought.result.changed]


def test_an_imported_memory_is_tied_to_what_it_names(
    here: Surroundings, memories: Store, repository: GitRepository
) -> None:
    """To paths and symbols that exist, with their contents of today, pending like the rest of it; to no other."""
    brought = bring(memories, "claude-md", here)
    expected = [(anchor(repository, "src/lock.py", "Lock.acquire"),), (anchor(repository, "src/lock.py"),), ()]
    assert anchors(brought) == expected
    assert {head.memory.status for head in brought.result.changed} == {Status.PENDING}
    assert bring(memories, "claude-md", here).unchanged == 3


@pytest.mark.parametrize("scope", [USER_SCOPE, Scope("repo", "b" * 40)])
def test_a_memory_for_elsewhere_is_tied_to_nothing_here(here: Surroundings, memories: Store, scope: Scope) -> None:
    """Neither what is for the user, nor what is filed under another repository by its own name."""
    write_files(here.home, {".claude/CLAUDE.md": "- Read src/lock.py in every project.\n"})
    (found,) = discover(here, ["claude-md"])
    ground = Ground({Level.USER: scope, Level.REPO: scope}, SCOPE, repository_of(here))
    assert set(anchors(bring_in(memories, found, read_all(found), ground))) == {()}


def test_what_the_index_still_names_and_is_gone_is_no_anchor(
    here: Surroundings, memories: Store, repository: GitRepository
) -> None:
    """The repository of today decides, not the last refresh."""
    repository.git("rm", "-q", "src/lock.py")
    repository.commit({})
    assert anchors(bring(memories, "claude-md", here)) == [(), (), ()]


def test_an_entry_nobody_looked_at_follows_its_text(
    here: Surroundings, memories: Store, repository: GitRepository
) -> None:
    """What the new text no longer names, it is no longer tied to."""
    bring(memories, "claude-md", here)
    repository.write({"CLAUDE.md": RULES.replace("src/lock.py waits", "src/run.py waits")})
    assert anchors(bring(memories, "claude-md", here)) == [(anchor(repository, "src/run.py"),)]


def test_an_edit_keeps_what_a_person_tied_it_to(here: Surroundings, memories: Store, repository: GitRepository) -> None:
    """The file speaks about its text; what else the memory is about stays, and what the text names is added."""
    kind = bring(memories, "claude-md", here).result.changed[2].memory
    mine = anchor(repository, "src/run.py", "run")
    edit(memories, kind.id, Changes(anchors=(mine,)))
    approve(memories, [kind.id])
    repository.write({"CLAUDE.md": RULES.replace("after you.", "after you in `Lock.acquire`.")})
    (proposed,) = bring(memories, "claude-md", here).result.changed
    (after,) = outcome_of(memories, proposed.memory).targets
    assert after.anchors == (mine, anchor(repository, "src/lock.py", "Lock.acquire"))
