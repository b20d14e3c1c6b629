"""Times the questions to an index: symbols, refs, impact, map and wiki, on clones of real repositories.

Usage: python tests/benchmarks/questions.py REPOSITORY... [--names N] [--runs N]

Each repository is cloned and indexed first. The names asked for are the most telling symbols of its first key files,
one of each. Every figure is one whole process: wall-clock seconds (median over names and runs), the slowest of them,
and the peak resident memory in MB.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from indexer import find_repository, open_index
from indexer.queries import rank_files, rank_symbols, symbols_of

QUESTIONS = ("symbols {}", "refs {}", "refs {} --impact", "map", "map --tokens 20000", "wiki")


def main() -> None:
    """Print one row for each repository and question."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--names", type=int, default=5)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    print("| repository | files | symbols | question | seconds | slowest | MB |\n|---|---|---|---|---|---|---|")
    for repository in arguments.repositories:
        with tempfile.TemporaryDirectory() as directory:
            measure(repository, Path(directory), arguments.names, arguments.runs)


def measure(repository: Path, directory: Path, names: int, runs: int) -> None:
    """Clone, index and question one repository."""
    clone = directory / repository.resolve().name
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(repository), str(clone)], check=True)
    ask(clone, directory, ["index"])
    index = open_index(find_repository(clone))
    asked = names_of_key_files(clone, names)
    for question in QUESTIONS:
        results = [
            ask(clone, directory, question.format(name).split())
            for name in (asked if "{}" in question else [""])
            for _ in range(runs)
        ]
        counts = [clone.name, index.state.files, index.state.symbols, question.format("NAME")]
        show(counts, [seconds for seconds, _ in results], max(megabytes for _, megabytes in results))


def names_of_key_files(clone: Path, count: int) -> list[str]:
    """Return the most telling symbol of each of the first key files."""
    index = open_index(find_repository(clone))
    files = [file.path for file in rank_files(index)[:count]]
    symbols = symbols_of(index, files)
    telling = (rank_symbols([symbol for symbol in symbols if symbol.path == path])[0] for path in files)
    return [ranked[0].name for ranked in telling if ranked]


def ask(clone: Path, directory: Path, question: Sequence[str]) -> tuple[float, float]:
    """Run one command in a process of its own; return its seconds and the MB of its peak."""
    command = [sys.executable, "-m", "memtui", "-C", str(clone), *question]
    environment = {**os.environ, "MEMTUI_HOME": str(directory / "home")}
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return time.perf_counter() - started, usage.ru_maxrss / 1024


def show(counts: Sequence[object], seconds: Sequence[float], megabytes: float) -> None:
    """Print one row."""
    columns = [*counts, f"{statistics.median(seconds):.2f}", f"{max(seconds):.2f}", f"{megabytes:.0f}"]
    print("|", " | ".join(map(str, columns)), "|", flush=True)


if __name__ == "__main__":
    main()
