"""A person's change reaches the file that a memory came from, or nothing does."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from memtui.memory import Head, Memory
from memtui.memory.errors import WriteBackError
from memtui.review import Changes, approve, delete, edit, reject
from memtui.review.linking import relink
from memtui.sources.stores.claude_memory import slug
from memtui.sources.stores.values import Surroundings
from memtui.sources.stores.writing import carry_out, diff_of, plan
from memtui.store import Store
from tests.conftest import GitRepository
from tests.support.stores import SCOPE, around, bring, write_files

FILE = "# Project\n\n- Keep it small.\n- Keep it fast.\n\n## Layout\n\nCore below cli.\n"


class Desk:
    """A repository with a CLAUDE.md whose entries are approved memories."""

    def __init__(self, home: Path, repository: GitRepository, memories: Store) -> None:
        self.home, self.repository, self.memories = home, repository, memories
        self.path = repository.path / "CLAUDE.md"

    @property
    def here(self) -> Surroundings:
        """What the stores see."""
        return around(self.home, self.repository.path)

    def memory(self, title: str) -> Memory:
        """Return a memory by its title."""
        snapshot = self.memories.snapshot()
        heads: list[Head] = snapshot.heads(snapshot.select())
        return next(head.memory for head in heads if head.memory.title == title and not head.memory.proposal.action)

    def edit(self, called: str, **changes: str) -> None:
        """Change a memory."""
        edit(self.memories, self.memory(called).id, Changes(**changes))  # type: ignore[arg-type]

    def write(self, memory: Memory) -> tuple[Path, ...]:
        """Write a memory back."""
        planned = plan(memory, self.here, SCOPE)
        copies = carry_out(planned.change, self.memories.home)
        relink(self.memories, {memory.id: planned.change.link})
        return copies

    def refusal(self, memory: Memory, **how: bool) -> str:
        """Return why a memory is not written, having seen that the file is as it was."""
        before = self.path.read_bytes()
        with pytest.raises(WriteBackError) as caught:
            carry_out(plan(memory, self.here, SCOPE, **how).change, self.memories.home)
        assert self.path.read_bytes() == before
        return caught.value.reason


@pytest.fixture
def desk(tmp_path: Path, repository: GitRepository) -> Desk:
    """Give a desk on which everything has been imported and approved."""
    (tmp_path / "person").mkdir()
    repository.write({"CLAUDE.md": FILE})
    desk = Desk(tmp_path / "person", repository, Store.open(tmp_path / "memories"))
    result = bring(desk.memories, "claude-md", desk.here).result
    approve(desk.memories, [head.memory.id for head in result.changed])
    return desk


def test_an_edit_is_shown_kept_aside_and_written(desk: Desk) -> None:
    """The diff says what will happen, the copy what there was, and the link follows."""
    desk.edit("Keep it fast.", body="Keep it quick.")
    memory = desk.memory("Keep it fast.")
    (file_edit,) = plan(memory, desk.here, SCOPE).change.edits
    assert list(diff_of(file_edit))[2:] == [
        "@@ -1,7 +1,7 @@",
        " # Project",
        " ",
        " - Keep it small.",
        "-- Keep it fast.",
        "+- Keep it quick.",
        " ",
        " ## Layout",
        " ",
    ]
    (copy,) = desk.write(memory)
    assert copy.read_text() == FILE
    assert copy.is_relative_to(desk.memories.home / "backups")
    assert desk.path.read_text() == FILE.replace("fast", "quick")
    again = bring(desk.memories, "claude-md", desk.here)
    assert (again.result.changed, again.unchanged, again.relinked, again.gone) == ((), 3, 0, ())


def test_a_deletion_is_written_and_does_not_come_back(desk: Desk) -> None:
    """The entry goes, its neighbours stay, and importing again neither proposes nor misses it."""
    delete(desk.memories, [desk.memory("Keep it fast.").id])
    desk.write(desk.memory("Keep it fast."))
    assert desk.path.read_text() == FILE.replace("- Keep it fast.\n", "")
    again = bring(desk.memories, "claude-md", desk.here)
    assert (again.result.changed, again.unchanged, again.gone) == ((), 2, ())
    assert desk.refusal(desk.memory("Keep it fast.")) == "taken_out"


def test_two_changes_in_one_file_follow_each_other(desk: Desk) -> None:
    """The second is worked out from what the first has left."""
    desk.edit("Keep it small.", body="Keep it tiny,\nreally.")
    desk.edit("Layout", title="Rooms")
    for title in ("Keep it small.", "Rooms"):
        desk.write(desk.memory(title))
    assert desk.path.read_text() == FILE.replace("- Keep it small.", "- Keep it tiny,\n  really.").replace(
        "## Layout", "## Rooms"
    )


def test_what_changed_there_meanwhile_is_left_alone(desk: Desk) -> None:
    """Between the import and now, and between the diff and the writing."""
    desk.edit("Keep it fast.", body="Keep it quick.")
    memory = desk.memory("Keep it fast.")
    planned = plan(memory, desk.here, SCOPE)
    desk.path.write_text(FILE + "\nadded\n")
    with pytest.raises(WriteBackError) as caught:
        carry_out(planned.change, desk.memories.home)
    assert caught.value.reason == "changed_meanwhile"
    assert desk.path.read_text() == FILE + "\nadded\n"
    desk.path.write_text(FILE.replace("Core below cli.", "Core above cli."))
    desk.edit("Layout", body="Core beside cli.")
    assert desk.refusal(desk.memory("Layout")) == "changed_meanwhile"
    desk.path.write_text(FILE.replace("- Keep it fast.\n", ""))
    assert desk.refusal(memory) == "gone"


def test_a_change_elsewhere_in_the_file_does_not_matter(desk: Desk) -> None:
    """What counts is the entry; the rest of the file goes on as someone else left it."""
    desk.edit("Keep it fast.", body="Keep it quick.")
    desk.path.write_text("New top.\n\n" + FILE.replace("Core", "The core"))
    desk.write(desk.memory("Keep it fast."))
    assert desk.path.read_text() == "New top.\n\n" + FILE.replace("Core", "The core").replace("fast", "quick")


def test_nothing_is_written_through_a_link(desk: Desk, tmp_path: Path) -> None:
    """Neither through the file itself nor through a directory above it."""
    desk.edit("Keep it fast.", body="Keep it quick.")
    memory = desk.memory("Keep it fast.")
    real = desk.repository.path / "real.md"
    desk.path.rename(real)
    desk.path.symlink_to(real)
    assert desk.refusal(memory) == "symlink"
    desk.path.unlink()
    os.link(real, desk.path)
    assert desk.refusal(memory) == "hard_link"


def test_a_file_keeps_its_mode_and_leaves_nothing_beside_it(desk: Desk) -> None:
    """The change is one step: whoever reads sees the old file or the new one."""
    desk.path.chmod(0o640)
    desk.edit("Keep it fast.", body="Keep it quick.")
    desk.write(desk.memory("Keep it fast."))
    assert stat.S_IMODE(desk.path.stat().st_mode) == 0o640
    assert sorted(path.name for path in desk.repository.path.iterdir()) == [".git", "CLAUDE.md"]


def test_a_disk_that_fails_leaves_the_file_as_it_was(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens while the new file is written, the old one stays whole."""
    desk.edit("Keep it fast.", body="Keep it quick.")

    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        desk.write(desk.memory("Keep it fast."))
    assert desk.path.read_text() == FILE
    assert sorted(path.name for path in desk.repository.path.iterdir()) == [".git", "CLAUDE.md"]


def test_more_than_half_of_a_file_goes_only_when_that_is_meant(desk: Desk) -> None:
    """A slip of a parser or a finger must not eat a file."""
    long = "## Layout\n\n" + "Core below cli.\n" * 50
    desk.path.write_text(FILE.replace("## Layout\n\nCore below cli.\n", long))
    bring(desk.memories, "claude-md", desk.here)
    snapshot = desk.memories.snapshot()
    proposal = next(head for head in snapshot.heads(snapshot.select()) if head.memory.proposal.action)
    # The link follows with the text that was approved.
    approve(desk.memories, [proposal.memory.id])
    desk.edit("Layout", body="Short.")
    assert desk.refusal(desk.memory("Layout")) == "shrinks"
    planned = plan(desk.memory("Layout"), desk.here, SCOPE, may_shrink=True)
    carry_out(planned.change, desk.memories.home)
    assert desk.path.read_text() == FILE.replace("Core below cli.", "Short.")


def test_what_nobody_decided_on_is_not_written(desk: Desk) -> None:
    """An agent's words must not reach a file that agents obey by way of memtui."""
    desk.path.write_text(FILE + "\n## New\n\nthing\n")
    (head,) = bring(desk.memories, "claude-md", desk.here).result.changed
    assert desk.refusal(head.memory) == "not_reviewed"
    reject(desk.memories, [head.memory.id])
    assert desk.refusal(desk.memory("New")) == "not_live"


def test_a_secret_is_not_written(desk: Desk) -> None:
    """A file that agents read is shown to models and kept in git."""
    desk.edit("Keep it fast.", body="The token is ghp_" + "aB3dE5fG7h" * 3 + "J9kLmN")
    assert desk.refusal(desk.memory("Keep it fast.")) == "secret"


def test_a_memory_of_another_repository_is_not_written_here(desk: Desk, make_repository: object) -> None:
    """Another CLAUDE.md with the same words is not the one that the memory came from."""
    other = make_repository("other")  # type: ignore[operator]
    other.write({"CLAUDE.md": FILE})
    desk.edit("Keep it fast.", body="Keep it quick.")
    from memtui.memory import Scope

    with pytest.raises(WriteBackError) as caught:
        plan(desk.memory("Keep it fast."), around(desk.home, other.path), Scope("repo", "b" * 40))
    assert caught.value.reason == "elsewhere"


def test_a_memory_without_a_file_has_nowhere_to_go(desk: Desk) -> None:
    """What a person wrote down in memtui comes from no file."""
    from memtui.memory import USER_SCOPE, Draft
    from memtui.review import add

    (head,) = add(desk.memories, Draft("lesson", "Mine", "text", USER_SCOPE)).changed
    assert desk.refusal(head.memory) == "not_linked"


def test_the_index_of_claude_follows_its_topic_files(desk: Desk) -> None:
    """A new title is set in its line, and the line of a deleted topic goes with it."""
    directory = desk.home / f".claude/projects/{slug(str(desk.repository.path.resolve()))}/memory"
    index = "# Memory\r\n\r\n- [pnpm](pnpm.md) - We use pnpm\r\n- [Tea](./tea.md) - Tea at four\r\n- A loose note.\r\n"
    write_files(
        directory,
        {
            "MEMORY.md": index,
            "pnpm.md": "---\nname: pnpm\ndescription: We use pnpm\nmodified: 2026-11-29T13:00:00Z\n---\n\nNot npm.\n",
            "tea.md": "---\nname: tea\ndescription: Tea at four\n---\nAlways.\n",
        },
    )
    result = bring(desk.memories, "claude-memory", desk.here).result
    approve(desk.memories, [head.memory.id for head in result.changed])
    desk.edit("We use pnpm", title="We use bun")
    delete(desk.memories, [desk.memory("Tea at four").id])
    desk.write(desk.memory("We use bun"))
    copies = desk.write(desk.memory("Tea at four"))
    assert {copy.name for copy in copies} == {"tea.md", "MEMORY.md"}
    assert sorted(path.name for path in directory.iterdir()) == ["MEMORY.md", "pnpm.md"]
    assert (directory / "MEMORY.md").read_bytes() == (
        b"# Memory\r\n\r\n- [pnpm](pnpm.md) - We use bun\r\n- A loose note.\r\n"
    )
    assert (directory / "pnpm.md").read_text() == (
        "---\nname: pnpm\ndescription: We use bun\nmodified: 2026-11-29T13:00:00Z\n---\n\nNot npm.\n"
    )


def test_a_preference_goes_with_its_count(desk: Desk) -> None:
    """MemoraX counts its preferences in the frontmatter, and puts a line between two of them."""
    from tests.memtui.sources.stores.test_each_store import PREFERENCES

    name = ".repo_memory/user-profile/preferences.md"
    write_files(desk.repository.path, {name: PREFERENCES})
    result = bring(desk.memories, "repo-memory", desk.here).result
    approve(desk.memories, [head.memory.id for head in result.changed])
    desk.edit("User is called Ada.", title="User is called Grace.", body="Applies when: Greeting.")
    desk.write(desk.memory("User is called Grace."))
    delete(desk.memories, [desk.memory("User prefers short answers.").id])
    desk.write(desk.memory("User prefers short answers."))
    text = (desk.repository.path / name).read_text()
    assert "active_count: 1\ntotal_count: 2\n" in text
    assert "- Description: User is called Grace.\n- Applies when: Greeting.\n- Do not apply when: -\n" in text
    assert "short answers" not in text
    assert text.count("\n---\n") == 2
    assert "## Active Preferences\n\n## Preference pref_20260710_ada\n" in text


def test_a_rule_of_codex_goes_whole(desk: Desk) -> None:
    """The other rules and the comments stay."""
    write_files(
        desk.home,
        {".codex/rules/default.rules": 'prefix_rule(pattern=["a"])\n# why\nprefix_rule(pattern=["b"])\n'},
    )
    result = bring(desk.memories, "codex", desk.here).result
    approve(desk.memories, [head.memory.id for head in result.changed])
    delete(desk.memories, [desk.memory("Run without asking: a").id])
    desk.write(desk.memory("Run without asking: a"))
    assert (desk.home / ".codex/rules/default.rules").read_text() == '# why\nprefix_rule(pattern=["b"])\n'
