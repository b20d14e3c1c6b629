"""What would be touched if it changed: the files that refer to it, and those that import its file, step by step."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from indexer.facts import Role
from indexer.modules.roles import role_of
from indexer.queries.definitions import ROLE_ORDER
from indexer.queries.references import References
from indexer.queries.sight import importers
from indexer.storage.index import Index

LEAST_CONFIDENCE = 0.5
DEPTH = 3


@dataclass(frozen=True, slots=True)
class Touched:
    """A file that a change may touch, ``distance`` steps away: 0 defines it, 1 refers to it or imports its file.

    ``references`` counts the uses in it that probably mean the definition; ``confidence`` is that of the surest, 0 for
    a file that only imports.
    """

    path: str
    distance: int
    references: int
    confidence: float
    role: Role


@dataclass(frozen=True, slots=True)
class Impact:
    """All files that a change may touch, nearest first, those of the product before others."""

    name: str
    files: tuple[Touched, ...]

    @property
    def tests(self) -> tuple[Touched, ...]:
        """The tests among them."""
        return tuple(file for file in self.files if file.role is Role.TEST)


def impact_of(index: Index, references: References, *, depth: int = DEPTH) -> Impact:
    """Return what a change of the definitions may touch, importers up to ``depth`` steps away."""
    sure = [one for one in references.references if one.confidence >= LEAST_CONFIDENCE]
    counts = Counter(one.path for one in sure)
    confidences = {one.path: one.confidence for one in reversed(sure)}  # sorted by confidence: the surest stays
    distances = dict.fromkeys((one.path for one in references.definitions), 0)
    for path in counts:
        distances.setdefault(path, 1)
    if references.definitions:
        for path, distance in importers(index.file_imports(), references.sight.exposed, depth).items():
            distances[path] = min(distance, distances.get(path, distance))
    touched = [
        Touched(path, distance, counts[path], confidences.get(path, 0.0), role_of(path))
        for path, distance in distances.items()
    ]
    return Impact(
        references.name, tuple(sorted(touched, key=lambda one: (one.distance, ROLE_ORDER[one.role], one.path)))
    )
