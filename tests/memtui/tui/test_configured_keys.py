"""The keys that a user chose hold on every screen, and are what help, footer, palette and sentences name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memtui import review
from memtui.configuration import ACTIONS, SCREENS, Configuration
from memtui.configuration.reading import parsed
from memtui.memory import Status
from memtui.tui.app import MemtuiApp
from memtui.tui.commands import MemtuiCommands
from memtui.tui.keys import KeyNames
from memtui.tui.local_backend import LocalBackend
from memtui.tui.screens import dialog
from memtui.tui.screens.dialog import ChoiceScreen, ConfirmScreen, InputScreen
from memtui.tui.screens.edit import EditScreen
from memtui.tui.screens.explain import ExplainScreen
from memtui.tui.screens.facets import FacetScreen
from memtui.tui.screens.help import HelpScreen
from memtui.tui.screens.join import MergeScreen
from memtui.tui.screens.reader import ReaderScreen
from memtui.tui.screens.revisions import RevisionsScreen
from tests.support.screens import (
    lines_of,
    listing,
    open_store,
    outside,
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

REMAPPED = """
[keys]
memory.approve = ["A", "f5"]
memory.reject = "a"
memory.purge = []
list.down = "n"
memory.open = "o"
memory.explain = "O"
list.filter = "ctrl+f"
app.undo = "u"
app.help = "f1"
app.inbox = "f2"
confirm.yes = "Y"
edit.save = "ctrl+t"
"""


@pytest.fixture(autouse=True)
def _no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialog, "GRACE", 0.0)


def configured(text: str) -> Configuration:
    """Return what a file with this text says."""
    return parsed(text.encode())


def bound(app: MemtuiApp) -> set[str]:
    """Return the ids of the actions that have keys on the screen."""
    ids = {active.binding.id for active in app.screen.active_bindings.values()}
    return ACTIONS.keys() & ids


async def test_the_table_says_of_each_screen_which_keys_work_there(tmp_path: Path) -> None:
    """What is checked for clashes is what Textual would call."""
    ids = propose_titles(["One", "Two"])
    async with running(tmp_path) as (app, pilot):
        seen = {}
        for key, name in (("2", "Inbox and Memories"), ("3", "Repo"), ("4", "Sources"), ("1", "Inbox and Memories")):
            await pilot.press(key)
            await pilot.pause()
            seen[name] = bound(app)
        heads = [head for memory_id in ids if (head := app.library.head(memory_id))]
        screens: dict[str, Any] = {
            "the reader": ReaderScreen(ids[0]),
            "the revisions": RevisionsScreen(ids[0]),
            "the form": EditScreen(heads[0]),
            "a question": ConfirmScreen("Sure?", []),
            "a choice": ChoiceScreen("Which?", []),
            "an answer in words": InputScreen("What?"),
            "the facets": FacetScreen(app.screen.view),  # type: ignore[attr-defined]
            "the help": HelpScreen([]),
        }
        for name, screen in screens.items():
            await app.push_screen(screen)
            await pilot.pause()
            # In a form, letters are text; their bindings come back where no field is in focus.
            screen.set_focus(screen.focused if name == "the facets" or "revisions" in name else None)
            seen[name] = bound(app)
            await app.pop_screen()
        for screen in (ExplainScreen(ids[0]), MergeScreen(heads, lambda: None)):
            await app.push_screen(screen)
            await pilot.pause()
            screen.set_focus(None)
            assert bound(app) <= set(
                SCREENS["the reader"] if isinstance(screen, ExplainScreen) else SCREENS["the form"]
            )
            await app.pop_screen()
        questions = {name for name in SCREENS if "another key" in name}
        assert {name: sorted(ids) for name, ids in seen.items()} == {
            name: sorted(ids) for name, ids in SCREENS.items() if name not in questions
        }


async def test_remapped_keys_act_and_the_usual_ones_do_not(tmp_path: Path) -> None:
    """Several keys for one action, keys exchanged between two, and keys of lists and dialogs."""
    ids = propose_titles(["One", "Two", "Three"])
    async with running(tmp_path, configuration=configured(REMAPPED)) as (app, pilot):
        await wait_until(pilot, lambda: len(titles(app)) == 3)
        first = listing(app).current
        await pilot.press("j")
        assert listing(app).current == first
        await pilot.press("n")
        assert listing(app).current != first
        rejected = str(listing(app).current)
        await pilot.press("a")
        await wait_settled(pilot)
        assert stored(rejected).memory.status == "rejected"
        await pilot.press("u")
        await wait_settled(pilot)
        assert stored(rejected).memory.status == "pending"
        await wait_until(pilot, lambda: len(app.library.read) >= 2)
        approved = str(listing(app).current)
        await pilot.press("f5")
        await wait_settled(pilot)
        assert stored(approved).memory.status == "approved"
        await pilot.press("asterisk", "d")
        await wait_until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        assert "Y yes" in text_of(app)
        await pilot.press("y")
        assert isinstance(app.screen, ConfirmScreen)
        await pilot.press("Y")
        await wait_settled(pilot)
        assert [stored(memory_id).memory.status for memory_id in ids].count(Status.DELETED) == 2


async def test_footer_tabs_help_and_palette_name_the_keys_as_they_are(tmp_path: Path) -> None:
    """Nothing that is shown leads to a key that does something else."""
    propose_titles(["One"])
    async with running(tmp_path, configuration=configured(REMAPPED)) as (app, pilot):
        await wait_until(pilot, lambda: titles(app) == ["One"])
        footer = lines_of(app)[-1]
        assert footer.startswith(" A approve  a reject  e edit")
        assert "o open" in footer
        assert "u undo" in footer
        assert "f1 help" in footer
        assert lines_of(app)[0].startswith(" memtui  f2 Inbox 1  2 Memories")
        actions = {binding.id: app.get_key_display(binding) for binding in MemtuiCommands(app.screen).actions()}
        assert actions["memory.approve"] == "A"
        assert actions["memory.purge"] == "none"
        await pilot.press("f1")
        await wait_until(pilot, lambda: isinstance(app.screen, HelpScreen))
        shown = text_of(app)
        assert "A  f5" in shown
        assert "no_key" not in shown
        await pilot.press(*"undo")
        await wait_until(pilot, lambda: " u " in text_of(app))


async def test_sentences_name_the_keys_as_they_are(tmp_path: Path) -> None:
    """Hints in messages, documents and empty lists follow the configuration."""
    async with running(tmp_path, configuration=configured(REMAPPED)) as (app, pilot):
        assert "2 shows all memories" in text_of(app)
        [memory_id] = propose_titles(["One"])
        review.reject(open_store(), [memory_id])
        review.undo(open_store())
        app.poller.look_at_memories()
        await wait_until(pilot, lambda: titles(app) == ["One"])
        await pilot.press("a")
        await wait_settled(pilot)
        await wait_until(pilot, lambda: "u undoes" in toasts(app))
        assert "‹" not in text_of(app)
    async with running(tmp_path, configuration=configured('[keys]\napp.memories = "f9"')) as (app, _):
        assert "f9 shows all memories" in text_of(app)


async def test_an_action_without_a_key_is_left_to_the_palette(tmp_path: Path) -> None:
    """Its usual key does nothing, and a sentence that would name it names the palette."""
    propose_titles(["One"])
    async with running(tmp_path, configuration=configured("[keys]\nmemory.purge = []")) as (app, pilot):
        await pilot.press("P")
        await pilot.pause()
        assert not isinstance(app.screen, InputScreen)
        await app.run_bound(app.screen, "ask('purge')")
        await wait_until(pilot, lambda: isinstance(app.screen, InputScreen))
    assert KeyNames(configured("[keys]\nmemory.purge = []")).of("memory.purge") == "the palette"


async def test_keys_that_save_work_while_text_is_typed(tmp_path: Path) -> None:
    """The form is saved by the key that was chosen for it."""
    [memory_id] = propose_titles(["One"])
    async with running(tmp_path, configuration=configured(REMAPPED)) as (app, pilot):
        await pilot.press("e", "!", "ctrl+t")
        await wait_settled(pilot)
        await wait_until(pilot, lambda: not isinstance(app.screen, EditScreen))
        assert stored(memory_id).memory.title == "One!"


async def test_what_is_wrong_in_the_file_is_told_at_the_start(tmp_path: Path) -> None:
    """The rest holds, and the person reads where to look."""
    text = '[keys]\nmemory.approve = "x"\nmemory.tag = "T"\n[theme]\nname = "[@click=app.quit]x[/]"\n'
    async with running(tmp_path, configuration=configured(text)) as (app, pilot):
        await wait_until(pilot, lambda: "usual settings hold" in toasts(app))
        assert "line 2, keys.memory.approve: “x” is the key of memory.reject" in toasts(app)
        assert "line 5, theme.name" in toasts(app)
        assert app.theme == "textual-dark"
        assert "A approve" not in lines_of(app)[-1]
        assert app.library.keys.of("memory.tag") == "T"


@pytest.mark.parametrize(("name", "theme"), [("light", "textual-light"), ("ansi-dark", "ansi-dark")])
async def test_the_theme_is_there_with_the_first_picture(tmp_path: Path, name: str, theme: str) -> None:
    """No other theme flashes before it."""
    app = MemtuiApp(LocalBackend(outside(tmp_path)), configured(f'[theme]\nname = "{name}"'))
    async with app.run_test(size=(80, 24)) as pilot:
        assert app.theme == theme
        assert app.has_class(f"-theme-{theme}")
        await wait_ready(pilot)
        assert app.current_theme.name == theme


def test_only_known_keys_are_put_into_sentences() -> None:
    """A title that looks like one of our marks is left as it came, or names a key at the worst."""
    names = KeyNames()
    assert names.told("‹memory.open› opens ‹it› and ‹no.such›") == "enter opens ‹it› and ‹no.such›"


def test_every_mark_in_the_code_names_an_action() -> None:
    """A sentence with a name that was mistyped would show the mark itself."""
    import re

    root = Path(__file__).parents[3] / "memtui" / "tui"
    marks = {
        mark
        for path in root.rglob("*.py")
        if path.name != "keys.py"
        for mark in re.findall(r"‹([^›]*)›", path.read_text(encoding="utf-8"))
    }
    assert marks - {"memory.open"} <= set(ACTIONS)
    assert len(marks) > 10
