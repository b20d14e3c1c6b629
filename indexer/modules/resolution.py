"""What becomes of one import: the files it means, or the reason why none is known."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from indexer.facts import Import
from indexer.tree import SourceFile

CERTAIN = 1.0  # the ecosystem's own rules lead to this file
DECLARED = 0.95  # a manifest of the repository says so
DERIVED = 0.8  # a convention that the ecosystem's tools share
LIKELY = 0.6  # nothing else in the repository fits


class Reason(StrEnum):
    """Why an import has no target; each is counted."""

    EXTERNAL = "external"
    STANDARD_LIBRARY = "standard_library"
    MISSING = "missing"  # inside the repository by its name, yet no tracked file answers to it
    AMBIGUOUS = "ambiguous"
    DYNAMIC = "dynamic"  # computed when the program runs
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True, slots=True)
class Resolution:
    """The files an import means, each with a confidence from 0 to 1, or the reason why there is none."""

    targets: tuple[tuple[str, float], ...] = ()
    reason: Reason | None = None


class Resolver(Protocol):
    """Knows how the languages of one ecosystem find what they import."""

    languages: frozenset[str]

    def resolve(self, file: SourceFile, statement: Import) -> Resolution:
        """Tell what ``statement`` in ``file`` means."""
        ...


def found(paths: Iterable[str], confidence: float = CERTAIN) -> Resolution:
    """Return a resolution to ``paths``, or ``missing`` when there are none."""
    targets = tuple([(path, confidence) for path in paths])
    return Resolution(targets) if targets else Resolution(reason=Reason.MISSING)


UNRESOLVED = {reason: Resolution(reason=reason) for reason in Reason}


def join(directory: str, relative: str) -> str | None:
    """Join and normalise two repository paths; None when the result lies outside the repository."""
    joined = posixpath.normpath(posixpath.join(directory, relative))
    if joined == ".":
        return ""
    return None if joined.startswith(("../", "/")) or joined == ".." else joined


def is_within(path: str, directory: str) -> bool:
    """Whether ``path`` is ``directory`` or lies below it; everything lies below the empty path."""
    return not directory or path == directory or path.startswith(f"{directory}/")


def shared_depth(left: str, right: str) -> int:
    """Count the leading directories that two paths have in common."""
    depth = 0
    for one, other in zip(left.split("/"), right.split("/"), strict=False):
        if one != other:
            break
        depth += 1
    return depth


def nearest(path: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that shares most directories with ``path``; None when two share as many."""
    ranked = sorted(candidates, key=lambda candidate: (-shared_depth(path, candidate), candidate))
    # A guess between equals would be wrong half of the time, and a wrong edge is worse than none.
    if len(ranked) > 1 and shared_depth(path, ranked[0]) == shared_depth(path, ranked[1]):
        return None
    return ranked[0] if ranked else None


def ancestors(directory: str) -> Iterable[str]:
    """Yield ``directory`` and every directory above it, up to the empty path of the root."""
    while directory:
        yield directory
        directory = directory.rpartition("/")[0]
    yield ""
