"""Former names of paths, and the lineage that joins a path's history across them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from indexer.facts import Rename


def telling(renames: Iterable[Rename], lineage: Collection[str], present: Collection[str], limit: int) -> list[Rename]:
    """Return at most ``limit`` renames, newest first: those on the trail of a file of today before any other.

    ``lineage`` are the former paths whose trail leads to a path in ``present``.
    """

    # A large repository moves thousands of files that it drops later; its files of today must keep their names.
    def is_lost(rename: Rename) -> bool:
        return not (rename.old_path in lineage and (rename.path in lineage or rename.path in present))

    return newest_first(sorted(newest_first(renames), key=is_lost)[:limit])


def newest_first(renames: Iterable[Rename]) -> list[Rename]:
    """Order renames by time, newest first; equal times by commit and path."""
    return sorted(renames, key=lambda rename: (-rename.time, rename.commit, rename.path))


def lineage_of(renames: Iterable[Rename], present: Collection[str]) -> Mapping[str, str]:
    """Map each former path whose trail of renames leads to a ``present`` path to that path.

    A trail follows the newest rename away from each name. A name in use today keeps its own history, even where an
    earlier file of that name moved elsewhere.
    """
    # By time and not along the graph: a path that was renamed twice on two branches follows the later one.
    step: dict[str, str] = {}
    for rename in newest_first(renames):
        step.setdefault(rename.old_path, rename.path)
    ends = {path: _end(path, step, present) for path in sorted(step) if path not in present}
    return {path: end for path, end in ends.items() if end}


def _end(path: str, step: Mapping[str, str], present: Collection[str]) -> str:
    """Return the present path at the end of the trail; empty when it is lost or runs in a circle."""
    seen = set()
    while path not in present:
        if path in seen or path not in step:
            return ""
        seen.add(path)
        path = step[path]
    return path
