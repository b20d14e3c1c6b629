"""Commits in a loop with memtui's hooks: how long git waits for each, and what the workers made of it.

Usage: python tests/benchmarks/hooks.py REPOSITORY [--commits N]

The repository is cloned into a temporary directory, so that the original is not touched. The times are git's own (its
trace of the processes that it starts): whole processes, from their start to their end, in milliseconds. The processor
time of a hook is what commits take with hooks less what they take without. Every tenth commit is amended, and every
tenth is followed by a switch of branches and a merge.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from filelock import FileLock

from memtui.hooks import log

_WITHOUT_HOOKS = ("-c", "core.hooksPath=/dev/null")
_PATIENCE = 600.0


def main() -> None:
    """Print the table of hooks, and what is known of the workers."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("repository", type=Path)
    parser.add_argument("--commits", type=int, default=300)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        measure(arguments.repository, Path(directory), arguments.commits)


def measure(repository: Path, directory: Path, commits: int) -> None:
    """Clone, install, commit in a loop, wait for the last worker, and report."""
    clone, trace = directory / "clone", directory / "trace"
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(repository), str(clone)], check=True)
    os.environ["MEMTUI_HOME"] = str(directory / "home")
    without = processor_time(lambda: commit_all(clone, commits // 5, (), {}))
    memtui(clone, "hooks", "install")
    wait(clone)
    with_hooks = processor_time(lambda: commit_all(clone, commits, ("post-rewrite",), {"GIT_TRACE2_EVENT": str(trace)}))
    wait(clone)
    show_times(times(trace))
    extra = 1000 * (with_hooks / commits - without / (commits // 5)) / 2
    print(f"\nprocessor time (user + system) of one hook, by the difference: {extra:.0f} ms")
    show_workers(clone, commits)


def processor_time(act: Callable[[], None]) -> float:
    """Return the seconds of processor time that the processes took which an act waited for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    act()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def commit_all(clone: Path, commits: int, more: tuple[str, ...], variables: Mapping[str, str]) -> None:
    """Make commits of two files each; with ``more``, call the other hooks as well."""
    git = ["git", *(() if more else _WITHOUT_HOOKS), "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    environment = {**os.environ, **variables}

    def run(*arguments: str) -> None:
        subprocess.run([*git, *arguments], cwd=clone, check=True, env=environment, stdout=subprocess.DEVNULL)

    for number in range(commits):
        for name in ("first", "second"):
            (clone / f"{name}_measured.py").write_text(f"def {name}_{number}() -> None:\n    pass\n")
        run("add", "--all")
        run("commit", "--quiet", "--message", f"Change number {number}")
        if more and number % 10 == 0:
            run("commit", "--quiet", "--amend", "--message", f"Change number {number}, better")
            run("checkout", "--quiet", "-b", f"side{number}")
            run("checkout", "--quiet", "-")
            run("merge", "--quiet", "--no-ff", "--no-edit", f"side{number}~1")


def times(trace: Path) -> dict[str, list[float]]:
    """Return the milliseconds of every call, by hook."""
    found: dict[str, list[float]] = defaultdict(list)
    started: dict[tuple[str, int], str] = {}
    for event in events(trace):
        if event["event"] == "child_start" and event.get("child_class") == "hook":
            started[event["sid"], event["child_id"]] = event["hook_name"]
        elif event["event"] == "child_exit" and (event["sid"], event["child_id"]) in started:
            found[started[event["sid"], event["child_id"]]].append(1000 * event["t_rel"])
    return found


def events(trace: Path) -> Iterator[dict[str, Any]]:
    """Return git's own account of its processes."""
    with trace.open() as lines:
        yield from map(json.loads, lines)


def show_times(found: Mapping[str, list[float]]) -> None:
    """Print one row for each hook."""
    print("| hook | calls | median ms | 95th percentile ms | largest ms |\n|---|---|---|---|---|")
    for name, milliseconds in sorted(found.items()):
        ordered = sorted(milliseconds)
        high = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
        print(f"| {name} | {len(ordered)} | {statistics.median(ordered):.0f} | {high:.0f} | {ordered[-1]:.0f} |")


def show_workers(clone: Path, commits: int) -> None:
    """Print how many workers there were, that no two lived at once, and that the last state is indexed."""
    told = log.read(str(clone / ".git"))
    steps = [line.what for line in told if line.what in {log.BEGAN, log.ENDED}]
    # Each writes that it began after it has taken the lock, and that it ended before it lets go of it.
    alone = steps[::2] == [log.BEGAN] * len(steps[::2]) and all(left != right for left, right in pairwise(steps))
    refreshes = sum(int(line.text.split()[0]) for line in told if line.what == log.ENDED)
    status = json.loads(memtui(clone, "status", "--json"))
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=clone, check=True, capture_output=True, text=True).stdout
    print(f"workers: {steps.count(log.BEGAN)} for {commits} commits, {refreshes} refreshes, one at a time: {alone}")
    print(f"last state indexed: {not status['behind'] and status['indexed_head'] == head.strip()}")
    print(f"troubles: {status['troubles'] or 'none'}")


def memtui(clone: Path, *arguments: str) -> str:
    """Run a command and return what it printed."""
    command = [sys.executable, "-m", "memtui", "-C", str(clone), *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def wait(clone: Path) -> None:
    """Wait until no worker is alive."""
    with FileLock(log.lock_path(str(clone / ".git")), timeout=_PATIENCE):
        pass


if __name__ == "__main__":
    main()
