"""Where the files of agents lie around a person, found without wandering, with names that hold on every machine."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from indexer.errors import GitFailedError
from indexer.repository import Repository, run_git
from memtui.memory import Level
from memtui.sources.stores.values import Location, Surroundings

# A store of more files than this was not written by hand; the rest would make every listing slow.
FILES_AT_MOST = 2_000
_DEEPEST = 8
# Names that agents read in any directory of a repository.
NESTED = (
    "AGENTS.md",
    "AGENTS.override.md",
    "CLAUDE.md",
    "CLAUDE.local.md",
    ".cursor/rules/*.mdc",
    ".cursor/rules/**/*.mdc",
    ".windsurf/rules/*.md",
)


def surroundings(home: Path, repository: Repository | None, environment: Mapping[str, str]) -> Surroundings:
    """Return what stores look at: a home directory, and a repository's work tree unless it is bare or None."""
    if repository is None or repository.work_tree is None:
        return Surroundings(home, environment=environment)
    root, common = repository.work_tree, repository.common_directory
    main = common.parent if common.name == ".git" else root
    return Surroundings(home, root, main, environment, _nested(repository))


def home_of_user() -> Path:
    """Return the home directory in which agents keep their files."""
    return Path.home()


def name_of(path: Path, here: Surroundings) -> str:
    """Return a path as links keep it: the same on each machine and in each clone, as far as that can be."""
    if here.root is not None and path.is_relative_to(here.root):
        return path.relative_to(here.root).as_posix()
    if path.is_relative_to(here.home):
        return f"~/{path.relative_to(here.home).as_posix()}"
    return path.as_posix()


def chosen_directory(here: Surroundings, variable: str, usual: str) -> Path:
    """Return the directory that a variable of an agent names, else the usual one in the home directory."""
    chosen = here.environment.get(variable)
    return Path(chosen).expanduser() if chosen else here.home / usual


def present(path: Path) -> bool:
    """Whether there is anything at a path that could be a file; what it really is, reading tells."""
    try:
        return path.is_symlink() or (path.exists() and not path.is_dir())
    except OSError:
        return False


def files_below(directory: Path, endings: Sequence[str], *, deep: bool = True) -> Iterator[Path]:
    """Return the files in a directory that have one of the endings, sorted; links to directories are not entered."""
    found: list[Path] = []
    for where, directories, names in os.walk(directory):
        depth = len(Path(where).relative_to(directory).parts)
        directories[:] = sorted(name for name in directories if name != ".git") if deep and depth < _DEEPEST else []
        found += [Path(where) / name for name in sorted(names) if name.endswith(tuple(endings))]
        if len(found) > FILES_AT_MOST:
            break
    yield from found[:FILES_AT_MOST]


def in_repository(here: Surroundings, *patterns: str) -> Iterator[Path]:
    """Return the files that git knows under one of these names or patterns in any directory."""
    if here.root is None:
        return
    for name in here.files:
        path = Path(name)
        if any(path.match(pattern) for pattern in patterns):
            yield here.root / path


def located(store: str, path: Path, base: Path, here: Surroundings, **settings: object) -> Location:
    """Return a file as a location of a store: for the repository when it lies in it, for the user otherwise."""
    inside = here.root is not None and path.is_relative_to(here.root)
    level = settings.pop("level", Level.REPO if inside else Level.USER)
    return Location(store, path, base, name_of(path, here), level, **settings)  # type: ignore[arg-type]


def _nested(repository: Repository) -> tuple[str, ...]:
    """Return the paths of files in any directory that agents read, as far as git tracks them or would."""
    patterns = [f":(glob)**/{name}" for name in NESTED]
    try:
        listed = run_git(repository, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns)
    except GitFailedError:
        return ()
    names = {name.decode("utf-8", "surrogateescape") for name in listed.split(b"\0") if name}
    return tuple(sorted(names, key=lambda name: (name.count("/"), name)))[:FILES_AT_MOST]


def tracked_paths(repository: Repository | None) -> frozenset[str]:
    """Return the paths of all files that git tracks, with ``/`` between their parts."""
    if repository is None:
        return frozenset()
    try:
        listed = run_git(repository, "ls-files", "-z")
    except GitFailedError:
        return frozenset()
    return frozenset(name.decode("utf-8", "surrogateescape") for name in listed.split(b"\0") if name)
