"""What ``memtui doctor`` looks at; no check changes anything."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from indexer import Repository, find_repository
from indexer.errors import IndexerError, NotARepositoryError
from memtui import __version__
from memtui.cli.editor import chosen_editor, default_editor
from memtui.cli.messages import explain
from memtui.cli.records import moment_of_seconds
from memtui.memory.errors import MemtuiError
from memtui.store import home_directory
from memtui.store.home import check_format
from memtui.store.places import DATABASE, FORMAT, LOCK

_STANDINGS = {
    "installed": "installed",
    "partly": "some are installed; 'memtui hooks install' adds the others",
    "absent": "not installed; 'memtui hooks install' keeps the index current",
}


@dataclass(frozen=True, slots=True)
class Check:
    """What one look found; ``ok`` is False if something must be done."""

    name: str
    ok: bool
    detail: str


def check_all(directory: Path) -> list[Check]:
    """Make all checks; an error in one is what that one found."""
    home = home_directory()
    return [
        Check(
            "versions",
            ok=True,
            detail=f"memtui {__version__}, Python {platform.python_version()}, {platform.platform()}",
        ),
        _guarded("git", _check_git),
        _guarded("repository", lambda: _check_repository(directory)),
        _guarded("index", lambda: _check_index(directory)),
        _guarded("hooks", lambda: _check_hooks(directory)),
        _guarded("home", lambda: _check_home(home)),
        _guarded("memories", lambda: _check_memories(home)),
        _guarded("writer", lambda: _check_lock(home / LOCK)),
        _check_terminal(),
        _check_editor(),
    ]


def _guarded(name: str, look: Callable[[], tuple[bool, str]]) -> Check:
    try:
        ok, detail = look()
    except (IndexerError, MemtuiError, OSError) as error:
        return Check(name, ok=False, detail=" ".join(explain(error)))
    return Check(name, ok, detail)


def _check_git() -> tuple[bool, str]:
    from indexer.repository.git import run_in

    # By the runner that all of memtui uses: git alone on the PATH says nothing about how it is called.
    version = run_in(Path.cwd(), "--version").decode(errors="replace").strip()
    return True, f"{version.removeprefix('git version ')} at {shutil.which('git')}"


def _repository(directory: Path) -> Repository | None:
    try:
        return find_repository(directory)
    except NotARepositoryError:
        return None


def _check_repository(directory: Path) -> tuple[bool, str]:
    repository = _repository(directory)
    if repository is None:
        return True, f"none around {directory}"
    traits = {
        "bare": repository.bare,
        "shallow": repository.shallow,
        "partial": repository.partial,
        "linked worktree": repository.linked,
        repository.object_format: True,
    }
    place = repository.work_tree or repository.git_directory
    return True, f"{place} ({', '.join(trait for trait, present in traits.items() if present)})"


def _check_index(directory: Path) -> tuple[bool, str]:
    from indexer import freshness

    repository = _repository(directory)
    if repository is None:
        return True, "none, without a repository"
    state = freshness(repository)
    if not state.indexed:
        return True, "none yet; 'memtui index' makes it"
    standing = "behind; 'memtui index' brings it up to date" if state.behind else "up to date"
    size = _size(repository.index_directory)
    writable = os.access(repository.index_directory, os.W_OK)
    rights = "" if writable else ", and cannot be written"
    return writable, (
        f"{standing}; generation {state.generation} of {moment_of_seconds(int(state.indexed_at))}, {size}{rights}"
    )


def _check_hooks(directory: Path) -> tuple[bool, str]:
    from memtui.hooks.log import log_path
    from memtui.sources.hooking import hooking_of

    repository = _repository(directory)
    if repository is None:
        return True, "none, without a repository"
    hooking = hooking_of(repository, os.environ)
    if hooking.troubles:
        return False, f"{hooking.troubles[-1]}; all that went wrong is in {log_path(str(repository.common_directory))}"
    if hooking.standing == "outdated":
        return False, "they call a memtui that is not this one; 'memtui hooks install' brings them up to date"
    worker = "at work" if hooking.working else f"last ended {hooking.ended_at}" if hooking.ended_at else "never called"
    return True, f"{_STANDINGS[hooking.standing]}; worker {worker}"


def _check_home(home: Path) -> tuple[bool, str]:
    if not home.exists():
        return True, f"{home}, not made yet"
    if not os.access(home, os.W_OK | os.X_OK):
        return False, f"{home} cannot be written; give yourself the right, or set MEMTUI_HOME to another directory."
    # On Windows the mode says nothing: rights there are lists, inherited from the profile.
    open_to_others = sys.platform != "win32" and home.stat().st_mode & 0o077
    if open_to_others:
        return False, f"{home} is open to other users; close it with: chmod 700 {shlex.quote(str(home))}"
    return True, f"{home}, {_size(home)}"


def _check_memories(home: Path) -> tuple[bool, str]:
    # A look must not begin a store where there is none.
    if not check_format(home) and not (home / DATABASE).exists():
        return True, "none yet"
    from memtui.store import Snapshot
    from memtui.store.log import Database

    # Not through Store.open, which would repair what is to be found.
    revisions = Database(home).count()
    snapshot = Snapshot.load(home)
    known = snapshot.contents.state.revisions
    detail = f"{len(snapshot):,} memories, {revisions:,} revisions, format {FORMAT}"
    if known != revisions:
        step = "'memtui log' derives them anew"
        return False, f"{detail}; the heads know {known:,} of the revisions: {step}"
    return True, detail


def _check_lock(path: Path) -> tuple[bool, str]:
    if not path.exists():
        return True, "no one has written yet"
    from filelock import FileLock, Timeout

    try:
        with FileLock(path, timeout=0):
            return True, "no one writes at this moment"
    except Timeout:
        # A lock that is held is no fault; one that stays held shows in the next look.
        return True, "another process writes at this moment"


def _check_terminal() -> Check:
    if not sys.stdout.isatty():
        return Check("terminal", ok=True, detail="stdout is no terminal")
    columns, lines = shutil.get_terminal_size()
    colour = "without colour (NO_COLOR)" if os.environ.get("NO_COLOR") else os.environ.get("COLORTERM", "colour")
    return Check("terminal", ok=True, detail=f"{os.environ.get('TERM', 'unknown')}, {columns} x {lines}, {colour}")


def _check_editor() -> Check:
    command = chosen_editor()
    if not command:
        return Check("editor", ok=True, detail=f"neither VISUAL nor EDITOR is set; '{default_editor()}' is used")
    try:
        program = shlex.split(command)[0]
    except (ValueError, IndexError):
        program = command
    if shutil.which(program) is None:
        return Check("editor", ok=False, detail=f"'{command}' is not on your PATH; set EDITOR to a program that is.")
    return Check("editor", ok=True, detail=command)


def _size(directory: Path) -> str:
    # lstat: a link may lead out of the directory, or in a circle.
    size = float(sum(path.lstat().st_size for path in directory.rglob("*") if path.is_file()))
    for unit in ("B", "kB", "MB"):
        if size < 1000:  # noqa: PLR2004 - decimal units
            return f"{size:.0f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
