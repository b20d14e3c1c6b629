"""Runs whole processes for the benchmarks, and tells what they and all that they started took."""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_SET_CHILD_SUBREAPER = 36  # prctl(2)


@dataclass(frozen=True, slots=True)
class Run:
    """Wall-clock seconds until the command ended; of all its processes the CPU seconds, and the MB of the largest."""

    seconds: float
    cpu: float
    megabytes: float
    output: str


def run(command: Sequence[str], directory: Path, variables: Mapping[str, str]) -> Run:
    """Run one command to its end; exits with what it complained of when it fails."""
    _adopt_orphans()
    started = time.perf_counter()
    with subprocess.Popen(
        command,
        cwd=directory,
        env=environment(variables),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        # Short enough for the pipe: progress is told to terminals alone.
        assert process.stdout is not None
        assert process.stderr is not None
        output, complaints = process.stdout.read(), process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}: {complaints[-500:]}")
    usages = [usage, *_left_over()]
    cpu = sum(one.ru_utime + one.ru_stime for one in usages)
    return Run(seconds, cpu, max(one.ru_maxrss for one in usages) / 1024, output)


def environment(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the environment for a program as it is when installed."""
    # Installed programs have their byte code; ours, run from its sources, keeps it from the first run on.
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**inherited, "MEMTUI_BACKGROUND": "0", **variables}


def _adopt_orphans() -> None:
    """Become the parent of what outlives the process that started it, as the server that workers are forked from."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _left_over() -> Iterator[resource.struct_rusage]:
    """Wait for adopted processes; each brings the figures of those it waited for itself."""
    while True:
        try:
            yield os.wait4(-1, 0)[2]
        except ChildProcessError:
            return
