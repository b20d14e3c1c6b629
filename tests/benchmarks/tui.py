"""How quickly the terminal UI paints, under a pseudo-terminal: ``python tests/benchmarks/tui.py [--memories N]…``.

Fills temporary homes, so that the present one is left alone. Prints a table; every time is also given as a ratio to
``python -c "import textual.app"`` measured in the same run, since machines differ and are busy.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import re
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_SIZE = (36, 120)
_START = "import sys; from pathlib import Path; from memtui.tui import run_app; sys.exit(run_app(Path(sys.argv[1])))"
_PATIENCE = 60.0
_LOOK_BACK = 60_000
_STYLING = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]")
_KEYS = (("j", "k", "j/k"), ("\x04", "\x15", "ctrl+d/u"), ("G", "g", "G/g"), (" ", "k", "space/k"), ("2", "1", "2/1"))


class Terminal:
    """The UI in a pseudo-terminal of its own, with everything it wrote."""

    def __init__(self, home: Path, directory: Path, **variables: str) -> None:
        self.output = b""
        self.started = time.perf_counter()
        pid, self.descriptor = pty.fork()
        if pid == 0:
            environment = {**os.environ, "MEMTUI_HOME": str(home), "TERM": "xterm-256color", "COLORTERM": "truecolor"}
            environment |= {"PYTHONPATH": str(ROOT), **variables}
            os.execve(sys.executable, [sys.executable, "-c", _START, str(directory)], environment)  # noqa: S606 - ourselves
        self.pid = pid
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", *_SIZE, 0, 0))

    def read(self, timeout: float) -> bytes:
        """Return what comes within ``timeout``, or nothing."""
        if not select.select([self.descriptor], [], [], timeout)[0]:
            return b""
        try:
            piece = os.read(self.descriptor, 1 << 16)
        except OSError:
            return b""
        self.output += piece
        return piece

    def wait_for(self, text: str) -> float:
        """Return how many seconds after the start some text was painted."""
        wanted = text.encode()
        while wanted not in _STYLING.sub(b"", self.output[-_LOOK_BACK:]):
            if time.perf_counter() - self.started > _PATIENCE:
                raise TimeoutError(text, self.output[-2000:])
            self.read(0.5)
        return time.perf_counter() - self.started

    def press(self, keys: str) -> float:
        """Press a key and return the seconds until the first of its paint arrives."""
        while self.read(0.15):
            pass
        begun = time.perf_counter()
        os.write(self.descriptor, keys.encode())
        self.read(5)
        return time.perf_counter() - begun

    def quit(self) -> dict[str, float]:
        """Press q and return the seconds until the terminal is given back, and until the process has ended."""
        begun = time.perf_counter()
        os.write(self.descriptor, b"q")
        given_back = 0.0
        while True:
            if not given_back and b"\x1b[?1049l" in self.output:
                given_back = time.perf_counter() - begun
            ended, _ = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                os.close(self.descriptor)
                return {"terminal back": given_back, "process end": time.perf_counter() - begun}
            if time.perf_counter() - begun > _PATIENCE:
                os.kill(self.pid, signal.SIGKILL)
            self.read(0.01)


def import_time(statement: str) -> float:
    """Return the median seconds of a fresh interpreter that runs one statement."""
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", statement], check=True)
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def fill(home: Path, number: int) -> None:
    """Fill a home with generated memories."""
    environment = {**os.environ, "MEMTUI_HOME": str(home), "PYTHONPATH": str(ROOT)}
    program = ROOT / "tests" / "benchmarks" / "generate.py"
    subprocess.run(
        [sys.executable, str(program), "--memories", str(number)],
        check=True,
        env=environment,
        stdout=subprocess.DEVNULL,
    )


def count(home: Path) -> int:
    """Return how many memories a home holds."""
    sys.path.insert(0, str(ROOT))  # the checkout is measured, installed or not
    from memtui.store import Snapshot

    return len(Snapshot.load(home))


def measure(home: Path, directory: Path) -> dict[str, float]:
    """Start the UI once and return its times in seconds."""
    terminal = Terminal(home, directory)
    times = {"first paint": terminal.wait_for("Inbox"), "first rows": terminal.wait_for("generated")}
    terminal.wait_for("store ready")
    for keys in ("2", "f", "j", " ", "\x1b"):  # all memories, of every scope
        terminal.press(keys)
    for there, back, names in _KEYS:
        pressed = [terminal.press(keys) for _ in range(5) for keys in (there, back)]
        times[f"key {names}"] = statistics.median(pressed)
    times |= terminal.quit()
    return times


def main() -> int:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, action="append", help="how many memories (may be repeated)")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--home", type=Path, help="measure this home instead of filling one")
    arguments = parser.parse_args()
    base = import_time("import textual.app")
    sys.stdout.write(f"python -c 'import textual.app': {base * 1000:.0f} ms\n\n")
    sys.stdout.write(f"{'memories':>10}  {'what':<14} {'median ms':>10} {'worst ms':>10} {'ratio':>7}\n")
    # A home that is given is measured once, under the count that it really holds.
    numbers = [count(arguments.home)] if arguments.home else arguments.memories or [1_000, 100_000]
    for number in numbers:
        with tempfile.TemporaryDirectory() as name:
            home, directory = Path(name) / "home", Path(name) / "nowhere"
            directory.mkdir()
            if arguments.home is None:
                fill(home, number)
            runs = [measure(arguments.home or home, directory) for _ in range(arguments.runs)]
            for what in runs[0]:
                times = sorted(run[what] for run in runs)
                median, worst = statistics.median(times), times[-1]
                sys.stdout.write(
                    f"{number:>10,}  {what:<14} {median * 1000:>10.0f} {worst * 1000:>10.0f} {median / base:>7.2f}\n"
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
