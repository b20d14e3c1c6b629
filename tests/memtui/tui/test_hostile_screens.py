from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from memtui import review
from memtui.memory import USER_SCOPE, Anchor, Draft, Evidence
from memtui.tui.app import MemtuiApp
from memtui.tui.local_backend import LocalBackend
from memtui.tui.screens import dialog
from tests.benchmarks.tui import Terminal
from tests.conftest import GitRepository
from tests.support.hostile import HOSTILE, acting_characters
from tests.support.screens import lines_of, open_store, outside, wait_ready, wait_settled, wait_until

CORPUS = HOSTILE


def hostile_draft(text: str, number: int) -> Draft:
    """Return a draft that has a hostile text in every field that can hold one."""
    return Draft(
        kind=f"kind {text}"[:60],
        title=f"{number} {text}"[:300],
        body=f"{text}\n\nsecond {text}",
        scope=USER_SCOPE,
        tags=(text[:40],),
        anchors=(Anchor(text, text, text),),
        evidence=(Evidence("session", text, 1, text),),
    )


def fill() -> int:
    """Propose the corpus and return how many were taken."""
    store = open_store()
    return sum(
        len(review.propose(store, [hostile_draft(text, number)], origin=f"agent {text}"[:60]).changed)
        for number, text in enumerate(CORPUS)
    )


def assert_clean(app: MemtuiApp) -> None:
    """Check every cell of the screen."""
    for line in lines_of(app):
        assert acting_characters(line) == [], repr(line)


async def test_hostile_text_is_shown_clean_on_every_screen_and_acts_on_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lists, preview, reader, editor, dialogs, facets, help, palette and toasts show marks, and run no markup."""
    monkeypatch.setattr(dialog, "GRACE", 0.0)
    monkeypatch.setattr("memtui.tui.clipboard.copy_command", lambda _: ())
    number = fill()
    assert number > len(CORPUS) * 3 // 4
    fired: list[str] = []

    class Trap(MemtuiApp):
        def action_boom(self) -> None:
            fired.append("boom")

    app = Trap(LocalBackend(outside(tmp_path)))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await wait_ready(pilot)
        listing: Any = app.screen.query_one("#list")
        assert len(listing.rows) == number
        for position in range(number):
            listing.move_to(position)
            await pilot.pause()
            assert_clean(app)
            await pilot.click("#list", offset=(30, min(position, 30)))
            await pilot.click("#preview", offset=(6, 3))
        listing.move_to(0)
        walk = (
            ["enter", "escape"],
            ["e", "tab", "tab", "escape"],
            ["f", "j", "escape"],
            ["question_mark", "escape"],
            ["ctrl+p", "u", "r", "escape", "escape"],
            ["slash", "[", "/", "escape"],
            ["y"],
            ["asterisk", "x", "n"],
            ["escape", "x"],
            ["d"],
            ["z"],
            ["z"],
            ["2", "G", "ctrl+u"],
        )
        for keys in walk:
            for key in keys:
                await pilot.press(key)
                assert_clean(app)
            await wait_settled(pilot)
            assert_clean(app)
        assert fired == []


async def test_hostile_text_is_shown_clean_where_memories_are_explained_compared_and_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make_repository: Callable[..., GitRepository]
) -> None:
    """Reasons, revisions, merge and supersede forms, sources and every box show marks, and run no markup."""
    monkeypatch.setattr(dialog, "GRACE", 0.0)
    text = " ".join(CORPUS[:20])[:130] + " [@click=app.boom]x[/] [/foo]"
    ids = propose_hostile_life(text)
    repository = make_repository()
    repository.commit({"CLAUDE.md": f"# {text}\n\n- {text}\n\n@{text[:40]}\n", "app.py": "print(1)\n"})
    fired: list[str] = []

    class Trap(MemtuiApp):
        def action_boom(self) -> None:
            fired.append("boom")

    app = Trap(LocalBackend(repository.path))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await wait_ready(pilot)
        await wait_until(pilot, lambda: app.library.index and not app.library.index.behind and not app.library.progress)
        await pilot.press("1")
        app.screen.seek(ids[0])  # type: ignore[attr-defined]
        await wait_until(pilot, lambda: app.screen.query_one("#list").current == ids[0])  # type: ignore[attr-defined]
        for keys in (
            ["o", "G", "escape"],
            ["H", "j", "j", "G", "escape"],
            ["S", "tab", "escape", "D"],
            ["s", "escape"],
            ["s", "d", "escape"],
            ["t", "escape"],
            ["M", "escape"],
            ["P", "escape"],
            ["X", "escape"],
            ["asterisk", "m", "tab", "escape", "D"],
            ["asterisk", "S", "n"],
            ["P", "escape", "escape"],
            ["w", "B", "p", "c", "number_sign"],
            ["4", "j", "j", "l", "h", "i"],
            ["2", "o", "escape"],
        ):
            for key in keys:
                await pilot.press(key)
                await pilot.pause(0.05)
                assert_clean(app)
            await wait_settled(pilot)
            await pilot.click(offset=(20, 8))
            assert_clean(app)
        assert fired == []


def propose_hostile_life(text: str) -> list[str]:
    """Keep hostile memories that are alike, edited, tagged and would change each other; return their ids."""
    from memtui.memory import Proposal
    from memtui.review.likeness import mark_likeness

    store = open_store()
    first = review.propose(store, [hostile_draft(text, 1)], origin="codex").changed[0]
    review.edit(store, first.memory.id, review.Changes(title=f"{text} anew", body=f"{text}\nanew"))
    review.tag(store, [first.memory.id], add=[text[:40]])
    second = review.propose(store, [hostile_draft(f"{text} more", 2)], origin="codex").changed[0]
    proposal = Proposal("edit", (first.memory.id,), (first.revision,))
    third = review.propose(store, [replace(hostile_draft(text, 3), proposal=proposal)], origin="codex").changed[0]
    mark_likeness(store)
    return [head.memory.id for head in (first, second, third)]


async def test_hostile_facts_are_shown_clean_on_the_repo_screen(tmp_path: Path) -> None:
    """Names that come from a repository are as little to be trusted as memories."""
    from indexer.facts import (
        BugProne,
        CommitKind,
        Coupling,
        EntryPoint,
        History,
        Hotspot,
        LogEntry,
        Module,
        PathHistory,
        Reason,
        ReasonKind,
        ReAttempt,
        Release,
        RepositoryHistory,
        Revert,
        Role,
    )
    from memtui.tui.backend import IndexState, RepoFacts

    text = "".join(CORPUS[:20]) + "[@click=app.boom]x[/]"
    point = EntryPoint(text, text, text, 1, text, text, Role.PRODUCT, 0.9, text)
    module = Module(text, text, text, Role.PRODUCT, text, 1, 1, 0.5, (text,), (text,))
    history = History(
        1,
        hotspots=(Hotspot(text, 1.0, 1, 1.0, 1, 1, text, 1.0, 1),),
        releases=(Release(text, text, 1, 1),),
        reverts=(Revert(text, text, text, text, 1),),
        bug_prone=(BugProne(text, 1.0, 1, 1),),
        reattempts=(ReAttempt(text, text, text, text, 1),),
        reasons=(Reason(ReasonKind.DECISION, text, text, text, text, 1, (text,)),),
        module_couplings=(Coupling(text, text, 9, 64.0),),
        module_histories=(PathHistory(text, 1, 1, 1, 1, (text,), (1.0,), 1, 1, 1.0, (1,)),),
        repository_history=(RepositoryHistory(1, 9, 1, 9, 1, 1, (text,), (1,), (1,), (0.5,)),),
    )
    recent = (LogEntry(text, 1, text, text, CommitKind.FIX, text, (text,)),)
    facts = RepoFacts((point,), (replace(module, path="a"), module), history, {text: 1, "parsed": 2}, recent)
    app = MemtuiApp(LocalBackend(outside(tmp_path)))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await wait_ready(pilot)
        app.library.index = IndexState(
            indexed=True, behind=False, branch=text, head=text, indexed_at=1.0, work_tree=tmp_path
        )
        app.library.facts = facts
        await pilot.press("3")
        listing: Any = app.screen.query_one("#list")
        await wait_until(pilot, lambda: len(listing.rows))
        for _ in range(2):
            for position in range(len(listing.rows)):
                listing.move_to(position)
                await pilot.pause()
                assert_clean(app)
                await pilot.press("l")
        listing.move_to(2)
        await pilot.press("enter")
        assert_clean(app)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
def test_no_escape_of_a_memory_reaches_the_terminal(tmp_path: Path) -> None:
    """Under a real terminal, the bytes hold no clipboard write, no title, no C1 control that came from a memory."""
    fill()
    terminal = Terminal(Path(os.environ["MEMTUI_HOME"]), outside(tmp_path))
    terminal.wait_for("store ready")
    for keys in ["j"] * 12 + [
        "\r",
        "G",
        "\x1b",
        "e",
        "\t",
        "\x1b",
        "2",
        "G",
        "\x15",
        "d",
        "x",
        "z",
        "*",
        "a",
        "n",
        "?",
        "\x1b",
    ]:
        terminal.press(keys)
    written = terminal.output
    terminal.press("\x1b")
    terminal.quit()
    text = written.decode("utf-8", "replace")
    for attack in (b"\x1b]52;", b"\x1b]0;stolen", b"\x1b]8;;https://evil", b"\x1b[8m", b"\x1bP", b"\x1bc"):
        assert attack not in written, attack
    assert not {code for code in map(ord, text) if 0x80 <= code < 0xA0}
    assert "␛" in text


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
def test_the_persons_own_editor_edits_a_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E hands the terminal to $EDITOR with the memory as a file, and keeps what it leaves."""
    [head] = review.propose(
        open_store(), [Draft("decision", "Old title", "Old body.", USER_SCOPE)], origin="codex"
    ).changed
    script = tmp_path / "editor"
    script.write_text(f"#!{sys.executable}\nimport sys\nopen(sys.argv[-1], 'w').write('New title\\n\\nNew body.\\n')\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    terminal = Terminal(Path(os.environ["MEMTUI_HOME"]), outside(tmp_path), EDITOR=str(script))
    terminal.wait_for("store ready")
    terminal.press("E")
    terminal.wait_for("Edited: New title")
    terminal.quit()
    memory = open_store().snapshot().find(head.memory.id).memory
    assert (memory.title, memory.body.rstrip(), memory.status) == ("New title", "New body.", "pending")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
def test_an_act_before_a_quick_quit_is_kept(tmp_path: Path) -> None:
    """D and q in one breath, before the database is open: the deletion is in the store."""
    [head] = review.propose(open_store(), [Draft("decision", "Mine", "Body.", USER_SCOPE)], origin="codex").changed
    terminal = Terminal(Path(os.environ["MEMTUI_HOME"]), outside(tmp_path))
    terminal.wait_for("Mine")
    os.write(terminal.descriptor, b"d")
    terminal.quit()
    assert open_store().snapshot().find(head.memory.id).memory.status == "deleted"
