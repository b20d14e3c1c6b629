"""``memtui repos``: which repositories memories are filed under, what is wrong about it, and putting it right."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memtui.cli.acts import acting_store, tell
from memtui.cli.asking import confirmed
from memtui.cli.codes import COULD_NOT, DONE, UsageError
from memtui.cli.layout import counted_memories
from memtui.cli.library import SHORT_ID, load_snapshot
from memtui.cli.messages import trouble
from memtui.cli.options import add_outcome, add_yes
from memtui.cli.repositories import repository_here
from memtui.memory import Head, Level, Scope, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memtui.cli.console import Console
    from memtui.sources import Workspace
    from memtui.sources.attribution import Attribution
    from memtui.sources.registry import KnownRepository
    from memtui.store import Snapshot

HELP = (
    "List the repositories that memories are filed under, with what may be wrong. 'merge FROM INTO' files those of one "
    "under another, 'part FROM' ends that, 'rename REPO NAME' and 'forget-path PATH' mend what is known of one. A "
    "repository is named by its name, the beginning of its key, its path, or '.' for the one here."
)
_ARGUMENTS = {"merge": 2, "part": 1, "rename": 2, "forget-path": 1}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("act", nargs="?", choices=sorted(_ARGUMENTS), help="what to put right; without it, list")
    parser.add_argument("names", nargs="*", metavar="REPO", help="what it is about")
    add_yes(parser)
    add_outcome(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """List, or carry the act out."""
    from memtui.sources import find_workspace

    workspace = find_workspace(arguments.directory)
    if arguments.act is None:
        return _list(workspace, arguments, console)
    if len(arguments.names) != _ARGUMENTS[arguments.act]:
        wanted = _ARGUMENTS[arguments.act]
        raise UsageError(
            f"'{arguments.act}' takes {wanted} names, not {len(arguments.names)}. See 'memtui repos --help'."
        )
    acts = {"merge": _merge, "part": _part, "rename": _rename, "forget-path": _forget_path}
    return acts[arguments.act](workspace, arguments, console)


def _list(workspace: Workspace, arguments: argparse.Namespace, console: Console) -> int:
    from memtui.sources.groups import known_groups

    found = _attributions(workspace)
    groups = known_groups(workspace.home)
    if arguments.json:
        console.json([_record(one, [name for name in groups if one.repository.key in groups[name]]) for one in found])
        return DONE
    for one in found:
        console.data(_headline(one), style="bold")
        entry = one.repository
        told = [*entry.paths, *entry.remotes, *(f"in the group {name}" for name in groups if entry.key in groups[name])]
        told += [f"merged into {entry.merged_into[:SHORT_ID]}"] if entry.merged_into else []
        console.table([("", text) for text in told], styles=("", "dim"))
        for problem in one.problems:
            console.data(f"  {trouble(problem.trouble, _short(problem.detail))}", style="warning")
    if not found:
        console.narrate("No repository is known yet. 'memtui index' inside one makes it known.")
    return DONE


def _merge(workspace: Workspace, arguments: argparse.Namespace, console: Console) -> int:
    from memtui.review import move
    from memtui.sources.attribution import merge_repositories

    source, target = (_named(workspace, text) for text in arguments.names)
    if source.key in {target.key, target.merged_into}:
        raise UsageError(f"{_called(source)} cannot be merged into itself. Name two repositories.")
    store = acting_store(arguments)
    heads, facts = _movable(store.snapshot(), source)
    aside = console.aside()
    aside.table([(head.memory.id[:SHORT_ID], head.memory.status, head.memory.title) for head in heads])
    console.narrate(f"{counted_memories(len(heads))} of {_called(source)} would belong to {_called(target)}.")
    if facts:
        console.narrate(f"{counted_memories(facts)} that nobody touched would stay; 'memtui index' derives them anew.")
    if not _agreed(arguments, console, f"From here on {_called(source)} counts as {_called(target)}."):
        return COULD_NOT
    scope = Scope(Level.REPO, target.key)
    result = move(store, [head.memory.id for head in heads], scope=scope)
    if not arguments.dry_run:
        merge_repositories(workspace.home, source, target)
        console.narrate("'memtui undo' takes the memories back, 'memtui repos part' lets it be one of its own again.")
    tell(result, arguments, console, store)
    # Also without a memory to move, two entries have become one.
    return DONE if not result.refused else COULD_NOT


def _part(workspace: Workspace, arguments: argparse.Namespace, console: Console) -> int:
    from memtui.sources.attribution import part_repository

    source = _named(workspace, arguments.names[0])
    if not source.merged_into:
        raise UsageError(f"{_called(source)} is not merged into another. See 'memtui repos'.")
    if not arguments.dry_run:
        part_repository(workspace.home, source)
    return _told(f"{_called(source)} is one of its own; its memories are where they were.", source, arguments, console)


def _rename(workspace: Workspace, arguments: argparse.Namespace, console: Console) -> int:
    from memtui.sources.attribution import rename_repository

    source, name = _named(workspace, arguments.names[0]), " ".join(arguments.names[1].split())
    if not name:
        raise UsageError("The new name is empty. Give one.")
    if not arguments.dry_run:
        rename_repository(workspace.home, source, name)
    return _told(f"{_called(source)} is called {name}.", source, arguments, console)


def _forget_path(workspace: Workspace, arguments: argparse.Namespace, console: Console) -> int:
    from memtui.sources.attribution import forget_path, is_known_without

    given = str(Path(arguments.directory, arguments.names[0]).expanduser())
    found = [
        (one, path)
        for one in _attributions(workspace)
        for path in one.repository.paths
        if path in {given, f"{given}/.git"}
    ]
    if not found:
        raise UsageError(f"No repository is known to lie at '{arguments.names[0]}'. See 'memtui repos'.")
    one, path = found[0]
    if one.live and not is_known_without(one.repository, path):
        many = counted_memories(one.live)
        console.narrate(
            f"memtui: Nothing else leads to {_called(one.repository)}, whose {many} nobody would find. Merge it first."
        )
        return COULD_NOT
    if not arguments.dry_run:
        forget_path(workspace.home, one.repository, path)
    many = counted_memories(one.live)
    return _told(
        f"{path} is forgotten; {many} stay with {_called(one.repository)}.", one.repository, arguments, console
    )


def _named(workspace: Workspace, text: str) -> KnownRepository:
    return repository_here([one.repository for one in _attributions(workspace)], text, workspace)


def _attributions(workspace: Workspace) -> tuple[Attribution, ...]:
    from memtui.sources.attribution import attributions

    return attributions(workspace.home, load_snapshot(workspace.home))


def _movable(snapshot: Snapshot, source: KnownRepository) -> tuple[list[Head], int]:
    """Return the memories that belong to a repository by someone's judgement, and how many merely follow its index."""
    kept = [status for status in Status if status != Status.DELETED]
    heads = snapshot.heads(snapshot.select(scopes=[Scope(Level.REPO, source.key)], statuses=kept))
    # What the indexer derives anew under the other name would otherwise be there twice, once for ever.
    followed = [it for it in heads if it.memory.key and it.memory.origin == "indexer" and not it.memory.reviewed]
    return [head for head in heads if head not in followed], len(followed)


def _agreed(arguments: argparse.Namespace, console: Console, question: str) -> bool:
    if arguments.dry_run or arguments.yes or confirmed(console, question, "yes"):
        return True
    console.narrate("memtui: Nothing was changed. Add --yes to do it, or --dry-run to see what it would do.")
    return False


def _told(said: str, source: KnownRepository, arguments: argparse.Namespace, console: Console) -> int:
    console.narrate(said)
    if arguments.dry_run:
        console.narrate("memtui: This was a dry run; nothing was changed.")
    if arguments.json:
        console.json({"action": arguments.act, "key": source.key, "dry_run": arguments.dry_run})
    return DONE


def _headline(one: Attribution) -> str:
    pending = one.memories.get(Status.PENDING, 0)
    waiting = f", {pending:,} pending" if pending else ""
    return f"{one.repository.key[:SHORT_ID]}  {one.repository.name or 'unknown'}  {counted_memories(one.live)}{waiting}"


def _called(entry: KnownRepository) -> str:
    return f"{entry.name} ({entry.key[:SHORT_ID]})" if entry.name else entry.key[:SHORT_ID]


def _short(detail: str) -> str:
    """Return a path whole and a key short."""
    return detail if Path(detail).is_absolute() else detail[:SHORT_ID]


def _record(one: Attribution, groups: Sequence[str]) -> dict[str, Any]:
    entry = one.repository
    return {
        "key": entry.key,
        "name": entry.name,
        "roots": list(entry.roots),
        "paths": list(entry.paths),
        "remotes": list(entry.remotes),
        "merged_into": entry.merged_into,
        "groups": list(groups),
        "memories": {str(status): one.memories.get(status, 0) for status in Status},
        "problems": [{"problem": str(it.trouble), "detail": it.detail} for it in one.problems],
    }
