"""What Codex keeps in its home: memories that it consolidates from sessions, notes, and rules for commands.

Codex 0.171.0: ``memories/memory_summary.md`` is put before every session, ``MEMORY.md`` is looked things up in, notes
under ``extensions/ad_hoc`` are what someone asked to be remembered; raw memories and summaries of sessions are what
these are made of, and no entries of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from memtui.memory import Kind, Level
from memtui.sources.stores.filestore import FileStore
from memtui.sources.stores.surroundings import chosen_directory, files_below, located, present
from memtui.sources.stores.values import Grain, Loading, Location, Surroundings

NAME = "codex"
_MEMORIES = (("memory_summary.md", Loading.ALWAYS), ("MEMORY.md", Loading.ON_DEMAND))


def find(here: Surroundings) -> Iterator[Location]:
    """Return memories, notes and rules of the user, and the rules of the repository."""
    home = chosen_directory(here, "CODEX_HOME", ".codex")
    memories = home / "memories"
    for name, loading in _MEMORIES:
        if present(memories / name):
            yield located(NAME, memories / name, home, here, level=Level.USER, loading=loading, kind=Kind.LESSON)
    for path in files_below(memories / "extensions" / "ad_hoc" / "notes", [".md"], deep=False):
        grain = Grain.FILE
        yield located(
            NAME, path, home, here, level=Level.USER, grain=grain, loading=Loading.ON_DEMAND, kind=Kind.LESSON
        )
    for path in files_below(home / "rules", [".rules"], deep=False):
        yield located(NAME, path, home, here, level=Level.USER, grain=Grain.RULES, loading=Loading.NEVER)
    if here.root is not None:
        for path in files_below(here.root / ".codex" / "rules", [".rules"], deep=False):
            yield located(NAME, path, here.root, here, level=Level.REPO, grain=Grain.RULES, loading=Loading.NEVER)


STORE = FileStore(NAME, "Codex memories and rules", find)
