"""The four screens that are modes, each imported when it is first shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from memtui.tui.screens.inbox import InboxScreen

if TYPE_CHECKING:
    from textual.screen import Screen


def _memories() -> Screen[Any]:
    from memtui.tui.screens.memories import MemoriesScreen

    return MemoriesScreen()


def _repo() -> Screen[Any]:
    from memtui.tui.screens.repo import RepoScreen

    return RepoScreen()


def _sources() -> Screen[Any]:
    from memtui.tui.screens.sources import SourcesScreen

    return SourcesScreen()


MODES: Mapping[str, str | Callable[[], Screen[Any]]] = {
    "inbox": InboxScreen,
    "memories": _memories,
    "repo": _repo,
    "sources": _sources,
}
