"""Where commands find memories: the snapshot for what only reads, the store for what changes; ids by prefix."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memtui.cli.codes import UsageError
from memtui.memory import USER_SCOPE, Level, Scope
from memtui.memory.errors import AmbiguousIdError, UnknownMemoryError

if TYPE_CHECKING:
    from indexer import Repository
    from memtui.sources import Workspace
    from memtui.store import Snapshot, Store

# Forty bits: enough to tell thousands of memories apart, short enough to type.
SHORT_ID = 8


def open_store(home: Path) -> Store:
    """Open LanceDB, which takes a second or two."""
    from memtui.store import Store

    return Store.open(home)


def load_snapshot(home: Path) -> Snapshot:
    """Read the heads without LanceDB, unless their files are lost or damaged and must be derived anew."""
    from memtui.store import load_snapshot

    return load_snapshot(home)


def resolve(snapshot: Snapshot, prefixes: Sequence[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the ids that the prefixes stand for, each once, and the prefixes that stand for none, with the reason."""
    found: dict[str, None] = {}
    refused = []
    for prefix in prefixes:
        try:
            # A dictionary, since two prefixes may stand for one memory, and it is to be changed once.
            found[snapshot.find(prefix).memory.id] = None
        except UnknownMemoryError:
            refused.append((prefix, "unknown"))
        except AmbiguousIdError:
            refused.append((prefix, "ambiguous"))
    return list(found), refused


def titled(title: str) -> str:
    """Return a title as it is listed; only what was purged has none."""
    return title or "(purged)"


def short_id_length(snapshot: Snapshot) -> int:
    """Return how many characters tell all ids apart."""
    import pyarrow.compute as pc

    # Against all memories, not only those listed, since any of them may be named by the id that is shown.
    ids: Any = snapshot.table["id"]
    length = SHORT_ID
    while length < len(ids[0].as_py() if len(ids) else "") and (
        pc.count_distinct(pc.utf8_slice_codeunits(ids, 0, length)).as_py() < len(ids)
    ):
        length += 2
    return length


def required_repository(workspace: Workspace, directory: Path) -> Repository:
    """Return the workspace's repository; raise NotARepositoryError if there is none."""
    if workspace.repository is None:
        from indexer.errors import NotARepositoryError

        raise NotARepositoryError(directory)
    return workspace.repository


def scope_named(text: str, workspace: Workspace, *, besides: str = "") -> Scope:
    """Return the scope that ``user``, ``repo`` or a whole scope such as ``group:web`` names here.

    ``besides`` is what else could have been said, for whoever mistyped it.
    """
    scope = Scope.parse(text)
    if scope == USER_SCOPE or (scope.level in {Level.REPO, Level.GROUP} and scope.key):
        return scope
    if scope.level != Level.REPO:
        choices = ", ".join(filter(None, ["user", "repo", besides]))
        raise UsageError(f"There is no scope '{text}'. Choose {choices} or group:NAME.")
    if workspace.scope is None:
        raise UsageError("The scope repo needs a repository. Go into one, or choose --scope user.")
    return workspace.scope


def scope_in_words(scope: Scope, workspace: Workspace) -> str:
    """Return whom a memory is for, as a person says it."""
    if scope == workspace.scope:
        return workspace.name
    if scope.level == Level.REPO:
        return f"repo {scope.key[:SHORT_ID]}"
    return str(scope)
