"""What a person typed is not lost, and what a person has not seen is not approved, whatever happens meanwhile."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from memtui import review
from memtui.memory.errors import StoreLockedError
from memtui.review import Changes
from memtui.store.places import RECENT, SNAPSHOT
from memtui.tui import launch as launching
from memtui.tui import matching
from memtui.tui.app import MemtuiApp
from memtui.tui.local_backend import LocalBackend
from memtui.tui.screens import dialog
from memtui.tui.screens.dialog import ChoiceScreen, ConfirmScreen
from memtui.tui.screens.edit import EditScreen
from tests.support.screens import (
    draft,
    listing,
    open_store,
    outside,
    propose_titles,
    running,
    stored,
    text_of,
    titles,
    toasts,
    wait_settled,
    wait_until,
)


@pytest.fixture(autouse=True)
def _no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialog, "GRACE", 0.0)


def kept_texts() -> list[str]:
    """Return the texts that were kept in files."""
    import tempfile

    return [path.read_text() for path in Path(tempfile.gettempdir()).glob("memtui-*.md")]


@pytest.fixture
def editor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let the person's editor be a script that others can fill; its file is its only argument."""
    script = tmp_path / "editor.py"
    monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")
    monkeypatch.setenv("MEMTUI_TEST_ROOT", str(Path(__file__).parents[3]))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return script


async def test_a_bulk_approval_leaves_out_what_was_not_read(tmp_path: Path) -> None:
    """Titles in a question are not enough: only the memory that the preview showed whole is approved."""
    propose_titles(["Read", "Unread one", "Unread two"])
    async with running(tmp_path) as (app, pilot):
        await wait_until(pilot, lambda: app.library.read)
        [(read, _)] = app.library.read
        await pilot.press("asterisk", "a")
        await wait_until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        assert "2 more: not read whole yet" in text_of(app)
        await pilot.press("y")
        await wait_settled(pilot)
        assert stored(read).memory.status == "approved"
        await wait_until(pilot, lambda: len(titles(app)) == 2)


async def test_a_bulk_approval_of_nothing_that_was_read_is_refused(tmp_path: Path) -> None:
    """Then there is no question, and the reason is said."""
    propose_titles(["One", "Two"])
    async with running(tmp_path) as (app, pilot):
        await wait_until(pilot, lambda: app.library.read)
        app.library.read.clear()
        await pilot.press("asterisk", "a")
        await wait_until(pilot, lambda: not isinstance(app.screen, ConfirmScreen))
        assert "None of the 2 memories has been read whole" in toasts(app)


async def test_what_is_rewritten_under_an_open_question_is_not_approved(tmp_path: Path) -> None:
    """The approval is of what was shown; the other goes on, and the reason is said."""
    keyed = [draft("One", key="1"), draft("Two", key="2")]
    heads = {head.memory.title: head for head in review.propose(open_store(), keyed, origin="codex").changed}
    async with running(tmp_path) as (app, pilot):
        await wait_until(pilot, lambda: len(app.library.read) == 1)
        await pilot.press("j")
        await wait_until(pilot, lambda: len(app.library.read) == 2)
        await pilot.press("asterisk", "a")
        review.propose(open_store(), [draft("One", "Never shown.", key="1")], origin="codex")
        await pilot.press("y")
        await wait_settled(pilot)
        await wait_until(pilot, lambda: "changed meanwhile" in toasts(app))
        assert stored(heads["One"].memory.id).memory.status == "pending"
        assert stored(heads["Two"].memory.id).memory.status == "approved"


async def test_save_and_approve_needs_the_memory_to_have_been_read(tmp_path: Path) -> None:
    """A form shows no evidence, so that approving from it is for what was read before."""
    [memory_id] = propose_titles(["Before"])
    async with running(tmp_path) as (app, pilot):
        await wait_until(pilot, lambda: app.library.read)
        app.library.read.clear()
        await pilot.press("e", "!", "ctrl+r")
        assert "it has not been read to its end" in toasts(app)
        await wait_until(pilot, lambda: isinstance(app.screen, EditScreen))
        assert stored(memory_id).memory.status == "pending"


async def test_a_form_stays_open_when_the_answer_is_to_another_act(tmp_path: Path) -> None:
    """An act on the same memory that ends before the save says nothing about the save."""
    from memtui.tui import acts

    [memory_id] = propose_titles(["Before"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("e", "x")
        screen = app.screen
        assert isinstance(screen, EditScreen)
        app.desk.submit(acts.act("reject", (memory_id,), {}))
        await pilot.press("ctrl+s")
        await wait_until(pilot, lambda: "changed meanwhile" in toasts(app))
        assert screen.fields()["title"] == "Beforex"
        assert not screen.saving
        assert app.screen is screen


async def test_quitting_asks_for_what_is_typed_in_a_form(tmp_path: Path) -> None:
    """Ctrl+q from a changed form is a question; from an unchanged one it leaves."""
    propose_titles(["Before"])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("e", "x", "ctrl+q")
        await wait_until(pilot, lambda: isinstance(app.screen, ChoiceScreen))
        assert app.is_running
        await pilot.press("D", "e", "ctrl+q")
        await wait_until(pilot, lambda: app._exit)


async def test_a_text_from_an_editor_that_cannot_be_saved_is_kept_in_a_file(tmp_path: Path, editor: Path) -> None:
    """The memory changed while the editor was open; both texts exist afterwards."""
    [memory_id] = propose_titles(["Before"])
    _write_editor(editor, memory_id)
    async with running(tmp_path) as (app, pilot):
        app.suspend = _no_suspension  # type: ignore[method-assign]
        await pilot.press("E")
        await wait_until(pilot, lambda: "Your text is kept in" in toasts(app))
        assert stored(memory_id).memory.title == "Theirs"
    assert kept_texts() == ["Mine\n\nTyped for an hour.\n"]


def _write_editor(script: Path, memory_id: str) -> None:
    script.write_text(
        "import os, sys\n"
        "sys.path.insert(0, os.environ['MEMTUI_TEST_ROOT'])\n"
        "from memtui.review import Changes, edit\n"
        "from memtui.store import Store, home_directory\n"
        f"edit(Store.open(home_directory()), {memory_id!r}, Changes(title='Theirs'))\n"
        "open(sys.argv[-1], 'w').write('Mine\\n\\nTyped for an hour.\\n')\n"
    )


def _no_suspension() -> Any:
    from contextlib import nullcontext

    return nullcontext()


class BusyOnce(LocalBackend):
    """A store that another process has locked when it is opened first."""

    opened = 0

    def open_store(self) -> Any:
        """Fail at first."""
        self.opened += 1
        if self.opened == 1:
            raise StoreLockedError(Path("lock"), 10.0)
        return super().open_store()


async def test_an_act_tries_again_to_open_a_store_that_was_locked(tmp_path: Path) -> None:
    """The sentence says to try again, so trying again must help."""
    [memory_id] = propose_titles(["Mine"])
    app = MemtuiApp(BusyOnce(outside(tmp_path)))
    async with app.run_test(size=(120, 36)) as pilot:
        await wait_until(pilot, lambda: app.library.store == "unavailable" and titles(app))
        await pilot.press("d")
        await wait_settled(pilot)
        assert app.library.store == "ready"
        assert stored(memory_id).memory.status == "deleted"


async def test_a_repository_whose_store_cannot_be_opened_is_not_said_to_be_indexed(
    tmp_path: Path, repository: Any
) -> None:
    """Progress ends with the reason instead of standing still for ever."""
    repository.commit({"one.py": "def one():\n    pass\n"})
    app = MemtuiApp(BusyOnce(repository.path))
    async with app.run_test(size=(120, 36)) as pilot:
        await wait_until(pilot, lambda: app.library.store == "unavailable" and app.library.index is not None)
        await wait_until(pilot, lambda: app.library.progress is None)


@pytest.mark.parametrize("names", [(SNAPSHOT,), (RECENT,), (SNAPSHOT, RECENT)])
async def test_lost_heads_are_derived_before_anything_is_shown(tmp_path: Path, names: tuple[str, ...]) -> None:
    """Nothing old is shown, nothing empty, and no error is told."""
    ids = propose_titles(["One", "Two"])
    store = open_store()
    review.edit(store, ids[0], Changes(title="Edited"))
    for name in names:
        (store.home / name).unlink()
    async with running(tmp_path) as (app, pilot):
        assert titles(app) == ["Edited", "Two"]
        assert not toasts(app)
        for name in names:
            (store.home / name).unlink()
        app.poller.look_at_memories()
        await wait_until(pilot, lambda: (store.home / names[0]).exists() and not app.crew.store_worker.owed)
        await pilot.press("d")
        await wait_settled(pilot)
        assert titles(app) == ["Two"] or listing(app).current == ids[1]


def test_a_text_whose_saving_fails_after_quitting_is_kept_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The terminal is given back by then, so the path is printed."""
    from memtui.tui import acts

    def fail(_store: object) -> Any:
        raise StoreLockedError(Path("lock"), 10.0)

    def run(app: MemtuiApp) -> int:
        app.crew.stop()
        app.crew._post = lambda _message: None
        app.crew.act(acts.Act("edit", ("m",), fail, "Typed for an hour."))
        return 0

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(MemtuiApp, "run", run)
    assert launching.launch(outside(tmp_path)) == 1
    said = capsys.readouterr().err
    assert "a change was not saved" in said
    assert kept_texts() == ["Typed for an hour."]
    assert os.fspath(next(tmp_path.glob("memtui-*.md"))) in said


async def test_the_palette_searches_memories_beside_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search of many memories takes longer than a key may wait, so another thread does it."""
    from memtui.tui import commands

    threads: list[str] = []

    def match(*arguments: Any) -> Any:
        threads.append(threading.current_thread().name)
        return matching.match(*arguments)

    monkeypatch.setattr(commands, "match", match)
    propose_titles(["A pitfall"])
    async with running(tmp_path) as (_, pilot):
        await pilot.press("ctrl+p")
        await pilot.pause()
        await pilot.press(*"pit")
        await wait_until(pilot, lambda: threads)
    assert threading.main_thread().name not in threads


async def test_an_act_on_many_looks_at_them_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One look at the snapshot for each id would freeze the screen when thousands are marked."""
    from memtui.store import Snapshot

    looks: list[int] = []
    head = Snapshot.head

    def counted(snapshot: Snapshot, row: int) -> Any:
        looks.append(row)
        return head(snapshot, row)

    propose_titles([f"Decision {number}" for number in range(150)])
    async with running(tmp_path) as (app, pilot):
        await pilot.press("asterisk")
        monkeypatch.setattr(Snapshot, "head", counted)
        await pilot.press("d", "y")
        assert titles(app) == []
        assert len(looks) < 75
        await wait_settled(pilot)


async def test_a_long_document_is_not_taken_for_read_before_it_is_laid_out(tmp_path: Path) -> None:
    """Looked at too early, a long text has the height of the short one before it, whose end is in sight."""
    from textual.content import Content

    from memtui.tui.widgets.preview import Preview

    propose_titles(["Short"])
    async with running(tmp_path) as (app, pilot):
        preview = app.screen.query_one("#preview", Preview)
        await wait_until(pilot, lambda: preview.whole and app.library.read)
        key = ("long", "revision")
        preview.show(key, Content("\n".join(f"line {number}" for number in range(300))))
        preview._check()
        await wait_until(pilot, lambda: not preview.whole)
        await pilot.pause()
        assert key not in app.library.read
        preview.scroll_end(animate=False)
        await wait_until(pilot, lambda: key in app.library.read)
