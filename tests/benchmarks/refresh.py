"""Times `memtui index` on clones of real repositories: first run, nothing to do, two files changed.

Usage: python tests/benchmarks/refresh.py REPOSITORY... [--runs N]

Each repository is cloned into a temporary directory, so that the original is not touched. Every figure is one whole
process: wall-clock seconds (median of the runs) and the peak resident memory of its largest process in MB.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Run:
    """One process: how long it took, its peak memory in MB, and what it printed."""

    seconds: float
    megabytes: float
    report: dict[str, object]


def main() -> None:
    """Print one row for each repository and step."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    print("| repository | files | commits | step | seconds | MB | parsed |\n|---|---|---|---|---|---|---|")
    for repository in arguments.repositories:
        with tempfile.TemporaryDirectory() as directory:
            measure(repository, Path(directory), arguments.runs)


def measure(repository: Path, directory: Path, runs: int) -> None:
    """Clone and measure one repository."""
    clone = directory / repository.resolve().name
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(repository), str(clone)], check=True)
    first = [index(clone, directory / f"home{number}", "--full") for number in range(runs)]
    home = directory / "home"
    index(clone, home)
    nothing = [index(clone, home) for _ in range(runs)]
    changed = []
    for number in range(runs):
        change_two_files(clone, number)
        changed.append(index(clone, home))
    for step, results in (("full", first), ("nothing to do", nothing), ("two files changed", changed)):
        show(repository.resolve().name, step, results)


def index(clone: Path, home: Path, *options: str) -> Run:
    """Run the command once in a process of its own."""
    command = [sys.executable, "-m", "memtui", "-C", str(clone), "index", "--json", *options]
    # Installed programs have their byte code; ours, run from its sources, keeps it from the first run on.
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment = {**inherited, "MEMTUI_HOME": str(home), "MEMTUI_BACKGROUND": "0"}
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return Run(time.perf_counter() - started, usage.ru_maxrss / 1024, json.loads(output))


def change_two_files(clone: Path, number: int) -> None:
    """Append a line to two source files and commit."""
    listed = subprocess.run(["git", "ls-files"], cwd=clone, check=True, capture_output=True, text=True).stdout
    sources = [name for name in listed.splitlines() if name.endswith((".py", ".c", ".js", ".go", ".rs", ".ts"))]
    for name in sources[len(sources) // 2 : len(sources) // 2 + 2]:
        with (clone / name).open("a", encoding="utf-8") as file:
            file.write("\n" * (number + 1))
    identity = ["-c", "user.name=Bench", "-c", "user.email=bench@example.org"]
    subprocess.run(["git", *identity, "commit", "--quiet", "--all", "-m", "Change two files"], cwd=clone, check=True)


def show(name: str, step: str, results: Sequence[Run]) -> None:
    """Print one row."""
    report = results[-1].report
    seconds = statistics.median(result.seconds for result in results)
    megabytes = max(result.megabytes for result in results)
    columns = [name, report["files"], report["commits"], step, f"{seconds:.2f}", f"{megabytes:.0f}", report["parsed"]]
    print("|", " | ".join(map(str, columns)), "|", flush=True)


if __name__ == "__main__":
    main()
