"""``memtui status``: how repository, index and memories stand."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from memtui.cli.codes import DONE
from memtui.cli.library import load_snapshot
from memtui.cli.options import add_json
from memtui.cli.records import moment_of_seconds

if TYPE_CHECKING:
    from indexer import Repository
    from memtui.cli.console import Console

HELP = "Say how the repository, its index and the memories that count here stand."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_json(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Ask git, the index and the snapshot; change nothing."""
    from memtui.sources import find_workspace

    workspace = find_workspace(arguments.directory)
    # Of the scopes that count here, as in the terminal UI: two faces with two numbers help nobody.
    counts = load_snapshot(workspace.home).counts(workspace.scopes)
    status = {
        "repository": None,
        "name": workspace.name,
        "scope": str(workspace.scope or "user"),
        **_index_status(workspace.repository),
        **counts,
        "home": str(workspace.home),
    }
    if workspace.repository is not None:
        place = workspace.repository.work_tree or workspace.repository.git_directory
        status["repository"] = str(place)
    if arguments.json:
        console.json(status)
    else:
        console.table(_lines(status))
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


def _lines(status: dict[str, Any]) -> list[tuple[str, str]]:
    lines = [("repository", status["repository"] or "none here; 'memtui -C PATH status' looks elsewhere")]
    if status["repository"]:
        lines += [
            ("branch", status["branch"] or "none (detached)"),
            ("head", status["head"][:12] or "no commit yet"),
            ("index", _index_in_words(status)),
        ]
        coverage = [f"{count:,} {outcome.replace('_', ' ')}" for outcome, count in status["coverage"].items()]
        lines += [("files", ", ".join(coverage))] if coverage else []
    lines += [(name, f"{status[name]:,}") for name in ("pending", "approved", "attention")]
    return [*lines, ("memories in", status["home"])]


def _index_in_words(status: dict[str, Any]) -> str:
    if not status["indexed"]:
        return "none yet; run 'memtui index'"
    of_commit = f"generation {status['generation']} of {status['indexed_head'][:12]}, {status['indexed_at']}"
    return f"behind; run 'memtui index' ({of_commit})" if status["behind"] else f"up to date ({of_commit})"
