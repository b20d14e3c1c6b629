"""The small file that names the last finished generation: what lets a start decide without opening LanceDB."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from indexer.errors import NewerIndexError

FORMAT = 1
_NAME = "state.json"


@dataclass(frozen=True, slots=True)
class State:
    """A finished generation: of which commit and listing, made by which extractors, and what it counted.

    ``indexed_at`` is in seconds since the epoch; ``versions`` are LanceDB's version numbers of each table.
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


def read_state(directory: Path) -> State | None:
    """Return the last finished generation, or None when there is none that can be read.

    Raises NewerIndexError when a newer version of memtui wrote it.
    """
    path = directory / _NAME
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        found = int(content.pop("format"))
    except (FileNotFoundError, NotADirectoryError, ValueError, KeyError, AttributeError):
        return None
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
    temporary = directory / f"{_NAME}.{os.getpid()}"
    try:
        temporary.write_text(json.dumps({"format": FORMAT, **asdict(state)}, indent=1), encoding="utf-8")
        temporary.replace(directory / _NAME)
    finally:
        temporary.unlink(missing_ok=True)


def _tuples(lists: list[list[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(names) for names in lists)
