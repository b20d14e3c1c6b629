"""What stores say becomes proposals that know where they lie, once however often it is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.memory import USER_SCOPE, Head, Scope, Status
from memtui.review import Changes, approve, delete, edit, move, reject
from memtui.sources.stores.values import Surroundings
from memtui.store import Store
from tests.conftest import GitRepository
from tests.support.stores import SCOPE, around, bring, write_files

RULES = (
    "# Project\n\n## Testing\n\n- Run one test at a time.\n- Never use the network.\n\n## Layout\n\nCore below cli.\n"
)


@pytest.fixture
def here(tmp_path: Path, repository: GitRepository) -> Surroundings:
    """Give the surroundings of a repository with a CLAUDE.md."""
    repository.write({"CLAUDE.md": RULES})
    home = tmp_path / "person"
    home.mkdir()
    return around(home, repository.path)


@pytest.fixture
def memories(tmp_path: Path) -> Store:
    """Give an empty store."""
    return Store.open(tmp_path / "memories")


def heads(memories: Store) -> dict[str, Head]:
    """Return all heads by their titles."""
    snapshot = memories.snapshot()
    return {head.memory.title: head for head in snapshot.heads(snapshot.select())}


def ids(memories: Store) -> dict[str, str]:
    """Return all ids by their titles."""
    return {title: head.memory.id for title, head in heads(memories).items()}


def change(repository: GitRepository, old: str, new: str) -> None:
    """Change a text in the file."""
    path = repository.path / "CLAUDE.md"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def test_entries_are_pending_with_their_link_evidence_kind_and_scope(here: Surroundings, memories: Store) -> None:
    """Whoever reviews one sees where it stands."""
    result = bring(memories, "claude-md", here).result
    assert [head.memory.title for head in result.changed] == [
        "Run one test at a time.",
        "Never use the network.",
        "Layout",
    ]
    memory = result.changed[1].memory
    assert (memory.status, memory.scope, memory.kind, memory.origin) == (
        Status.PENDING,
        SCOPE,
        "convention",
        "claude-md",
    )
    assert (memory.link.store, memory.link.path) == ("claude-md", "CLAUDE.md")
    assert [(it.source, it.reference, it.line) for it in memory.evidence] == [("file", "CLAUDE.md", 6)]
    assert memory.topic


def test_the_users_own_files_are_for_the_user(memories: Store, here: Surroundings) -> None:
    """What lies in the home directory counts everywhere."""
    write_files(here.home, {".claude/CLAUDE.md": "- Be brief in answers.\n"})
    bring(memories, "claude-md", here)
    assert heads(memories)["Be brief in answers."].memory.scope == USER_SCOPE
    assert heads(memories)["Be brief in answers."].memory.link.path == "~/.claude/CLAUDE.md"


def test_importing_again_changes_nothing(here: Surroundings, memories: Store) -> None:
    """Not even when the lines have moved within the file."""
    bring(memories, "claude-md", here)
    before = heads(memories)
    again = bring(memories, "claude-md", here)
    assert (again.result.changed, again.result.refused, again.unchanged) == ((), (), 3)
    assert heads(memories) == before


def test_a_changed_entry_changes_its_pending_memory(
    here: Surroundings, memories: Store, repository: GitRepository
) -> None:
    """Nobody has decided on it yet; a bullet is known again by its likeness, a section by its name."""
    bring(memories, "claude-md", here)
    before = ids(memories)
    change(repository, "Never use the network.", "Never use the network in tests.")
    change(repository, "Core below cli.", "Core below cli and tui.")
    again = bring(memories, "claude-md", here)
    assert {head.memory.id for head in again.result.changed} == {before["Never use the network."], before["Layout"]}
    assert again.unchanged == 1
    assert not again.gone
    assert heads(memories)["Layout"].memory.body == "Core below cli and tui."
    assert bring(memories, "claude-md", here).unchanged == 3


def test_a_changed_entry_proposes_to_edit_what_was_approved(
    here: Surroundings, memories: Store, repository: GitRepository
) -> None:
    """The approved text counts until a person decides, and the proposal follows further changes."""
    bring(memories, "claude-md", here)
    approved = ids(memories)["Layout"]
    approve(memories, [approved])
    for text in ("Core below cli and tui.", "Core below all."):
        change(repository, "Core below cli", text.removesuffix("."))
        (proposed,) = bring(memories, "claude-md", here).result.changed
        assert proposed.memory.proposal.action == "edit"
        assert proposed.memory.proposal.targets == (approved,)
        assert memories.snapshot().find(approved).memory.body == "Core below cli."
        repository.write({"CLAUDE.md": RULES})
    assert len(memories.snapshot()) == 4


def test_an_approved_edit_is_known_and_not_proposed_again(
    here: Surroundings, memories: Store, repository: GitRepository
) -> None:
    """The memory then says what the file says, and its link follows."""
    bring(memories, "claude-md", here)
    approved = ids(memories)["Layout"]
    approve(memories, [approved])
    change(repository, "Core below cli.", "Core below all.")
    (proposed,) = bring(memories, "claude-md", here).result.changed
    approve(memories, [proposed.memory.id])
    assert memories.snapshot().find(approved).memory.body == "Core below all."
    again = bring(memories, "claude-md", here)
    assert (again.result.changed, again.result.refused, again.unchanged) == ((), (), 3)
    digest = memories.snapshot().find(approved).memory.link.digest
    assert digest == proposed.memory.link.digest


def test_what_was_turned_down_does_not_come_back(
    here: Surroundings, memories: Store, repository: GitRepository
) -> None:
    """Neither as it is nor changed."""
    bring(memories, "claude-md", here)
    reject(memories, [ids(memories)["Layout"]])
    delete(memories, [ids(memories)["Never use the network."]])
    assert not bring(memories, "claude-md", here).result.changed
    change(repository, "Core below cli.", "Core below all.")
    change(repository, "Never use the network.", "Never use the network at all.")
    again = bring(memories, "claude-md", here).result
    assert not again.changed
    assert sorted(str(refusal.reason) for refusal in again.refused) == ["deleted", "rejected"]


def test_what_is_gone_there_is_told_and_stays_here(
    here: Surroundings, memories: Store, repository: GitRepository
) -> None:
    """A line that someone else removed may still be worth knowing; a file that cannot be read says nothing."""
    bring(memories, "claude-md", here)
    change(repository, "- Never use the network.\n", "")
    gone = bring(memories, "claude-md", here).gone
    assert [head.memory.title for head in gone] == ["Never use the network."]
    assert len(memories.snapshot()) == 3
    (repository.path / "CLAUDE.md").write_bytes(b"\xff")
    broken = bring(memories, "claude-md", here)
    assert (broken.gone, [notice.rule for notice in broken.notices]) == ((), ["undecodable"])
    (repository.path / "CLAUDE.md").unlink()
    assert len(bring(memories, "claude-md", here).gone) == 3


def test_a_moved_entry_is_linked_anew(here: Surroundings, memories: Store, repository: GitRepository) -> None:
    """A renamed file or heading is no new memory."""
    bring(memories, "claude-md", here)
    (repository.path / "CLAUDE.md").rename(repository.path / "CLAUDE.local.md")
    again = bring(memories, "claude-md", around(here.home, repository.path))
    assert (again.result.changed, again.unchanged, again.relinked, again.gone) == ((), 3, 3, ())
    assert {head.memory.link.path for head in heads(memories).values()} == {"CLAUDE.local.md"}


def test_what_a_person_moved_and_renamed_stays_so(
    here: Surroundings, memories: Store, repository: GitRepository
) -> None:
    """The file speaks about the text alone, also for a memory that counts elsewhere now."""
    bring(memories, "claude-md", here)
    layout = ids(memories)["Layout"]
    edit(memories, layout, Changes(kind="pitfall"))
    move(memories, [layout], scope=USER_SCOPE)
    assert bring(memories, "claude-md", here).unchanged == 3
    change(repository, "Core below cli.", "Core below all.")
    (proposed,) = bring(memories, "claude-md", here).result.changed
    assert proposed.memory.proposal.targets == (layout,)
    assert (proposed.memory.scope, proposed.memory.kind) == (USER_SCOPE, "pitfall")


def test_files_of_one_name_in_two_repositories_are_two(
    here: Surroundings, memories: Store, tmp_path: Path, make_repository: object
) -> None:
    """A CLAUDE.md elsewhere neither changes the memories of this one nor tells them gone."""
    bring(memories, "claude-md", here)
    move(memories, [ids(memories)["Layout"]], scope=USER_SCOPE)
    other = make_repository("other")  # type: ignore[operator]
    other.write({"CLAUDE.md": "## Layout\n\nEverything in one file.\n"})
    result = bring(memories, "claude-md", around(here.home, other.path), Scope("repo", "b" * 40))
    assert [head.memory.proposal.action for head in result.result.changed] == [""]
    assert not result.gone


def test_the_same_text_in_two_stores_is_one_memory(
    here: Surroundings, memories: Store, repository: GitRepository
) -> None:
    """An AGENTS.md that repeats the CLAUDE.md proposes nothing twice."""
    repository.write({"AGENTS.md": RULES})
    bring(memories, "claude-md", here)
    twice = bring(memories, "agents-md", here).result
    assert [str(refusal.reason) for refusal in twice.refused] == ["known"] * 3


def test_a_suspect_entry_is_flagged_when_it_arrives(
    here: Surroundings, memories: Store, repository: GitRepository
) -> None:
    """A secret in a file that agents read is seen at once."""
    repository.write({"CLAUDE.md": "- The token is ghp_" + "aB3dE5fG7h" * 3 + "J9kLmN" + "\n"})
    (head,) = bring(memories, "claude-md", here).result.changed
    assert head.memory.attention == ("secret",)


def test_a_text_too_long_for_a_memory_is_refused_and_the_rest_goes_on(
    here: Surroundings, memories: Store, repository: GitRepository
) -> None:
    """One endless section does not keep the others."""
    repository.write({"CLAUDE.md": f"## Long\n\n{'word ' * 6000}\n\n## Short\n\nfine\n"})
    result = bring(memories, "claude-md", here).result
    assert [head.memory.title for head in result.changed] == ["Short"]
    assert [(str(refusal.reason), refusal.field) for refusal in result.refused] == [("invalid", "body")]
