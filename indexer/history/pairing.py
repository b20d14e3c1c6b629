"""Renames found in one commit's own records, without reading a blob.

Git's ``-M`` compares contents: it costs a quarter more time over a whole log, and ends the log at the first blob that a
partial clone lacks. The records themselves carry enough for most renames:

1. the same blob deleted at one path and added at another (what git calls an exact rename);
2. one file deleted and one added under the same name in another directory, the move that edits its own imports. Names
   that every directory may hold (``__init__.py``, ``index.js``, ``README``) prove nothing and are left out.

Held against ``git log -M`` (50 % similarity) over flask, express, ripgrep, gin, redis and ansible, rule 1 finds 53–86 %
of git's renames with one pair in 5,800 that git lacks; with rule 2 it is 71–88 %.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

# Equal empty files prove no rename; the ids are of sha1 and of sha256.
EMPTY_BLOBS = frozenset(
    {
        b"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
        b"473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
    }
)
COMMON_STEMS = frozenset(
    (
        *(
            "__init__",
            "__main__",
            "build",
            "cargo",
            "changelog",
            "cmakelists",
            "conftest",
            "default",
            "doc",
            "dockerfile",
        ),
        *(
            "gemfile",
            "index",
            "info",
            "init",
            "lib",
            "license",
            "main",
            "makefile",
            "meta",
            "mod",
            "package",
            "rakefile",
        ),
        *("readme", "setup", "test", "tests", "types", "util", "utils", "version"),
    )
)


class RawChange(NamedTuple):
    """One record of ``git log --raw``: letter, path, the blobs before and after, and a rename's former path."""

    status: str
    path: str
    old: bytes
    new: bytes
    old_path: str = ""


def pair_renames(changes: Sequence[RawChange]) -> list[RawChange]:
    """Return ``changes`` with each deletion and addition that belong together made one record of status R."""
    deleted = [change for change in changes if change.status == "D"]
    added = [change for change in changes if change.status == "A"] if deleted else []
    if not added:
        return list(changes)
    pairs = dict(_same_blob(deleted, added))
    gone = set(pairs.values())
    rest = [change for change in deleted if change.path not in gone]
    pairs.update(_same_name(rest, [change for change in added if change.path not in pairs]))
    gone = set(pairs.values())
    return [
        change._replace(status="R", old_path=pairs[change.path])
        if change.status == "A" and change.path in pairs
        else change
        for change in changes
        if not (change.status == "D" and change.path in gone)
    ]


def _same_blob(deleted: Iterable[RawChange], added: Iterable[RawChange]) -> Iterator[tuple[str, str]]:
    """Yield (new path, old path) of equal blobs; among several, equal file names first, then by path."""
    sources: dict[bytes, list[str]] = defaultdict(list)
    targets: dict[bytes, list[str]] = defaultdict(list)
    for change in sorted(deleted):
        sources[change.old].append(change.path)
    for change in sorted(added):
        if change.new in sources and change.new not in EMPTY_BLOBS:
            targets[change.new].append(change.path)
    for blob, paths in targets.items():
        yield from _matched(sources[blob], paths)


def _matched(sources: list[str], targets: list[str]) -> Iterator[tuple[str, str]]:
    """Yield (target, source), each path once, equal file names before the rest."""
    by_name: dict[str, list[str]] = defaultdict(list)
    for source in reversed(sources):
        by_name[posixpath.basename(source)].append(source)
    named = [(path, by_name[name].pop()) for path in targets if by_name[name := posixpath.basename(path)]]
    yield from named
    new, old = {path for path, _ in named}, {path for _, path in named}
    yield from zip(
        (path for path in targets if path not in new), (path for path in sources if path not in old), strict=False
    )


def _same_name(deleted: Iterable[RawChange], added: Iterable[RawChange]) -> Iterator[tuple[str, str]]:
    """Yield (new path, old path) where a telling file name was deleted once and added once."""
    sources, targets = _by_telling_name(deleted), _by_telling_name(added)
    for name, paths in targets.items():
        former = sources.get(name, [])
        if len(paths) == len(former) == 1:
            yield paths[0], former[0]


def _by_telling_name(changes: Iterable[RawChange]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = defaultdict(list)
    for change in changes:
        name = posixpath.basename(change.path)
        if name.lstrip(".").partition(".")[0].lower() not in COMMON_STEMS:
            groups[name].append(change.path)
    return groups
