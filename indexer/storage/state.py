"""The small file that names the last finished generation: what lets a start decide without opening LanceDB."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from indexer.errors import IndexReadOnlyError, NewerIndexError

FORMAT = 2
_NAME = "state.json"
_DATABASE = "index.lance"
_SNAPSHOTS = "snapshots"


@dataclass(frozen=True, slots=True)
class State:
    """A finished generation: of which commit and listing, made by which extractors, and what it counted.

    ``indexed_at`` is in seconds since the epoch; ``versions`` are LanceDB's version numbers of each table, none when
    the database was given up since and only the snapshots hold the generation.
    """

    generation: int
    head: str
    digest: str
    extractors: str
    log_key: str
    indexed_at: int
    seconds: float
    files: int
    symbols: int
    modules: int
    entry_points: int
    commits: int
    outcomes: Mapping[str, int]
    unresolved: Mapping[str, int]
    key_files: tuple[str, ...]
    cycles: tuple[tuple[str, ...], ...]
    versions: Mapping[str, int]

    @property
    def skipped(self) -> Mapping[str, int]:
        """How many files have no symbols, by reason."""
        return {reason: count for reason, count in self.outcomes.items() if reason not in {"parsed", "partial"}}


def database_path(directory: Path) -> Path:
    """Return where the database of an index lies."""
    return directory / _DATABASE


def snapshot_path(directory: Path, generation: int) -> Path:
    """Return where the tables of a generation lie."""
    return directory / _SNAPSHOTS / str(generation)


def newest_snapshot(directory: Path) -> int:
    """Return the highest generation that ever left a snapshot here, finished or not; 0 when there is none."""
    names = (path.name for path in (directory / _SNAPSHOTS).glob("*"))
    return max((int(name) for name in names if name.isascii() and name.isdigit()), default=0)


def is_complete(directory: Path, state: State) -> bool:
    """Whether the tables of a generation are where they should be; two looks at the file system, no more."""
    path = snapshot_path(directory, state.generation)
    return bool(state.versions) and path.is_dir() and database_path(directory).is_dir()


def read_state(directory: Path) -> State | None:
    """Return the last finished generation, or None when there is none that can be read.

    Raises NewerIndexError when a newer version of memtui wrote it, IndexReadOnlyError when it is someone else's.
    """
    path = directory / _NAME
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        found = int(content.pop("format"))
    except (FileNotFoundError, NotADirectoryError, ValueError, KeyError, AttributeError, TypeError):
        return None
    except PermissionError as error:
        # A refresh run as another user, by sudo for instance, leaves a directory that is open to that user alone.
        raise IndexReadOnlyError(directory) from error
    if found > FORMAT:
        raise NewerIndexError(directory, found, FORMAT)
    if found < FORMAT:
        return None
    try:
        return State(**{**content, "key_files": tuple(content["key_files"]), "cycles": _tuples(content["cycles"])})
    except (KeyError, TypeError):
        return None


def write_state(directory: Path, state: State) -> None:
    """Replace the state in one step; the generation counts from then on."""
    # Only the holder of the writer's lock comes here, so that one name will do and a crash leaves one file at most.
    temporary = directory / f"{_NAME}.new"
    try:
        temporary.write_text(json.dumps({"format": FORMAT, **asdict(state)}, indent=1), encoding="utf-8")
        # Renaming within a directory is atomic, on Windows as well: readers see the former file or this one.
        temporary.replace(directory / _NAME)
    finally:
        temporary.unlink(missing_ok=True)


def _tuples(lists: list[list[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(names) for names in lists)
