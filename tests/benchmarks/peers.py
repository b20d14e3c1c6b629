"""Times memtui beside other indexers on clones of real repositories: full, nothing to do, two files changed.

Usage: python tests/benchmarks/peers.py REPOSITORY... [--runs N] [--tools NAME,...]

Measured are memtui and those of the others that are on the PATH: universal-ctags (`ctags`), `semble`,
`code-review-graph` and `codegraph`. Each tool works on a clone and with a home of its own. A figure is the wall-clock
time of a whole process in seconds (median of the runs) and the peak resident memory of the largest process in MB.
Only memtui reads the history; ctags resolves no imports and starts anew each time, so that its first row is all it has.
semble needs a model at hand (SEMBLE_MODEL_NAME).
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from processes import Run, run
from refresh import change_two_files

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Tool:
    """A command line that builds an index from nothing, and the one that brings it up to date, if there is one."""

    name: str
    full: Sequence[str]
    update: Sequence[str] = ()
    left_behind: Sequence[str] = field(default=())


TOOLS = (
    Tool("memtui", [sys.executable, "-m", "memtui", "index", "--full"], [sys.executable, "-m", "memtui", "index"]),
    Tool("ctags", ["sh", "-c", "git ls-files | ctags -f ../tags -L -"]),
    Tool(
        "code-review-graph",
        ["code-review-graph", "build"],
        ["code-review-graph", "update"],
        [".code-review-graph"],
    ),
    Tool("codegraph", ["codegraph", "init", "-y", "."], ["codegraph", "sync", "."], [".codegraph"]),
    Tool("semble", ["semble", "search", "application entry point", "."], ["semble", "search", "main", "."]),
)


def main() -> None:
    """Print one row for each repository, tool and step."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--tools", default=",".join(tool.name for tool in TOOLS))
    arguments = parser.parse_args()
    wanted = set(arguments.tools.split(","))
    present = [tool for tool in TOOLS if tool.name in wanted and shutil.which(tool.full[0])]
    print("| repository | tool | step | seconds | CPU seconds | MB |\n|---|---|---|---|---|---|")
    for repository in arguments.repositories:
        for tool in present:
            with tempfile.TemporaryDirectory() as directory:
                measure(tool, repository.resolve(), Path(directory), arguments.runs)


def measure(tool: Tool, repository: Path, directory: Path, runs: int) -> None:
    """Clone a repository and let one tool index it."""
    clone = directory / repository.name
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(repository), str(clone)], check=True)
    full = []
    for number in range(runs):
        for name in tool.left_behind:
            shutil.rmtree(clone / name, ignore_errors=True)
        home = directory / f"home{number}"
        home.mkdir()
        full.append(run_apart(tool.full, clone, home))
    show(repository.name, tool.name, "full", full)
    if not tool.update:
        return
    show(repository.name, tool.name, "nothing to do", [run_apart(tool.update, clone, home) for _ in range(runs)])
    changed = []
    for number in range(runs):
        change_two_files(clone, number)
        changed.append(run_apart(tool.update, clone, home))
    show(repository.name, tool.name, "two files changed", changed)


def run_apart(command: Sequence[str], clone: Path, home: Path) -> Run:
    """Run one command in a clone, with a home of its own."""
    variables = {
        "HOME": str(home),
        "MEMTUI_HOME": str(home / "memtui"),
        "PYTHONPATH": str(ROOT) if "memtui" in command else "",
        "DO_NOT_TRACK": "1",
    }
    return run(command, clone, variables)


def show(repository: str, tool: str, step: str, runs: Sequence[Run]) -> None:
    """Print one row."""
    seconds = statistics.median(one.seconds for one in runs)
    cpu = statistics.median(one.cpu for one in runs)
    megabytes = max(one.megabytes for one in runs)
    print(f"| {repository} | {tool} | {step} | {seconds:.2f} | {cpu:.2f} | {megabytes:.0f} |", flush=True)


if __name__ == "__main__":
    main()
