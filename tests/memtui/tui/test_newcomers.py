"""What somebody who comes from another terminal program tries next, and what happens then."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from textual import events

from memtui import review
from memtui.configuration import Configuration
from memtui.memory import Proposal
from memtui.tui.app import MemtuiApp
from memtui.tui.documents import memory_document
from memtui.tui.local_backend import LocalBackend
from memtui.tui.repo_outline import Item, matching
from memtui.tui.screens import dialog
from memtui.tui.screens.dialog import ChoiceScreen, ConfirmScreen, Dialog, InputScreen
from memtui.tui.screens.edit import EditScreen
from memtui.tui.screens.facets import FacetScreen
from memtui.tui.screens.help import HelpScreen
from memtui.tui.screens.listing import MemoryScreen
from tests.conftest import GitRepository
from tests.support.screens import (
    draft,
    lines_of,
    listing,
    open_store,
    propose_titles,
    running,
    stored,
    text_of,
    titles,
    toasts,
    wait_until,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.content import Content

    from memtui.tui.widgets.lines import Piece


@pytest.fixture(autouse=True)
def _no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialog, "GRACE", 0.0)


async def test_a_proposal_names_what_it_would_change_by_its_title(tmp_path: Path) -> None:
    """Nobody knows a memory by its id; one that is gone has nothing else."""
    store = open_store()
    target = review.add(store, draft("Indent with tabs")).changed[0]
    wish = Proposal("edit", (target.memory.id,), (target.revision,))
    [head] = review.propose(store, [draft("Indent", proposal=wish)], origin="codex").changed
    async with running(tmp_path) as (app, pilot):
        await wait_until(pilot, lambda: "• Indent with tabs" in text_of(app))
        assert target.memory.id[:8] not in text_of(app)
        assert "o shows the change" in text_of(app)
        lost = replace(head.memory, proposal=replace(wish, targets=("gone1234567890",)))
        assert "  • gone1234\n" in memory_document(replace(head, memory=lost), app.library).plain


def test_what_took_the_place_of_a_memory_is_named_by_its_title() -> None:
    """The provenance leads on as a person would say it."""
    from memtui.tui.library import Library

    store = open_store()
    old, new = (review.add(store, draft(title)).changed[0] for title in ("Old rule", "New rule"))
    review.supersede(store, [old.memory.id], by=new.memory.id)
    library = Library(snapshot=store.snapshot())
    told = memory_document(stored(old.memory.id), library).plain
    assert "replaced by New rule" in told
    assert "takes the place of Old rule" in memory_document(stored(new.memory.id), library).plain


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36)])
async def test_a_question_about_many_shows_its_keys_in_every_terminal(tmp_path: Path, size: tuple[int, int]) -> None:
    """The names scroll; what answers them stays in sight, also when the terminal is resized meanwhile."""
    propose_titles([f"Rule {number}{' of many' * 5}" for number in range(40)])
    async with running(tmp_path, size) as (app, pilot):
        await wait_until(pilot, lambda: len(titles(app)) == 40)
        await pilot.press("asterisk", "x")
        await wait_until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        for again in (size, (60, 18), (140, 40), size):
            await pilot.resize_terminal(*again)
            await wait_until(pilot, lambda: "y yes" in text_of(app) and "Reject the 40" in text_of(app))
        await pilot.press("j", "j")
        await pilot.press("n")
        assert len(titles(app)) == 40


@pytest.mark.parametrize(
    ("screen", "letters"),
    [
        (lambda: ConfirmScreen("Sure?", ["One"]), False),
        (lambda: ChoiceScreen("Which?", [("a", "a", "the first")]), False),
        (lambda: InputScreen("What?"), True),
    ],
)
async def test_help_opens_over_every_box_and_its_key_closes_it(tmp_path: Path, screen: Any, letters: bool) -> None:
    """Where letters are text, the other key of help does it."""
    async with running(tmp_path) as (app, pilot):
        await app.push_screen(screen())
        await pilot.press("f1" if letters else "question_mark")
        await wait_until(pilot, lambda: isinstance(app.screen, HelpScreen))
        await pilot.press("f1")
        await wait_until(pilot, lambda: not isinstance(app.screen, HelpScreen))
        assert isinstance(app.screen, Dialog)


async def test_a_form_names_the_keys_that_work_while_one_types(tmp_path: Path) -> None:
    """A question mark is text there, and so is q."""
    propose_titles(["One"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("e")
        await wait_until(pilot, lambda: "f1 help" in lines_of(app)[-1])
        await app.run_action("interrupt")
        await wait_until(pilot, lambda: "ctrl+q quits" in toasts(app))
        await pilot.press("f1")
        await wait_until(pilot, lambda: isinstance(app.screen, HelpScreen))
        await pilot.press("escape")
        await wait_until(pilot, lambda: not isinstance(app.screen, HelpScreen))
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(app.screen, MemoryScreen) and "? help" in lines_of(app)[-1])
        await pilot.press("ctrl+c")
        await wait_until(pilot, lambda: "\nq quits" in toasts(app))


@pytest.mark.parametrize("key", ["x", "s", "f", "question_mark"])
async def test_ctrl_c_leaves_a_box_and_changes_nothing(tmp_path: Path, key: str) -> None:
    """Whoever is used to it means to get out."""
    ids = propose_titles(["One", "Two"])
    async with running(tmp_path) as (app, pilot):
        await wait_until(pilot, lambda: len(titles(app)) == 2)
        await pilot.press("asterisk", key)
        await wait_until(pilot, lambda: isinstance(app.screen, Dialog))
        await pilot.press("ctrl+c")
        await wait_until(pilot, lambda: isinstance(app.screen, MemoryScreen))
        assert {stored(memory_id).memory.status for memory_id in ids} == {"pending"}


@pytest.mark.parametrize(("text", "typed"), [("two\nwords", "two words"), ("\r\n tab\there \r", " tab here")])
async def test_lines_that_are_pasted_into_a_field_become_one(tmp_path: Path, text: str, typed: str) -> None:
    """Nothing of what was copied is lost, and no mark stands for the end of a line."""
    async with running(tmp_path) as (app, pilot):
        await pilot.press("slash")
        app.post_message(events.Paste(text))
        await wait_until(pilot, lambda: app.screen.query_one("Input").value == typed)  # type: ignore[attr-defined]


async def test_escape_takes_messages_away_when_there_is_nothing_else_to_leave(tmp_path: Path) -> None:
    """A message lies over what one wants to read."""
    propose_titles(["One"])
    async with running(tmp_path) as (app, pilot):
        app.tell("Something was done.")
        await wait_until(pilot, lambda: "Something was done" in text_of(app))
        await pilot.press("slash", "o", "escape")
        assert "Something was done" in toasts(app)
        await pilot.press("escape")
        await wait_until(pilot, lambda: not toasts(app) and "Something was done" not in text_of(app))


async def test_brackets_turn_from_screen_to_screen(tmp_path: Path) -> None:
    """As tabs do elsewhere, and around the ends."""
    async with running(tmp_path) as (app, pilot):
        seen = []
        for key in ("right_square_bracket",) * 4 + ("left_square_bracket",):
            await pilot.press(key)
            await pilot.pause()
            seen.append(app.current_mode)
        assert seen == ["memories", "repo", "sources", "inbox", "sources"]


async def test_a_theme_chosen_in_the_palette_can_be_kept(tmp_path: Path) -> None:
    """The message says what to write where."""
    path = tmp_path / "config.toml"
    async with running(tmp_path) as (app, pilot):
        app.configuration = Configuration(path)
        await wait_until(pilot, lambda: app.library.store == "ready")
        app.theme = "nord"
        await wait_until(pilot, lambda: f'write name = "nord" under [theme] in {path}' in toasts(app))


async def test_the_filter_of_the_repository_finds_what_is_folded(repository: GitRepository) -> None:
    """Every line of the outline can be found by its words, below the branches that it belongs to."""
    repository.commit(
        {"shop/__init__.py": "", "shop/cli.py": "if __name__ == '__main__':\n    pass\n", "Makefile": "all:\n\ttrue\n"}
    )
    app = MemtuiApp(LocalBackend(repository.path))
    async with app.run_test(size=(120, 36), notifications=True) as pilot:
        await wait_until(pilot, lambda: app.library.store == "ready")
        await pilot.press("3")
        await wait_until(pilot, lambda: "Entry points" in text_of(app) and app.library.facts, rounds=3000)
        every = len(listing(app).rows)
        await pilot.press("slash", *"ada")
        await wait_until(pilot, lambda: "Ada Lovelace" in text_of(app) and len(listing(app).rows) < every)
        assert "Makefile" not in text_of(app)
        await pilot.press(*"zzz")
        await wait_until(pilot, lambda: "Nothing matches adazzz" in text_of(app))
        await pilot.press("escape")
        await wait_until(pilot, lambda: len(listing(app).rows) == every)
        assert listing(app).has_focus


def an_item(name: str, depth: int, *, branch: bool = False) -> Item:
    """Return an item that says its name."""

    def columns(_width: int) -> Iterator[Piece]:
        yield name, ""

    def detail() -> Content:
        raise NotImplementedError

    return Item(name, depth, columns, detail, branch=branch, open=branch)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", "top one leaf twig two other"),
        ("leaf", "top one leaf"),
        ("t", "top one twig two other"),
        ("one", "top one"),
        ("twig other", ""),
        ("O T", "top two other"),
        ("absent", ""),
    ],
)
def test_what_matches_stands_below_its_branches(query: str, found: str) -> None:
    """Each once, in their order, and no branch that leads to nothing."""
    items = [
        an_item("top", 0, branch=True), an_item("one", 1, branch=True), an_item("leaf", 2), an_item("twig", 2),
        an_item("two", 1, branch=True), an_item("other", 2),
    ]  # fmt: skip
    assert [item.id for item in matching(items, query)] == found.split()


async def test_a_click_a_wheel_and_a_double_click_do_as_elsewhere(tmp_path: Path) -> None:
    """One click selects, two open, and tabs and keys at the edges can be clicked."""
    propose_titles([f"Rule {number}" for number in range(5)])
    async with running(tmp_path) as (app, pilot):
        await wait_until(pilot, lambda: len(titles(app)) == 5)
        await pilot.click("#list", offset=(10, 2))
        assert listing(app).cursor == 2
        await pilot.click("#list", offset=(10, 3), times=2)
        await wait_until(pilot, lambda: "Rule" in lines_of(app)[2])
        assert not isinstance(app.screen, MemoryScreen)
        await pilot.press("escape")
        await pilot.click("#title", offset=(lines_of(app)[0].index("Memories"), 0))
        await wait_until(pilot, lambda: app.current_mode == "memories")
        await pilot.click("#keys", offset=(lines_of(app)[-1].index("facets"), 0))
        await wait_until(pilot, lambda: isinstance(app.screen, FacetScreen))


async def test_a_form_survives_a_resize_with_what_was_typed(tmp_path: Path) -> None:
    """Also when the terminal becomes far too small for it."""
    propose_titles(["One"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("e", "!")
        for size in ((60, 20), (30, 8), (10, 3), (120, 36)):
            await pilot.resize_terminal(*size)
            await asyncio.sleep(0)
        screen = app.screen
        assert isinstance(screen, EditScreen)
        assert screen.fields() == {"title": "One!"}
