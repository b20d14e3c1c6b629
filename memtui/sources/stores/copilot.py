"""GitHub Copilot's instructions: one file for the repository, and files for the paths that ``applyTo`` names."""

from __future__ import annotations

from collections.abc import Iterator

from memtui.memory import Level
from memtui.sources.stores.filestore import FileStore
from memtui.sources.stores.surroundings import files_below, located, present
from memtui.sources.stores.values import Grain, Loading, Location, Surroundings

NAME = "copilot"


def find(here: Surroundings) -> Iterator[Location]:
    """Return the instructions of this repository."""
    if here.root is None:
        return
    directory = here.root / ".github"
    path = directory / "copilot-instructions.md"
    if present(path):
        yield located(NAME, path, here.root, here, level=Level.REPO)
    for path in files_below(directory / "instructions", [".instructions.md"]):
        yield located(
            NAME,
            path,
            here.root,
            here,
            level=Level.REPO,
            grain=Grain.FILE,
            loading=Loading.ON_DEMAND,
            title_key="description",
        )


STORE = FileStore(NAME, "GitHub Copilot instructions", find)
