"""Runs git: the one place that starts it, in an environment where it neither waits, locks nor fetches."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol

from indexer.errors import GitFailedError, GitMissingError, NotARepositoryError

# Git sets these for its hooks; left in place they would turn every command to another repository or index
# (`git rev-parse --local-env-vars` lists them). Configuration given on a command line stays in force.
_HOOK_VARIABLES = frozenset(
    {
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_COMMON_DIR",
        "GIT_DIR",
        "GIT_GRAFT_FILE",
        "GIT_IMPLICIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_INTERNAL_SUPER_PREFIX",
        "GIT_NAMESPACE",
        "GIT_NO_REPLACE_OBJECTS",
        "GIT_OBJECT_DIRECTORY",
        "GIT_PREFIX",
        "GIT_REPLACE_REF_BASE",
        "GIT_SHALLOW_FILE",
        "GIT_WORK_TREE",
    }
)
_CALM = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    # Git before 2.45 does not know GIT_NO_LAZY_FETCH; without a transport it cannot fetch either.
    "GIT_ALLOW_PROTOCOL": "none",
    "LC_ALL": "C",
}
# Paths come as bytes between NULs and need no quoting, a file system monitor is a daemon that git would start and wait
# for, and signatures would be checked with a program of the user's.
_CONFIGURATION = ("-c", "core.quotePath=false", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false")

_WIDE = 1 << 20  # bytes; what Linux allows everyone

if sys.platform == "win32":
    # Windows looks for programs in the present directory first, which may be a repository that holds a git.exe.
    os.environ.setdefault("NoDefaultCurrentDirectoryInExePath", "1")


class Place(Protocol):
    """Where a command runs: a git directory and, unless the repository is bare, its work tree."""

    @property
    def git_directory(self) -> Path:
        """The directory that holds HEAD and the index."""

    @property
    def work_tree(self) -> Path | None:
        """The checked-out files, or None."""


def run_git(
    place: Place, *arguments: str, stdin: bytes | None = None, variables: Mapping[str, str] | None = None
) -> bytes:
    """Run git in a repository and return its standard output; raise GitFailedError when it fails."""
    return run_in(_directory_of(place), *_located(place, arguments), stdin=stdin, variables=variables)


def run_in(
    directory: Path, *arguments: str, stdin: bytes | None = None, variables: Mapping[str, str] | None = None
) -> bytes:
    """Run git in a directory that need not be a repository yet; ``variables`` are added to its environment."""
    # There is always an input, if an empty one: a git that reads would else take the keys meant for the terminal UI.
    try:
        completed = subprocess.run(
            _command(arguments),
            cwd=_existing(directory),
            env={**_environment(), **(variables or {})},
            input=stdin or b"",
            capture_output=True,
            check=False,
        )
    except (FileNotFoundError, NotADirectoryError) as error:
        raise GitMissingError from error
    if completed.returncode != 0:
        raise GitFailedError(tuple(arguments), completed.returncode, _last_line(completed.stderr))
    return completed.stdout


@contextmanager
def stream_git(place: Place, *arguments: str) -> Iterator[IO[bytes]]:
    """Give git's standard output while it runs; raise GitFailedError on leaving when git failed by itself."""
    with start_git(place, arguments, stdin=subprocess.DEVNULL) as process:
        assert process.stdout is not None  # noqa: S101 - start_git always opens it
        _widen(process.stdout)
        yield process.stdout
        # Whoever stops reading early lets git be killed, which is no failure of git's.
        ended = not process.stdout.read(1)
        if ended and process.wait() != 0:
            raise GitFailedError(tuple(arguments), process.returncode, _last_line(process.complaints()))


@contextmanager
def start_git(place: Place, arguments: Sequence[str], *, stdin: int) -> Iterator[GitProcess]:
    """Start git with pipes and make sure that it has ended on leaving, killed if it must be."""
    # A file, since a full pipe of warnings that nobody reads would stop git for ever.
    with tempfile.TemporaryFile() as complaints:
        try:
            process = GitProcess(
                _command(_located(place, arguments)),
                cwd=_existing(_directory_of(place)),
                env=_environment(),
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=complaints,
                bufsize=1 << 20,
            )
        except (FileNotFoundError, NotADirectoryError) as error:
            raise GitMissingError from error
        process.stderr_file = complaints
        try:
            yield process
        finally:
            _end(process)


class GitProcess(subprocess.Popen[bytes]):
    """A running git whose complaints go to a file, so that they can never block it."""

    stderr_file: IO[bytes]

    def complaints(self) -> bytes:
        """Return what git wrote to stderr."""
        self.stderr_file.seek(0)
        return self.stderr_file.read()


def _widen(pipe: IO[bytes]) -> None:
    """Let git run ahead of whoever looks at what it wrote: a pipe holds 64 KB otherwise, and then git stands still."""
    if sys.platform == "linux":
        import fcntl

        with contextlib.suppress(OSError):  # the system may allow less
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _WIDE)


def _end(process: GitProcess) -> None:
    if process.poll() is None:
        process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            # Git died with unread input; its status tells the story. On Windows a broken pipe is another OSError.
            with contextlib.suppress(OSError):
                pipe.close()


def _command(arguments: Sequence[str]) -> list[str]:
    return ["git", "--no-optional-locks", *_CONFIGURATION, *arguments]


def _located(place: Place, arguments: Sequence[str]) -> list[str]:
    # Said outright, so that git neither searches upwards nor takes a repository that lies on the way.
    located = [f"--git-dir={place.git_directory}"]
    if place.work_tree is not None:
        located.append(f"--work-tree={place.work_tree}")
    return [*located, *arguments]


def _directory_of(place: Place) -> Path:
    return place.work_tree or place.git_directory


def _existing(directory: Path) -> Path:
    # Popen reports a missing directory and a missing program by the same exception.
    if not directory.is_dir():
        raise NotARepositoryError(directory)
    return directory


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in _HOOK_VARIABLES}
    return {**kept, **_CALM}


def _last_line(stderr: bytes) -> str:
    lines = stderr.decode("utf-8", errors="replace").strip().splitlines()
    return lines[-1] if lines else ""
