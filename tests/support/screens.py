"""Helpers for tests of the terminal UI: what is on the screen as text, and a store filled through the review rules."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memtui.memory import USER_SCOPE, Draft, Evidence

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from memtui.configuration import Configuration
    from memtui.memory import Head
    from memtui.store import Store
    from memtui.tui.app import MemtuiApp
    from memtui.tui.widgets.virtual_list import VirtualList


def lines_of(app: MemtuiApp) -> list[str]:
    """Return the lines on the screen, as the terminal would show them."""
    strips = app.screen._compositor.render_strips(app.screen.size)
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


def text_of(app: MemtuiApp) -> str:
    """Return all that is on the screen."""
    return "\n".join(lines_of(app))


async def wait_until(pilot: Pilot[int], holds: Callable[[], object], rounds: int = 600) -> None:
    """Let the app go on until something holds; fail with the screen if it never does."""
    for _ in range(rounds):
        if holds():
            await pilot.pause()
            return
        await pilot.pause(0.02)
    message = f"never came to hold; the screen:\n{text_of(pilot.app)}"  # type: ignore[arg-type]
    raise AssertionError(message)


async def wait_ready(pilot: Pilot[int]) -> None:
    """Wait until memories, workspace and store are there."""
    library = pilot.app.library  # type: ignore[attr-defined]
    await wait_until(pilot, lambda: library.snapshot is not None and library.workspace and library.store == "ready")
    # The screen is told of what the library holds by a message, which a busy machine may deliver a while later.
    await wait_until(pilot, lambda: getattr(pilot.app.screen, "_shown_version", None) in {None, library.version})


async def wait_settled(pilot: Pilot[int]) -> None:
    """Wait until every act has been carried out and shown."""
    app: MemtuiApp = pilot.app  # type: ignore[assignment]
    await wait_until(pilot, lambda: app.crew.store_worker.owed == 0 and not app.library.expected)


def draft(title: str, body: str = "", kind: str = "decision", **more: Any) -> Draft:
    """Return a draft of the user's scope."""
    evidence = (Evidence("session", "s-1", 3, f"said: {title}"),)
    return Draft(
        kind=kind, title=title, body=body or f"The body of {title}.", scope=USER_SCOPE, evidence=evidence, **more
    )


def open_store() -> Store:
    """Open the store in the sealed home."""
    from memtui.store import Store, home_directory

    return Store.open(home_directory())


def propose_titles(titles: Sequence[str], origin: str = "claude-code") -> list[str]:
    """Propose a memory for each title and return their ids in that order."""
    from memtui import review

    result = review.propose(open_store(), [draft(title) for title in titles], origin=origin)
    ids = {head.memory.title: head.memory.id for head in result.changed}
    return [ids[title] for title in titles]


def outside(tmp_path: Path) -> Path:
    """Return a directory that is in no repository."""
    path = tmp_path / "nowhere"
    path.mkdir(exist_ok=True)
    return path


@asynccontextmanager
async def running(
    path: Path, size: tuple[int, int] = (120, 36), configuration: Configuration | None = None
) -> AsyncIterator[tuple[MemtuiApp, Pilot[int]]]:
    """Run the app outside of a repository until it is ready."""
    from memtui.tui.app import MemtuiApp
    from memtui.tui.local_backend import LocalBackend

    app = MemtuiApp(LocalBackend(outside(path)), configuration)
    async with app.run_test(size=size, notifications=True) as pilot:
        await wait_ready(pilot)
        yield app, pilot


def listing(app: MemtuiApp) -> VirtualList:
    """Return the list of the screen."""
    from memtui.tui.widgets.virtual_list import VirtualList

    return app.screen.query_one("#list", VirtualList)


def titles(app: MemtuiApp) -> list[str]:
    """Return the titles in the list, from top to bottom."""
    return [app.library.row(int(number)).title for number in listing(app).rows]


def stored(memory_id: str) -> Head:
    """Return a memory as another process would read it."""
    return open_store().snapshot().find(memory_id)


def toasts(app: MemtuiApp) -> str:
    """Return everything that was said."""
    return "\n".join(notification.message for notification in app._notifications)
