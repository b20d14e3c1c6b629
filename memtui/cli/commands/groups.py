"""``memtui groups``: named sets of repositories that share memories."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from memtui.cli.codes import COULD_NOT, DONE, UsageError
from memtui.cli.layout import counted, counted_memories
from memtui.cli.library import SHORT_ID, load_snapshot
from memtui.cli.options import add_outcome
from memtui.cli.repositories import repository_here
from memtui.memory import Level, Scope, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memtui.cli.console import Console
    from memtui.sources import Workspace
    from memtui.sources.registry import KnownRepository
    from memtui.store import Snapshot

HELP = (
    "List the groups of repositories. 'add NAME REPO...' puts repositories into one, 'remove NAME REPO...' takes them "
    "out, and 'remove NAME' all of them. What is written down with '--scope group:NAME' counts in each of them."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("act", nargs="?", choices=["add", "remove"], help="what to change; without it, list")
    parser.add_argument("group", nargs="?", metavar="NAME", help="the name of the group")
    parser.add_argument("repos", nargs="*", metavar="REPO", help="a name, key or path of a repository, or '.'")
    add_outcome(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """List, or change who belongs to a group."""
    from memtui.sources import find_workspace
    from memtui.sources.groups import is_group_name, known_groups
    from memtui.sources.registry import known_repositories

    workspace = find_workspace(arguments.directory)
    if arguments.act is None:
        return _list(workspace, arguments, console)
    if not arguments.group or not is_group_name(arguments.group):
        raise UsageError("A group needs a name of letters, digits, '.', '_' and '-'. Give one, such as 'web'.")
    known = list(known_repositories(workspace.home))
    repositories = [repository_here(known, text, workspace) for text in arguments.repos]
    if arguments.act == "add" and not repositories:
        raise UsageError(f"No repository is given. Name those that belong to '{arguments.group}', or '.'.")
    if arguments.act == "remove" and arguments.group not in known_groups(workspace.home):
        raise UsageError(f"There is no group '{arguments.group}'. See 'memtui groups'.")
    change = _add if arguments.act == "add" else _remove
    return _told(change(workspace, repositories, arguments), known, arguments, console)


def _add(workspace: Workspace, repositories: Sequence[KnownRepository], arguments: argparse.Namespace) -> Sequence[str]:
    from memtui.sources import note_workspace
    from memtui.sources.groups import add_members, known_groups

    keys = [entry.key for entry in repositories]
    if arguments.dry_run:
        return sorted(set(keys) - set(known_groups(workspace.home).get(arguments.group, ())))
    if "." in arguments.repos:
        note_workspace(workspace)
    return add_members(workspace.home, arguments.group, keys)


def _remove(
    workspace: Workspace, repositories: Sequence[KnownRepository], arguments: argparse.Namespace
) -> Sequence[str]:
    from memtui.sources.groups import known_groups, remove_members

    members = known_groups(workspace.home)[arguments.group]
    keys = [entry.key for entry in repositories] or members
    if arguments.dry_run:
        return sorted(set(keys) & set(members))
    return remove_members(workspace.home, arguments.group, keys)


def _told(
    keys: Sequence[str], known: Sequence[KnownRepository], arguments: argparse.Namespace, console: Console
) -> int:
    names = {entry.key: entry.name for entry in known}
    done = {"add": "added", "remove": "removed"}[arguments.act]
    said = f"would be {done}" if arguments.dry_run else done
    if arguments.json:
        changed = {"group": arguments.group, "repositories": list(keys), "dry_run": arguments.dry_run}
        console.json({"action": arguments.act, **changed})
    else:
        console.table([(said, key[:SHORT_ID], names.get(key, "")) for key in keys])
    if not keys:
        console.narrate("memtui: Nothing would change.")
    return DONE if keys else COULD_NOT


def _list(workspace: Workspace, arguments: argparse.Namespace, console: Console) -> int:
    from memtui.sources.registry import known_repositories

    names = {entry.key: entry.name for entry in known_repositories(workspace.home)}
    records = _records(workspace, load_snapshot(workspace.home), names)
    if arguments.json:
        console.json(records)
        return DONE
    for record in records:
        many = counted_memories(record["memories"])
        members = counted(len(record["repositories"]), "repository").replace("repositorys", "repositories")
        console.data(f"{record['name']}  {members}, {many}", style="bold")
        console.table([("", item["key"][:SHORT_ID], item["name"]) for item in record["repositories"]])
        if not record["repositories"]:
            console.data(
                f"  no repository belongs to it; 'memtui groups add {record['name']} REPO' adds one", style="warning"
            )
    if not records:
        console.narrate("There is no group yet. 'memtui groups add NAME REPO...' begins one.")
    return DONE


def _records(workspace: Workspace, snapshot: Snapshot, names: dict[str, str]) -> list[dict[str, Any]]:
    """Return the groups that have members or memories."""
    from memtui.sources.groups import known_groups

    groups = dict(known_groups(workspace.home))
    scopes = {Scope.parse(text) for text in snapshot.table["scope"].unique().to_pylist()}
    # A group that nobody belongs to any longer may still hold memories, which someone will look for.
    for name in sorted({scope.key for scope in scopes if scope.level == Level.GROUP} - set(groups)):
        groups[name] = ()
    kept = [status for status in Status if status != Status.DELETED]
    return [
        {
            "name": name,
            "repositories": [{"key": key, "name": names.get(key, "")} for key in groups[name]],
            "memories": len(snapshot.select(scopes=[Scope(Level.GROUP, name)], statuses=kept)),
        }
        for name in sorted(groups)
    ]
