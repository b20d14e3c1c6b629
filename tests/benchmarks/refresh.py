"""Times `memtui index` on clones of real repositories: first run, nothing to do, two files changed.

Usage: python tests/benchmarks/refresh.py REPOSITORY... [--runs N]

Each repository is cloned into a temporary directory, so that the original is not touched. A figure is one whole
process, its workers among it: wall-clock seconds (median of the runs), seconds of CPU, and the peak resident memory of
the largest process in MB. The last row is of a process that goes on, as the terminal UI does: the same refresh, index
and memories, without the start of Python and the import of LanceDB.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from processes import Run, environment, run

ROOT = Path(__file__).parents[2]


def main() -> None:
    """Print one row for each repository and step."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("repositories", nargs="*", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--warm", nargs=2, type=Path, metavar=("CLONE", "HOME"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.warm:
        refresh_when_told(*arguments.warm)
        return
    print("| repository | files | commits | step | seconds | CPU | MB | parsed |\n|---|---|---|---|---|---|---|---|")
    for repository in arguments.repositories:
        with tempfile.TemporaryDirectory() as directory:
            measure(repository.resolve(), Path(directory), arguments.runs)


def measure(repository: Path, directory: Path, runs: int) -> None:
    """Clone and measure one repository."""
    clone, home = directory / repository.name, directory / "home"
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(repository), str(clone)], check=True)
    show(repository.name, "full", [index(clone, directory / f"home{number}", "--full") for number in range(runs)])
    index(clone, home)
    show(repository.name, "nothing to do", [index(clone, home) for _ in range(runs)])
    changed = []
    for number in range(runs):
        change_two_files(clone, number)
        changed.append(index(clone, home))
    show(repository.name, "two files changed", changed)
    show(repository.name, "two files changed, warm", warm(clone, home, runs))


def index(clone: Path, home: Path, *options: str) -> Run:
    """Run the command once in a process of its own."""
    command = [sys.executable, "-m", "memtui", "-C", str(clone), "index", "--json", *options]
    return run(command, ROOT, {"MEMTUI_HOME": str(home)})


def warm(clone: Path, home: Path, runs: int) -> list[Run]:
    """Let one process refresh after each change; its first refresh, which imports everything, does not count."""
    command = [sys.executable, __file__, "--warm", str(clone), str(home)]
    variables = environment({"MEMTUI_HOME": str(home), "PYTHONPATH": str(ROOT)})
    results = []
    with subprocess.Popen(
        command, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(runs + 1):
            change_two_files(clone, number)
            process.stdin.write("refresh\n")
            answer = json.loads(process.stdout.readline())
            results.append(Run(answer["seconds"], answer["cpu"], answer["megabytes"], json.dumps(answer)))
        process.stdin.close()
    return results[1:]


def refresh_when_told(clone: Path, home: Path) -> None:
    """Refresh for every line that comes, and say what it took."""
    from memtui.sources import find_workspace, refresh_workspace
    from memtui.store import Store

    store = Store.open(home)
    for _ in sys.stdin:
        started, busy = time.perf_counter(), time.process_time()
        report = refresh_workspace(find_workspace(clone), lambda: store).report
        seconds, cpu = time.perf_counter() - started, time.process_time() - busy
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        counts = {"files": report.files, "commits": report.commits, "parsed": report.parsed}
        print(json.dumps({"seconds": seconds, "cpu": cpu, "megabytes": megabytes, **counts}), flush=True)


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
    report = json.loads(results[-1].output)
    seconds = statistics.median(result.seconds for result in results)
    cpu = statistics.median(result.cpu for result in results)
    megabytes = max(result.megabytes for result in results)
    columns = [name, report["files"], report["commits"], step, f"{seconds:.2f}", f"{cpu:.2f}", f"{megabytes:.0f}"]
    print("|", " | ".join(map(str, [*columns, report["parsed"]])), "|", flush=True)


if __name__ == "__main__":
    main()
