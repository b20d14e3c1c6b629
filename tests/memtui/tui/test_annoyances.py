"""What annoyed on a walk through every key, each as a fact that holds since."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memtui import review
from memtui.memory import Attention, Proposal, Status
from memtui.memory.errors import StoreLockedError
from memtui.tui import words
from memtui.tui.app import MemtuiApp
from memtui.tui.commands import MemtuiCommands
from memtui.tui.explaining import changes
from memtui.tui.keys import KeyNames
from memtui.tui.local_backend import LocalBackend
from memtui.tui.screens import dialog
from memtui.tui.screens.dialog import ChoiceScreen, InputScreen
from memtui.tui.screens.edit import EditScreen
from memtui.tui.screens.explain import ExplainScreen
from memtui.tui.screens.facets import FacetScreen
from memtui.tui.screens.join import MergeScreen
from memtui.tui.screens.revisions import RevisionsScreen
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
    wait_settled,
    wait_until,
)

NARROW = (60, 20)


@pytest.fixture(autouse=True)
def _no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialog, "GRACE", 0.0)


def propose_alike() -> list[str]:
    """Propose two memories that say the same, compare them, and return their ids."""
    from memtui.review.likeness import mark_likeness

    body = "Use tox to run the tests of this repository."
    store = open_store()
    ids = [
        review.propose(store, [draft(title, body)], origin="codex").changed[0].memory.id
        for title in ("Run the tests with tox", "Run the tests with tox now")
    ]
    mark_likeness(store)
    assert Attention.DUPLICATE in stored(ids[0]).memory.attention
    return ids


async def test_b_keeps_a_memory_beside_those_like_it_as_its_hint_says(tmp_path: Path) -> None:
    """The key that the hint names is bound, and no longer asked about."""
    ids = propose_alike()
    async with running(tmp_path) as (app, pilot):
        await wait_until(pilot, lambda: "space and m merge" in text_of(app))
        await pilot.press("B")
        await wait_settled(pilot)
        await wait_until(pilot, lambda: "kept side by side" in toasts(app))
        assert all(Attention.DUPLICATE not in stored(memory_id).memory.attention for memory_id in ids)


async def test_b_upon_a_memory_that_is_like_none_says_what_would_be(tmp_path: Path) -> None:
    """One memory alone has nothing to be kept beside."""
    propose_titles(["Alone"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("B")
        await wait_until(pilot, lambda: "mark several with space" in toasts(app))


async def test_a_memory_can_be_put_off_once_more(tmp_path: Path) -> None:
    """Another day for what sleeps already is a change, and no repetition."""
    [memory_id] = propose_titles(["Later"])
    review.snooze(open_store(), [memory_id], until=4_000_000_000_000_000)
    async with running(tmp_path) as (app, pilot):
        await pilot.press("2")
        await wait_until(pilot, lambda: titles(app) == ["Later"])
        await pilot.press("s")
        await wait_until(pilot, lambda: isinstance(app.screen, ChoiceScreen))
        await pilot.press("1")
        await wait_settled(pilot)
        assert stored(memory_id).memory.snooze.until < 4_000_000_000_000_000


@pytest.mark.parametrize(("key", "said"), [("X", "it is rejected already"), ("s", "it was rejected")])
async def test_what_would_be_refused_is_told_before_anything_is_asked(tmp_path: Path, key: str, said: str) -> None:
    """Nobody types a reason or chooses a day in vain."""
    [memory_id] = propose_titles(["Rejected"])
    review.reject(open_store(), [memory_id])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("2")
        await wait_until(pilot, lambda: titles(app) == ["Rejected"])
        await pilot.press(key)
        await wait_until(pilot, lambda: said in toasts(app))
        assert not isinstance(app.screen, InputScreen | ChoiceScreen)


async def test_after_a_purge_no_undo_is_promised(tmp_path: Path) -> None:
    """Z would undo an older act, so that the line must not lead to it."""
    propose_titles(["Private"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("P")
        await wait_until(pilot, lambda: isinstance(app.screen, InputScreen))
        app.screen.query_one("Input").value = "purge 1"  # type: ignore[attr-defined]
        await pilot.press("enter")
        await wait_settled(pilot)
        await wait_until(pilot, lambda: "1 memory purged" in toasts(app))
        assert "z undoes" not in toasts(app)


async def test_a_purge_of_many_names_some_and_counts_the_rest(tmp_path: Path) -> None:
    """The question is readable at 60 columns, whatever the titles are."""
    propose_titles([f"{number} {'long ' * 30}end" for number in range(9)])
    async with running(tmp_path, NARROW) as (app, pilot):
        await pilot.press("asterisk", "P")
        await wait_until(pilot, lambda: isinstance(app.screen, InputScreen))
        await wait_until(pilot, lambda: "purge 9" in text_of(app))
        assert "and 6 more" in text_of(app).replace("│\n│", " ")


async def test_an_undo_says_what_it_took_back(tmp_path: Path) -> None:
    """A title alone does not tell which of its acts is gone."""
    propose_titles(["Wrong"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("x")
        await wait_settled(pilot)
        await pilot.press("z")
        await wait_settled(pilot)
        await wait_until(pilot, lambda: "Undone (rejected): Wrong" in toasts(app))
        await pilot.press("Z")
        await wait_settled(pilot)
        await wait_until(pilot, lambda: "Redone (rejected): Wrong" in toasts(app))


async def test_the_revisions_are_counted_and_their_key_leads_back(tmp_path: Path) -> None:
    """H opens them and closes them; the title counts what is shown."""
    propose_titles(["Told"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("H")
        await wait_until(pilot, lambda: "1 revision " in lines_of(app)[0] + " ")
        await pilot.press("H")
        await wait_until(pilot, lambda: not isinstance(app.screen, RevisionsScreen))


async def test_the_reasons_name_only_keys_that_work_there_and_their_key_leads_back(tmp_path: Path) -> None:
    """Where the reasons are shown, o would lead to where one is, and space marks nothing."""
    propose_alike()
    async with running(tmp_path) as (app, pilot):
        await pilot.press("o")
        await wait_until(pilot, lambda: "x reject · B keep both" in text_of(app))
        assert "o compare" not in text_of(app)
        assert "space and m" not in text_of(app)
        await pilot.press("o")
        await wait_until(pilot, lambda: not isinstance(app.screen, ExplainScreen))


async def test_what_cannot_be_found_out_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen that gets no answer says so, and what to do."""
    propose_titles(["Told"])

    def fail(*_: object) -> None:
        raise StoreLockedError(Path("store"), 10.0)

    monkeypatch.setattr(LocalBackend, "explain", fail)
    async with running(tmp_path) as (app, pilot):
        await pilot.press("o")
        await wait_until(pilot, lambda: "The reasons could not be found out" in text_of(app))
        await pilot.press("escape")
        monkeypatch.setattr("memtui.store.Store.revisions", fail)
        await pilot.press("H")
        await wait_until(pilot, lambda: "Its revisions could not be read" in text_of(app))


async def test_a_memory_without_anchors_and_repository_is_explained(tmp_path: Path) -> None:
    """There is nothing to say about it, which is said."""
    propose_titles(["Told"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("o")
        await wait_until(pilot, lambda: "Nothing about it calls for attention" in text_of(app))


@pytest.mark.parametrize(
    "key", ["o", "H", "w", "B", "p", "enter", "a", "x", "e", "S", "m", "s", "t", "M", "P", "c", "y"]
)
async def test_no_key_is_silent_where_there_is_no_memory(tmp_path: Path, key: str) -> None:
    """Each says that nothing is selected, or what it would take."""
    async with running(tmp_path) as (app, pilot):
        await pilot.press(key)
        await wait_until(pilot, lambda: toasts(app))


async def test_a_merge_of_many_leaves_room_for_the_form_at_60_columns(tmp_path: Path) -> None:
    """The names scroll in a box of their own; the body, which has to be right, is in sight."""
    propose_titles([f"Rule {number}" for number in range(12)])
    async with running(tmp_path, NARROW) as (app, pilot):
        await pilot.press("asterisk", "m")
        await wait_until(pilot, lambda: isinstance(app.screen, MergeScreen))
        await wait_until(pilot, lambda: "12 memories" in text_of(app) and "Body" in text_of(app))
        body = app.screen.query_one("#edit-body")
        assert body.region.height >= 3
        assert app.screen.region.contains_region(body.region)


async def test_facets_show_their_numbers_at_60_columns(tmp_path: Path) -> None:
    """The numbers are what the facets are for; the names give way."""
    propose_titles(["One", "Two"])
    async with running(tmp_path, NARROW) as (app, pilot):
        await pilot.press("f")
        await wait_until(pilot, lambda: isinstance(app.screen, FacetScreen))
        await wait_until(pilot, lambda: any("decision" in line and " 2 " in line for line in lines_of(app)))


async def test_the_tabs_are_whole_at_60_columns_and_the_marks_counted(tmp_path: Path) -> None:
    """Where one is comes first; what is said of the list takes what is left."""
    propose_titles(["One", "Two"])
    async with running(tmp_path, NARROW) as (app, pilot):
        await pilot.press("space")
        await wait_until(pilot, lambda: "4 Sources  1 mark" in lines_of(app)[0])
        assert "? help" in lines_of(app)[-1]


async def test_while_the_filter_is_typed_only_keys_that_do_not_type_are_named(tmp_path: Path) -> None:
    """A slash is a letter there."""
    propose_titles(["One", "Two"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("slash", "o")
        await wait_until(pilot, lambda: "esc clear" in lines_of(app)[-1])
        assert "/ filter" not in lines_of(app)[-1]
        await pilot.press("enter")
        await wait_until(pilot, lambda: "/ filter" in lines_of(app)[-1])
        assert listing(app).has_focus


async def test_the_palette_names_acts_before_movements(tmp_path: Path) -> None:
    """Nobody opens it to go a line down."""
    async with running(tmp_path) as (app, _):
        names = [binding.id or "" for binding in MemtuiCommands(app.screen).actions()]
        assert names.index("memory.approve") < names.index("list.down")
        assert "memory.keep_both" in names


async def test_every_act_has_a_key_that_help_tells(tmp_path: Path) -> None:
    """Each hint below a reason names a key that is bound on the lists."""
    async with running(tmp_path) as (app, _):
        bound = {app.get_key_display(active.binding) for active in app.screen.active_bindings.values()}
        hints = KeyNames().told(words.settling(list(Attention))).replace("space and ", "").split(" · ")
        assert {hint.partition(" ")[0] for hint in hints} <= bound


def test_a_key_that_settles_two_reasons_is_named_once() -> None:
    """Stale and alike: one way to compare, not two."""
    hints = KeyNames().told(words.settling([Attention.CONTRADICTION, Attention.STALE])).split(" · ")
    assert len({hint.partition(" ")[0] for hint in hints if not hint.startswith("space")}) == len(
        [hint for hint in hints if not hint.startswith("space")]
    )


def test_a_change_of_anchors_shows_no_fingerprint() -> None:
    """A person reads the place and the first digits of its blob."""
    from dataclasses import replace

    from memtui.memory import Anchor

    before = review.propose(open_store(), [draft("Told")], origin="codex").changed[0].memory
    after = replace(before, anchors=(Anchor("lock.py", "take", "a" * 40, digest="python:1:secretdigest"),))
    told: Any = "".join(part if isinstance(part, str) else str(part[0]) for part in changes(before, after))
    assert "lock.py take @aaaaaaa\n" in told
    assert "secretdigest" not in told


async def test_a_purged_memory_is_no_trouble_to_any_key(tmp_path: Path) -> None:
    """What is left of it has no text; its revisions say when that was."""
    [memory_id] = propose_titles(["Private"])
    review.purge(open_store(), [memory_id])
    async with running(tmp_path) as (app, pilot):
        await app.push_screen(RevisionsScreen(memory_id))
        await wait_until(pilot, lambda: "purge" in text_of(app))
        await pilot.press("b")
        await wait_settled(pilot)
        assert stored(memory_id).memory.title == ""
        await pilot.press("escape")
        await app.push_screen(ExplainScreen(memory_id))
        await wait_until(pilot, lambda: "Looking at" not in text_of(app))


async def test_the_cursor_stays_on_its_memory_through_an_act_upon_another(tmp_path: Path) -> None:
    """After each decision the cursor is on what came next, and a form gives the focus back to the list."""
    propose_titles([f"Rule {number}" for number in range(6)])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("j", "j")
        after = listing(app).identity_at(3)
        await pilot.press("x")
        await wait_settled(pilot)
        assert listing(app).current == after
        await pilot.press("e")
        await wait_until(pilot, lambda: isinstance(app.screen, EditScreen))
        await pilot.press("escape")
        await wait_until(pilot, lambda: not isinstance(app.screen, EditScreen))
        assert listing(app).current == after
        assert listing(app).has_focus
        await pilot.press("z")
        await wait_settled(pilot)
        assert listing(app).current == after


def test_a_proposed_edit_is_no_contradiction_of_what_it_edits() -> None:
    """It says itself that it is about the other one."""
    from memtui.review.likeness import find_likeness

    store = open_store()
    target = review.add(store, draft("Indent", "Always use tabs for indentation in this project.")).changed[0]
    other = draft(
        "Indent",
        "Never use tabs for indentation in this project.",
        proposal=Proposal("edit", (target.memory.id,), (target.revision,)),
    )
    assert review.propose(store, [other], origin="codex").changed[0].memory.status == Status.PENDING
    assert find_likeness(store.snapshot()).contradictions == ()


def test_the_app_class_stays_small() -> None:
    """The app owns what is shared, and holds no rule of its own."""
    import inspect

    assert len(inspect.getsource(MemtuiApp).splitlines()) < 400
