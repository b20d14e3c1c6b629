"""Cline's rules, ``.clinerules`` as a file or a directory and the user's own, and the memory bank that they ask for.

The memory bank is a habit written into the rules: Markdown files that are read whole at the start of each task.
"""

from __future__ import annotations

from collections.abc import Iterator

from memtui.memory import Level
from memtui.sources.stores.filestore import FileStore
from memtui.sources.stores.surroundings import files_below, located, present
from memtui.sources.stores.values import Location, Surroundings

NAME = "cline"
_ENDINGS = (".md", ".txt")


def find(here: Surroundings) -> Iterator[Location]:
    """Return the user's rules, the rules of the repository, and its memory bank."""
    home = here.home / "Documents" / "Cline" / "Rules"
    for path in files_below(home, _ENDINGS):
        yield located(NAME, path, home, here, level=Level.USER)
    if here.root is None:
        return
    rules = here.root / ".clinerules"
    if present(rules):
        yield located(NAME, rules, here.root, here, level=Level.REPO)
    for directory in (rules, here.root / "memory-bank"):
        for path in files_below(directory, _ENDINGS):
            yield located(NAME, path, here.root, here, level=Level.REPO)


STORE = FileStore(NAME, "Cline rules and memory bank", find)
