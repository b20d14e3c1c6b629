"""Repositories and groups as people name them on the command line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from memtui.cli.codes import UsageError
from memtui.cli.library import SHORT_ID, scope_named
from memtui.memory import Level, Scope

if TYPE_CHECKING:
    from memtui.sources import Workspace
    from memtui.sources.registry import KnownRepository

_SHOWN = 5


def repository_named(known: Iterable[KnownRepository], text: str) -> KnownRepository:
    """Return the repository that a name, the beginning of a key or a path means; raise UsageError unless it is one."""
    from memtui.sources.attribution import named

    found = named(known, text)
    if len(found) == 1:
        return found[0]
    if found:
        which = ", ".join(f"{entry.key[:SHORT_ID]} ({_where(entry)})" for entry in found[:_SHOWN])
        raise UsageError(f"Several repositories are called '{text}': {which}. Give the key of one.")
    raise UsageError(f"No repository is known as '{text}'. See 'memtui repos' for those that are.")


def repository_here(known: Iterable[KnownRepository], text: str, workspace: Workspace) -> KnownRepository:
    """Return the repository that is named; ``.`` is the one around the directory."""
    from memtui.sources.registry import identify

    if text != ".":
        return repository_named(known, text)
    if workspace.repository is None:
        raise UsageError("There is no repository here. Go into one, or give its name.")
    return identify(workspace.home, workspace.repository)


def scope_to_move_to(text: str, workspace: Workspace) -> Scope:
    """Return the scope that memories are to have; raise UsageError if nobody would find them there."""
    from memtui.sources.groups import known_groups
    from memtui.sources.registry import known_repositories

    level, _, name = text.partition(":")
    if level == Level.REPO and name:
        known = known_repositories(workspace.home)
        if workspace.scope is not None and name == workspace.scope.key:
            return workspace.scope
        return Scope(Level.REPO, repository_named(known, name).key)
    scope = scope_named(text, workspace)
    if scope.level == Level.GROUP and scope.key not in known_groups(workspace.home):
        raise UsageError(f"There is no group '{scope.key}'. Begin it with 'memtui groups add {scope.key} REPO'.")
    return scope


def _where(entry: KnownRepository) -> str:
    return next(iter((*entry.paths, *entry.remotes)), "nowhere")
