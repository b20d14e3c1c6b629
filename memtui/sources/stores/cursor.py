"""Cursor's rules: ``.cursor/rules/*.mdc`` in any directory, and the older ``.cursorrules``.

A rule is read in every session when it says ``alwaysApply: true``, otherwise when its globs or description fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from memtui.memory import Level
from memtui.memory.errors import UnreadableFileError
from memtui.sources.stores.documents import read_document
from memtui.sources.stores.filestore import FileStore
from memtui.sources.stores.frontmatter import read_frontmatter
from memtui.sources.stores.surroundings import files_below, in_repository, located, present
from memtui.sources.stores.values import Grain, Loading, Location, Surroundings

NAME = "cursor"


def find(here: Surroundings) -> Iterator[Location]:
    """Return the rules of this repository."""
    if here.root is None:
        return
    nested = in_repository(here, ".cursor/rules/*.mdc", ".cursor/rules/*/*.mdc")
    own = files_below(here.root / ".cursor" / "rules", [".mdc"])
    for path in dict.fromkeys((*own, *nested)):
        loading = _loading(path, here.root)
        yield located(
            NAME, path, here.root, here, level=Level.REPO, grain=Grain.FILE, loading=loading, title_key="description"
        )
    legacy = here.root / ".cursorrules"
    if present(legacy):
        yield located(NAME, legacy, here.root, here, level=Level.REPO)


def _loading(path: Path, base: Path) -> Loading:
    try:
        head = read_frontmatter(read_document(path, base).text)
    except UnreadableFileError:
        return Loading.ON_DEMAND
    return Loading.ALWAYS if head.text("alwaysApply").casefold() == "true" else Loading.ON_DEMAND


STORE = FileStore(NAME, "Cursor rules", find)
