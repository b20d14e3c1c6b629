"""AGENTS.md, read by Codex, OpenCode, DeepSeek Harness, and by Claude Code where there is no CLAUDE.md.

Codex 0.171.0: ``$CODEX_HOME/AGENTS.override.md`` else ``AGENTS.md``; then from the git root downwards, in each
directory the override if there is one; 32 KiB in all.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from memtui.memory import Level
from memtui.sources.stores.filestore import FileStore
from memtui.sources.stores.surroundings import chosen_directory, in_repository, located, present
from memtui.sources.stores.values import Loading, Location, Surroundings

NAME = "agents-md"
_NAMES = ("AGENTS.override.md", "AGENTS.md", "AGENTS.local.md")


def find(here: Surroundings) -> Iterator[Location]:
    """Return the user's files of each agent, then those of the repository from its root downwards."""
    for directory in _homes(here):
        yield from _in_directory(directory, directory, here, Level.USER, Loading.ALWAYS)
    if here.root is None:
        return
    below = {path.parent for path in in_repository(here, *_NAMES)} - {here.root}
    for directory in (here.root, *sorted(below)):
        loading = Loading.ALWAYS if directory == here.root else Loading.ON_DEMAND
        yield from _in_directory(directory, here.root, here, Level.REPO, loading)


def _homes(here: Surroundings) -> Iterator[Path]:
    yield chosen_directory(here, "CODEX_HOME", ".codex")
    yield chosen_directory(here, "DSH_HOME", ".dsh")
    yield chosen_directory(here, "XDG_CONFIG_HOME", ".config") / "opencode"


def _in_directory(
    directory: Path, base: Path, here: Surroundings, level: Level, loading: Loading
) -> Iterator[Location]:
    overridden = present(directory / _NAMES[0])
    for name in _NAMES:
        path = directory / name
        if present(path):
            hidden = overridden and name == "AGENTS.md"
            yield located(NAME, path, base, here, level=level, loading=Loading.NEVER if hidden else loading)


STORE = FileStore(NAME, "AGENTS.md", find)
