from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from indexer.facts import (
    Author,
    Coupling,
    EntryPoint,
    History,
    Hotspot,
    Module,
    PathHistory,
    Release,
    RepositoryHistory,
    Role,
)
from memtui import review
from memtui.configuration import Configuration
from memtui.memory import USER_SCOPE, Draft, Evidence
from memtui.tui import documents
from memtui.tui.app import MemtuiApp
from memtui.tui.backend import IndexState, RepoFacts
from memtui.tui.local_backend import LocalBackend
from tests.support.screens import open_store, outside, wait_ready, wait_until

if TYPE_CHECKING:
    from textual.pilot import Pilot

TEXTS = (
    ("decision", "Keep one writer a log", "Two writers would need conditional puts.", "indexer"),
    ("pitfall", "The lock file is not the lock", "flock belongs to the open file.", "claude-code"),
    ("convention", "Names in full", "`repository`, never `repo`.", "codex"),
)


@pytest.fixture(autouse=True)
def _fixed_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ages, dates and ids depend on when a test runs, so they are all the same here."""
    monkeypatch.setattr("memtui.tui.words.age", lambda _then, _now: "3d")
    monkeypatch.setattr(documents, "_provenance", lambda head, _: iter([f"  proposed by {head.memory.origin}\n"]))


def fill() -> None:
    """Propose the texts one by one, so that their order is fixed."""
    for kind, title, body, origin in TEXTS:
        quoted = (Evidence("session", "s-1", 7, body),)
        review.propose(open_store(), [Draft(kind, title, body, USER_SCOPE, evidence=quoted)], origin=origin)


def facts() -> RepoFacts:
    """Return an index that does not change."""
    points = (
        EntryPoint("console_script", "shop", "pyproject.toml", 9, "shop.cli:main", "python", Role.PRODUCT, 0.99, "x"),
        EntryPoint(
            "http_route", "GET /stock/{id}", "shop/web.py", 12, "shop.web.get", "python", Role.PRODUCT, 0.9, "x"
        ),
    )
    modules = (
        Module("shop", "shop", "python", Role.PRODUCT, "A shop.", 3, 120, 0.6, (), ("main",)),
        Module("shop/web", "shop.web", "python", Role.PRODUCT, "The web side.", 2, 80, 0.4, ("shop",), ()),
    )
    history = History(
        42,
        hotspots=(Hotspot("shop/web.py", 0.9, 20, 8.5, 40, 2, "Ada", 0.7, 1_767_225_600),),
        authors=(Author("Ada", "ada@example.org", 30, 0.7, 1_700_000_000, 1_767_225_600),),
        releases=(Release("v1.0", "0" * 40, 1_767_225_600, 12),),
        module_couplings=(Coupling("shop", "shop/web", 9, 64.0),),
        module_histories=(
            PathHistory(
                "shop", 30, 1_700_000_000, 1_767_225_600, 2, ("Ada",), (0.7,), 1, 4, 2.5, (0,) * 23 + (3, 9, 5)
            ),
        ),
        repository_history=(
            RepositoryHistory(
                42,
                1_767_225_600,
                1_700_000_000,
                1_767_225_600,
                2,
                1,
                ("Ada",),
                (0,) * 23 + (4, 12, 6),
                (0,) * 23 + (2, 6, 3),
                (0.0,) * 23 + (0.2, 0.9, 0.5),
            ),
        ),
    )
    return RepoFacts(points, modules, history, {"parsed": 5, "no_grammar": 2})


def scene(key: str) -> Callable[[Pilot[int]], Awaitable[None]]:
    """Return what brings the app to a screen."""

    async def run(pilot: Pilot[int]) -> None:
        await wait_ready(pilot)
        app: Any = pilot.app
        if key == "3":
            app.library.index = IndexState(
                indexed=True, behind=False, branch="main", head="0" * 40, indexed_at=time.time(), work_tree=None
            )
            app.library.facts = facts()
        await pilot.press(key, "j", "j")
        if key != "3":
            await pilot.press("k", "space")
            await wait_until(pilot, lambda: app.library.read)
        await pilot.pause()

    return run


@pytest.mark.parametrize(("key", "name"), [("1", "inbox"), ("2", "memories"), ("3", "repo")])
@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
def test_the_three_screens_look_as_they_did(snap_compare: Any, tmp_path: Path, key: str, name: str, theme: str) -> None:
    """Inbox, Memories and Repo are painted as in the pictures, dark and light."""
    fill()
    assert name
    app = MemtuiApp(LocalBackend(outside(tmp_path)), Configuration(theme=theme))
    assert snap_compare(app, terminal_size=(100, 28), run_before=scene(key))
