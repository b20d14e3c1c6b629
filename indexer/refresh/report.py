"""What a refresh tells while it runs and when it has ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from indexer.storage import State


class Progress(Protocol):
    """Told of every step: ``total`` is 0 while it is not known."""

    def __call__(self, phase: str, done: int, total: int, /) -> None:
        """Take note; called in the thread that refreshes."""


def ignore_progress(phase: str, done: int, total: int, /) -> None:
    """Take no note."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a refresh did: ``files`` = ``parsed`` + ``reused`` + all of ``skipped``.

    ``parsed`` counts the files whose content was parsed by this refresh, ``reused`` those whose facts were known;
    ``changed`` is False when the last generation was still the present one.
    """

    generation: int
    files: int
    parsed: int
    reused: int
    skipped: Mapping[str, int]
    symbols: int
    modules: int
    entry_points: int
    commits: int
    seconds: float
    changed: bool


def report_of(state: State, *, parsed: int, seconds: float, changed: bool) -> Report:
    """Return the report of a refresh that ended with this generation."""
    return Report(
        generation=state.generation,
        files=state.files,
        parsed=parsed,
        reused=state.files - parsed - sum(state.skipped.values()),
        skipped=state.skipped,
        symbols=state.symbols,
        modules=state.modules,
        entry_points=state.entry_points,
        commits=state.commits,
        seconds=round(seconds, 3),
        changed=changed,
    )
