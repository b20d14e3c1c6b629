from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memtui import review
from memtui.memory import Anchor, Draft, Status
from memtui.tui.app import MemtuiApp
from memtui.tui.local_backend import LocalBackend
from memtui.tui.screens import dialog
from memtui.tui.screens.dialog import ChoiceScreen, ConfirmScreen, InputScreen
from memtui.tui.screens.explain import ExplainScreen
from memtui.tui.screens.join import MergeScreen, SupersedeScreen
from memtui.tui.screens.revisions import RevisionsScreen
from tests.conftest import GitRepository
from tests.support.screens import (
    draft,
    listing,
    open_store,
    propose_titles,
    running,
    stored,
    text_of,
    titles,
    toasts,
    wait_ready,
    wait_settled,
    wait_until,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot
    from textual.screen import Screen

BEFORE = "def take_lock(name):\n    handle = open(name)\n    return handle\n"
AFTER = "def take_lock(name):\n    handle = open(name, 'x')\n    handle.write('taken')\n    return handle\n"


@pytest.fixture(autouse=True)
def _no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialog, "GRACE", 0.0)


async def shown(pilot: Pilot[int], screen: type[Screen[Any]]) -> None:
    """Wait until a screen is on top."""
    await wait_until(pilot, lambda: isinstance(pilot.app.screen, screen))


async def typed(pilot: Pilot[int], text: str) -> None:
    """Type into the box that is open, and give it as the answer."""
    await shown(pilot, InputScreen)
    pilot.app.screen.query_one("Input").value = text  # type: ignore[attr-defined]
    await pilot.press("enter")
    await wait_settled(pilot)


def added(*names: str) -> list[str]:
    """Keep approved memories and return their ids."""
    store = open_store()
    return [review.add(store, draft(name)).changed[0].memory.id for name in names]


async def test_a_memory_is_put_off_and_leaves_the_inbox(tmp_path: Path) -> None:
    """S asks for how long, and what is put off is no longer pending."""
    [memory_id] = propose_titles(["Later"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("s")
        await shown(pilot, ChoiceScreen)
        await pilot.press("2")
        await wait_settled(pilot)
        memory = stored(memory_id).memory
        assert memory.status == Status.SNOOZED
        assert memory.snooze.until > stored(memory_id).updated_at
        assert titles(app) == []


async def test_a_date_that_is_none_is_told_and_nothing_is_put_off(tmp_path: Path) -> None:
    """Whoever types no date is told how one is written."""
    [memory_id] = propose_titles(["Later"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("s")
        await shown(pilot, ChoiceScreen)
        await pilot.press("d")
        await typed(pilot, "soon")
        assert "soon is no date" in toasts(app)
        assert stored(memory_id).memory.status == Status.PENDING


async def test_a_reason_for_a_rejection_stays_with_the_memory(tmp_path: Path) -> None:
    """The reason is kept as evidence that a person gave."""
    [memory_id] = propose_titles(["Wrong"])
    async with running(tmp_path) as (_, pilot):
        await pilot.press("X")
        await typed(pilot, "the lock is gone since May")
        memory = stored(memory_id).memory
        assert memory.status == Status.REJECTED
        assert memory.evidence[-1].quote == "the lock is gone since May"


async def test_tags_are_added_and_removed_in_one_line(tmp_path: Path) -> None:
    """Words are added, words after a minus are removed."""
    [memory_id] = propose_titles(["Tagged"])
    review.tag(open_store(), [memory_id], add=["old"])
    async with running(tmp_path) as (_, pilot):
        await pilot.press("t")
        await typed(pilot, "locks #io -old")
        assert stored(memory_id).memory.tags == ("locks", "io")


async def test_a_purge_has_to_be_typed_out(tmp_path: Path) -> None:
    """Another word purges nothing; the right one leaves nothing of the text."""
    [memory_id] = propose_titles(["Private"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("P")
        await typed(pilot, "P")
        assert "Nothing was purged" in toasts(app)
        assert stored(memory_id).memory.title == "Private"
        await pilot.press("P")
        await typed(pilot, "purge 1")
        assert stored(memory_id).memory.title == ""
        assert titles(app) == []


async def test_marked_memories_are_merged_after_the_result_was_shown(tmp_path: Path) -> None:
    """Nothing happens before ctrl+s; then one approved memory stands in the place of both."""
    ids = propose_titles(["Tabs", "Tabs again"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("space", "space", "m")
        await shown(pilot, MergeScreen)
        assert "The body of Tabs" in text_of(app)
        assert {stored(memory_id).memory.status for memory_id in ids} == {Status.PENDING}
        await pilot.press("ctrl+s")
        await wait_settled(pilot)
        await wait_until(pilot, lambda: not isinstance(app.screen, MergeScreen))
        assert {stored(memory_id).memory.status for memory_id in ids} == {Status.SUPERSEDED}
        [kept] = {successor for memory_id in ids for successor in stored(memory_id).memory.superseded_by}
        assert stored(kept).memory.status == Status.APPROVED
        await pilot.press("z")
        await wait_settled(pilot)
        assert {stored(memory_id).memory.status for memory_id in ids} == {Status.PENDING}


async def test_one_memory_cannot_be_merged(tmp_path: Path) -> None:
    """A merge of one says how to mark more."""
    propose_titles(["Alone"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("m")
        await wait_until(pilot, lambda: "Mark two memories or more" in toasts(app))


async def test_a_new_text_takes_the_place_of_a_memory(tmp_path: Path) -> None:
    """What is typed is kept as a memory of its own, with a link both ways, and one undo takes all of it back."""
    [old] = added("Old rule")
    async with running(tmp_path) as (app, pilot):
        await pilot.press("2")
        await wait_until(pilot, lambda: titles(app) == ["Old rule"])
        await pilot.press("S")
        await shown(pilot, SupersedeScreen)
        await pilot.press("ctrl+s")
        await wait_until(pilot, lambda: "says the same" in toasts(app))
        app.screen.query_one("#edit-title").value = "New rule"  # type: ignore[attr-defined]
        await pilot.press("ctrl+s")
        await wait_settled(pilot)
        await wait_until(pilot, lambda: not isinstance(app.screen, SupersedeScreen))
        [new] = stored(old).memory.superseded_by
        assert (stored(new).memory.title, stored(new).memory.status) == ("New rule", Status.APPROVED)
        assert stored(new).memory.supersedes == (old,)
        await pilot.press("z")
        await wait_settled(pilot)
        assert stored(old).memory.status == Status.APPROVED


async def test_the_memory_under_the_cursor_takes_the_place_of_those_marked(tmp_path: Path) -> None:
    """Who gives way is named and asked for first."""
    added("One", "Two", "Three")
    async with running(tmp_path) as (app, pilot):
        await pilot.press("2")
        await wait_until(pilot, lambda: len(titles(app)) == 3)
        first, second, third = (listing(app).identity_at(number) for number in range(3))
        await pilot.press("space", "space", "S")
        await shown(pilot, ConfirmScreen)
        await pilot.press("y")
        await wait_settled(pilot)
        assert stored(third).memory.status == Status.APPROVED
        assert set(stored(third).memory.supersedes) == {first, second}


async def test_p_pins_and_unpins_and_says_why_it_cannot(tmp_path: Path) -> None:
    """An approved memory is pinned by p and unpinned by p; a pending one is told to be approved first."""
    [memory_id] = added("Always")
    async with running(tmp_path) as (app, pilot):
        await pilot.press("2")
        await wait_until(pilot, lambda: titles(app) == ["Always"])
        await pilot.press("p")
        await wait_settled(pilot)
        assert stored(memory_id).memory.pinned
        await wait_until(pilot, lambda: "★" in text_of(app))
        await pilot.press("p")
        await wait_settled(pilot)
        assert not stored(memory_id).memory.pinned


async def test_what_it_said_at_a_revision_is_shown_and_brought_back(tmp_path: Path) -> None:
    """H lists the revisions with what each changed; b lets the memory say again what it said."""
    [memory_id] = added("First words")
    review.edit(open_store(), memory_id, review.Changes(title="Second words"))
    async with running(tmp_path) as (app, pilot):
        await pilot.press("2")
        await wait_until(pilot, lambda: titles(app) == ["Second words"])
        await pilot.press("H")
        await shown(pilot, RevisionsScreen)
        await wait_until(pilot, lambda: "[-First-]" in text_of(app) and "{+Second+}" in text_of(app))
        await pilot.press("j", "b")
        await wait_settled(pilot)
        assert stored(memory_id).memory.title == "First words"


@asynccontextmanager
async def in_repository(path: Path) -> AsyncIterator[tuple[MemtuiApp, Pilot[int]]]:
    """Run the app in a repository until its index is fresh."""
    app = MemtuiApp(LocalBackend(path))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await wait_ready(pilot)
        await wait_until(pilot, lambda: app.library.index and not app.library.index.behind and not app.library.progress)
        yield app, pilot


def remembered(repository: GitRepository) -> str:
    """Keep an approved memory that is anchored to a function, and return its id."""
    from memtui.anchors import anchored_now
    from memtui.sources import find_workspace

    workspace = find_workspace(repository.path)
    assert workspace.repository is not None
    assert workspace.scope is not None
    anchors = anchored_now(workspace.repository, [Anchor("lock.py", "take_lock")])
    kept = Draft("pitfall", "The lock file stays behind", "After a crash.", workspace.scope, anchors=anchors)
    return review.add(open_store(), kept).changed[0].memory.id


async def test_a_stale_memory_shows_the_commit_and_its_diff_and_is_confirmed(
    make_repository: Callable[..., GitRepository],
) -> None:
    """From the inbox: o names the commit with its diff, c says that it is still true, and it is fresh."""
    repository = make_repository()
    repository.commit({"lock.py": BEFORE}, "Take a lock")
    async with in_repository(repository.path):
        pass
    memory_id = remembered(repository)
    repository.commit({"lock.py": AFTER}, "Write into the lock", day=3)
    async with in_repository(repository.path) as (app, pilot):
        await wait_until(pilot, lambda: "stale" in stored(memory_id).memory.attention)
        await wait_until(pilot, lambda: "The lock file stays behind" in titles(app))
        listing(app).select(memory_id)
        await wait_until(pilot, lambda: "c still true" in text_of(app))
        await pilot.press("o")
        await shown(pilot, ExplainScreen)
        await wait_until(pilot, lambda: "Write into the lock" in text_of(app))
        assert "+    handle.write('taken')" in text_of(app)
        await pilot.press("c")
        await wait_settled(pilot)
        assert "stale" not in stored(memory_id).memory.attention
        assert not isinstance(app.screen, ExplainScreen)


async def test_a_secret_is_masked_by_one_key_and_the_text_shows_where_it_was(tmp_path: Path) -> None:
    """The mark stands in the place of the secret, and the flag is gone."""
    secret = "AKIA" + "Q7ZP4M2XKD6R5TVW"
    [head] = review.propose(open_store(), [draft("Keys", f"Use {secret} there.")], origin="codex").changed
    async with running(tmp_path) as (app, pilot):
        await wait_until(pilot, lambda: "# mask it" in text_of(app))
        await pilot.press("number_sign")
        await wait_settled(pilot)
        memory = stored(head.memory.id).memory
        assert secret not in memory.body
        assert "secret" not in memory.attention
        assert "Former revisions still hold the secret" in toasts(app)
