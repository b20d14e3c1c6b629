from __future__ import annotations

from pathlib import Path

import pytest

from memtui.memory import Status
from memtui.tui.app import MemtuiApp
from memtui.tui.local_backend import LocalBackend
from memtui.tui.screens import dialog
from memtui.tui.writing_back import PatchScreen
from tests.conftest import GitRepository
from tests.support.screens import listing, open_store, outside, running, text_of, titles, toasts, wait_ready, wait_until

RULES = "# Rules\n\n- Use tabs in Makefiles.\n- Never commit on Fridays.\n\n@docs/gone.md\n"


@pytest.fixture(autouse=True)
def _no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialog, "GRACE", 0.0)


@pytest.fixture
def ruled(repository: GitRepository) -> GitRepository:
    """Give a repository with rules for agents, one of which names what is not there."""
    repository.commit({"CLAUDE.md": RULES, "app.py": "print(1)\n"})
    return repository


async def test_what_agents_read_is_shown_with_its_cost_and_what_is_wrong(ruled: GitRepository) -> None:
    """Each store has its files below it, with tokens, entries and findings."""
    app = MemtuiApp(LocalBackend(ruled.path))
    async with app.run_test(size=(120, 36), notifications=True) as pilot:
        await wait_ready(pilot)
        await pilot.press("4")
        await wait_until(pilot, lambda: "CLAUDE.md" in text_of(app) and "tokens in every session" in text_of(app))
        await pilot.press("j")
        await wait_until(pilot, lambda: "Use tabs in Makefiles" in text_of(app))
        assert "docs/gone.md" in text_of(app)


async def test_i_brings_the_entries_of_a_store_in_as_proposals_once(ruled: GitRepository) -> None:
    """The first time they are proposed; the second time they are known already."""
    app = MemtuiApp(LocalBackend(ruled.path))
    async with app.run_test(size=(120, 36), notifications=True) as pilot:
        await wait_ready(pilot)
        await pilot.press("4")
        await wait_until(pilot, lambda: "CLAUDE.md" in text_of(app))
        await pilot.press("i")
        await wait_until(pilot, lambda: "in the Inbox" in toasts(app))
        snapshot = open_store().snapshot()
        proposed = [head.memory for head in snapshot.heads(snapshot.select(statuses=[Status.PENDING]))]
        assert any("tabs" in memory.title.lower() + memory.body.lower() for memory in proposed)
        assert all(memory.link.path for memory in proposed if memory.origin != "indexer")
        await pilot.press("i")
        await wait_until(pilot, lambda: "0 proposals in the Inbox" in toasts(app))


async def test_where_no_agent_keeps_anything_the_screen_says_what_it_would_show(tmp_path: Path) -> None:
    """An empty screen is no riddle."""
    async with running(tmp_path) as (app, pilot):
        await pilot.press("4")
        await wait_until(pilot, lambda: "No agent keeps anything here" in text_of(app))
        assert len(listing(app).rows) == 0
        await pilot.press("i")
        await wait_until(pilot, lambda: "no store here" in toasts(app))
        assert outside(tmp_path).exists()


async def test_an_edited_entry_is_written_to_its_file_after_the_change_was_shown(ruled: GitRepository) -> None:
    """Nothing is written before y; then the line in the file says what the memory says."""
    from memtui import review
    from memtui.sources import find_workspace
    from memtui.sources.stores.surveying import bring_in_here

    imported = bring_in_here(open_store(), find_workspace(ruled.path), "claude-md")
    [tabs] = [head for each in imported for head in each.result.changed if "tabs" in head.memory.title.lower()]
    review.approve(open_store(), [tabs.memory.id])
    rules = ruled.path / "CLAUDE.md"
    app = MemtuiApp(LocalBackend(ruled.path))
    async with app.run_test(size=(120, 36), notifications=True) as pilot:
        await wait_ready(pilot)
        review.edit(open_store(), tabs.memory.id, review.Changes(title="Tabs", body="Use tabs in every Makefile."))
        await pilot.press("2")
        await wait_until(pilot, lambda: "Tabs" in titles(app))
        listing(app).select(tabs.memory.id)
        await pilot.press("w")
        await wait_until(pilot, lambda: isinstance(app.screen, PatchScreen))
        assert rules.read_text() == RULES
        await wait_until(pilot, lambda: "+- Use tabs in every Makefile." in text_of(app))
        await pilot.press("y")
        await wait_until(pilot, lambda: "Written to" in toasts(app))
        assert rules.read_text() == RULES.replace("Use tabs in Makefiles.", "Use tabs in every Makefile.")


async def test_a_memory_of_ones_own_has_no_file_to_be_written_to(tmp_path: Path) -> None:
    """The key says so, and what would write one."""
    from tests.support.screens import propose_titles

    propose_titles(["Mine"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("w")
        await wait_until(pilot, lambda: "memtui export" in toasts(app))
