"""Serena's memories: one Markdown file each, in ``.serena/memories`` of the project; its name is the file's name."""

from __future__ import annotations

from collections.abc import Iterator

from memtui.memory import Kind, Level
from memtui.sources.stores.filestore import FileStore
from memtui.sources.stores.surroundings import files_below, located
from memtui.sources.stores.values import Grain, Loading, Location, Surroundings

NAME = "serena"


def find(here: Surroundings) -> Iterator[Location]:
    """Return the memories of this project, and those that Serena shares between projects."""
    places = [(here.home / ".serena" / "memories", here.home / ".serena", Level.USER)]
    if here.root is not None:
        places.append((here.root / ".serena" / "memories", here.root, Level.REPO))
    for directory, base, level in places:
        for path in files_below(directory, [".md"]):
            yield located(
                NAME, path, base, here, level=level, grain=Grain.FILE, loading=Loading.ON_DEMAND, kind=Kind.LESSON
            )


STORE = FileStore(NAME, "Serena memories", find)
