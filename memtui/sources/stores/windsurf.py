"""Windsurf's rules, and the memories in its home as far as they are text.

A rule's ``trigger`` says when it is read; without one it always is. Rules over 12,000 characters are cut.
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
from memtui.sources.stores.values import Loading, Location, Surroundings

NAME = "windsurf"


def find(here: Surroundings) -> Iterator[Location]:
    """Return the user's rules and memories, then the rules of the repository."""
    home = here.home / ".codeium" / "windsurf"
    for path in files_below(home / "memories", [".md"]):
        yield located(NAME, path, home, here, level=Level.USER)
    if here.root is None:
        return
    own = files_below(here.root / ".windsurf" / "rules", [".md"])
    for path in dict.fromkeys((*own, *in_repository(here, ".windsurf/rules/*.md"))):
        yield located(NAME, path, here.root, here, level=Level.REPO, loading=_loading(path, here.root))
    legacy = here.root / ".windsurfrules"
    if present(legacy):
        yield located(NAME, legacy, here.root, here, level=Level.REPO)


def _loading(path: Path, base: Path) -> Loading:
    try:
        trigger = read_frontmatter(read_document(path, base).text).text("trigger")
    except UnreadableFileError:
        return Loading.ON_DEMAND
    return Loading.ALWAYS if trigger in {"", "always_on"} else Loading.ON_DEMAND


STORE = FileStore(NAME, "Windsurf rules and memories", find)
