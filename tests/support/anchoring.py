"""Anchors of real repositories, judged here and in clones of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from indexer import find_repository
from memtui.anchors import AnchorReport, anchored_now
from memtui.anchors.ground import Ground
from memtui.anchors.judging import judge
from memtui.memory import Anchor
from tests.conftest import GitRepository

LOCK = '''\
"""Locks."""

import os


class Lock:
    """One holder at a time."""

    def acquire(self, timeout: float) -> bool:
        """Wait for the lock."""
        # Polling is felt after a key.
        for _ in range(int(timeout * 100)):
            if self._try(os.getpid()):
                return True
        return False

    def release(self) -> None:
        self._holder = None
        self._waiting.pop(0)
        self._notify("released", self)


def describe(lock: Lock, verbose: bool = False) -> str:
    holder = lock._holder or "nobody"
    return f"held by {holder}" if verbose else holder
'''


def anchor(repository: GitRepository, path: str, symbol: str = "") -> Anchor:
    """Return an anchor to what a repository holds now."""
    [found] = anchored_now(find_repository(repository.path), [Anchor(path, symbol)])
    assert found.digest, found
    return found


def reports_at(path: Path, *anchors: Anchor) -> list[AnchorReport]:
    """Return how anchors stand in the repository at a path."""
    return judge(Ground(find_repository(path)), anchors)


def verdicts_at(path: Path, *anchors: Anchor) -> list[tuple[str, bool]]:
    """Return the state of each anchor, and whether a person must look."""
    return [(str(report.state), report.matters) for report in reports_at(path, *anchors)]


def clones_of(repository: GitRepository, *options: Sequence[str]) -> list[Path]:
    """Return a whole and a shallow clone, made by git's own transport, so that neither has more than it was sent."""
    made = []
    for name, depth in (("whole", []), ("shallow", ["--depth", "1"])):
        target = repository.path.parent / f"{repository.path.name}-{name}"
        repository.git("clone", "--quiet", *depth, f"file://{repository.path}", str(target))
        made.append(target)
    return made
