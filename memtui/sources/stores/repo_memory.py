"""``.repo_memory/``, as MemoraX Code writes it: a profile and pages of a wiki, procedures, the user's preferences.

The history under ``resources/`` and the raw facts are not read: the repository itself has them, and the indexer reads
it.
"""

from __future__ import annotations

from collections.abc import Iterator

from memtui.memory import Kind, Level
from memtui.sources.stores.filestore import FileStore
from memtui.sources.stores.surroundings import files_below, located, present
from memtui.sources.stores.values import Grain, Loading, Location, Surroundings

NAME = "repo-memory"
_PREFERENCES = "user-profile/preferences.md"
_PLAN = "_plan.md"


def find(here: Surroundings) -> Iterator[Location]:
    """Return the files of the bundle in this repository."""
    if here.root is None:
        return
    bundle, loading = here.root / ".repo_memory", Loading.ON_DEMAND
    for path in files_below(bundle, [".md"], deep=False):
        # The plan is what the builder leaves behind when it was interrupted.
        if path.name != _PLAN:
            yield located(NAME, path, here.root, here, level=Level.REPO, loading=loading, kind=_kind(path.name))
    for path in files_below(bundle / "procedure-memory", [".md"], deep=False):
        yield located(
            NAME, path, here.root, here, level=Level.REPO, grain=Grain.FILE, loading=loading, kind=Kind.PROCEDURE
        )
    path = bundle / _PREFERENCES
    if present(path):
        yield located(NAME, path, here.root, here, level=Level.REPO, grain=Grain.PREFERENCES, loading=loading)


def _kind(name: str) -> str:
    return Kind.MODULE if name != "PROFILE.md" else ""


STORE = FileStore(NAME, "Repo memory (.repo_memory)", find)
