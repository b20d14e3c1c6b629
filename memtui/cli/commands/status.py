"""``memtui status``: how repository, index and memories stand."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from memtui.cli.codes import DONE
from memtui.cli.library import load_snapshot, required_repository
from memtui.cli.messages import trouble
from memtui.cli.options import add_json
from memtui.cli.records import moment_of_seconds

if TYPE_CHECKING:
    from indexer import Repository
    from memtui.cli.console import Console
    from memtui.sources import Workspace

HELP = "Say how the repository, its index and the memories that count here stand."

_HOOKS = {
    "installed": "installed",
    "partly": "some are installed; run 'memtui hooks install'",
    "outdated": "outdated; run 'memtui hooks install'",
    "absent": "none; 'memtui hooks install' keeps the index current",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--stale", action="store_true", help="list the memories whose code has changed, and by what")
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Ask git, the index and the snapshot; change nothing."""
    from memtui.sources import find_workspace
    from memtui.sources.places import place_of

    workspace = find_workspace(arguments.directory)
    if arguments.stale:
        return _list_stale(workspace, arguments, console)
    # Of the scopes that count here, as in the terminal UI: two faces with two numbers help nobody.
    counts = load_snapshot(workspace.home).counts(workspace.scopes)
    status = {
        "repository": None,
        "name": workspace.name,
        "scope": str(workspace.scope or "user"),
        **_index_status(workspace.repository),
        **_hooks_status(workspace.repository),
        **counts,
        "home": str(workspace.home),
        "place": str(place_of(workspace.repository)) if workspace.repository is not None else "",
    }
    if workspace.repository is not None:
        place = workspace.repository.work_tree or workspace.repository.git_directory
        status["repository"] = str(place)
    if arguments.json:
        console.json(status)
    else:
        console.table(_lines(status))
    return DONE


def _list_stale(workspace: Workspace, arguments: argparse.Namespace, console: Console) -> int:
    from memtui.anchors import standings
    from memtui.cli.standing import print_standings, standing_record

    repository = required_repository(workspace, arguments.directory)
    found = standings(load_snapshot(workspace.home), repository, workspace.scope) if workspace.scope else []
    stale = [standing for standing in found if standing.stale]
    if arguments.json:
        console.json([standing_record(standing) for standing in stale])
    else:
        print_standings(stale, console)
        console.narrate(
            "'memtui anchors ID --diff' shows what changed, 'memtui confirm ID' says that a memory is still true."
            if stale
            else "No memory of this repository is stale."
        )
    return DONE


def _index_status(repository: Repository | None) -> dict[str, Any]:
    if repository is None:
        nothing: dict[str, Any] = {"branch": "", "head": "", "indexed": False, "behind": False}
        return {**nothing, "generation": 0, "indexed_head": "", "indexed_at": None, "coverage": {}}
    from indexer import freshness
    from indexer.storage import read_state

    state = freshness(repository)
    finished = read_state(repository.index_directory)
    return {
        "branch": state.branch,
        "head": state.head,
        "indexed": state.indexed,
        "behind": state.behind,
        "generation": state.generation,
        "indexed_head": state.indexed_head,
        "indexed_at": moment_of_seconds(int(state.indexed_at)),
        "coverage": dict(sorted(finished.outcomes.items())) if finished is not None else {},
    }


def _hooks_status(repository: Repository | None) -> dict[str, Any]:
    if repository is None:
        return {"hooks": "absent", "troubles": []}
    from memtui.sources.hooking import hooking_of

    hooking = hooking_of(repository, os.environ)
    return {"hooks": hooking.standing, "troubles": list(hooking.troubles)}


def _lines(status: dict[str, Any]) -> list[tuple[str, str]]:
    lines = [("repository", status["repository"] or "none here; 'memtui -C PATH status' looks elsewhere")]
    if status["repository"]:
        lines += [
            ("branch", status["branch"] or "none (detached)"),
            ("head", status["head"][:12] or "no commit yet"),
            ("index", _index_in_words(status)),
            ("hooks", _HOOKS[status["hooks"]]),
            *(("trouble", trouble) for trouble in status["troubles"]),
        ]
        coverage = [f"{count:,} {outcome.replace('_', ' ')}" for outcome, count in status["coverage"].items()]
        lines += [("files", ", ".join(coverage))] if coverage else []
    lines += [(name, f"{status[name]:,}") for name in ("pending", "approved", "attention")]
    lines.append(("memories in", status["home"]))
    unusual = status["place"] not in {"", "ordinary"}
    return [*lines, ("note", trouble(status["place"]))] if unusual else lines


def _index_in_words(status: dict[str, Any]) -> str:
    if not status["indexed"]:
        return "none yet; run 'memtui index'"
    of_commit = f"generation {status['generation']} of {status['indexed_head'][:12]}, {status['indexed_at']}"
    return f"behind; run 'memtui index' ({of_commit})" if status["behind"] else f"up to date ({of_commit})"
