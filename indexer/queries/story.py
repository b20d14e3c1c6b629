"""The story of a file, of a module, of a directory or of the whole repository, from the tables of one generation."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

import pyarrow as pa
import pyarrow.compute as pc

from indexer.facts import (
    Author,
    BugProne,
    CommitKind,
    Coupling,
    Hotspot,
    LogEntry,
    PathHistory,
    Reason,
    ReAttempt,
    Release,
    ReleaseNote,
    Rename,
    RepositoryHistory,
    Revert,
)
from indexer.storage import Index
from indexer.storage.tables import from_table

RECENT = 10
MOST_FIXES = 20


class StoryKind(StrEnum):
    """What a story is about."""

    FILE = "file"
    MODULE = "module"
    DIRECTORY = "directory"
    REPOSITORY = "repository"


@dataclass(frozen=True, slots=True)
class Passage:
    """A version that brought ``commits`` to what the story is about; ``tag`` is empty for what none holds yet."""

    tag: str
    time: int
    commits: int


@dataclass(frozen=True, slots=True)
class Story:
    """What happened to one path, or to the repository: strongest or newest first.

    ``whole`` is of the repository and None for a path; ``span`` is None when no commit changed anything there, and in
    the story of the repository. ``rank`` is the place of ``hotspots[0]`` among all, from 1 on, 0 when it is none.
    ``lineage`` are the renames that led to the present name, newest first; ``couplings`` are of files with something
    outside, ``module_couplings`` of the module. ``recent`` and ``fixes`` are the newest.
    """

    path: str
    kind: StoryKind
    whole: RepositoryHistory | None = None
    span: PathHistory | None = None
    rank: int = 0
    hotspots: tuple[Hotspot, ...] = ()
    bug_prone: tuple[BugProne, ...] = ()
    couplings: tuple[Coupling, ...] = ()
    module_couplings: tuple[Coupling, ...] = ()
    authors: tuple[Author, ...] = ()
    renames: tuple[Rename, ...] = ()
    recent: tuple[LogEntry, ...] = ()
    fixes: tuple[LogEntry, ...] = ()
    reverts: tuple[Revert, ...] = ()
    reattempts: tuple[ReAttempt, ...] = ()
    reasons: tuple[Reason, ...] = ()
    releases: tuple[Passage, ...] = ()
    notes: tuple[ReleaseNote, ...] = ()


def story_of(index: Index, path: str = ".") -> Story:
    """Return the story of a tracked file or directory as it is named today; ``.`` is the repository.

    Raises DamagedIndexError. What no commit knows has an empty story.
    """
    return _of_repository(index) if path == "." else _of_path(index, path)


def _of_repository(index: Index) -> Story:
    history = index.history()
    logbook = index.table("logbook")
    return Story(
        path=".",
        kind=StoryKind.REPOSITORY,
        whole=next(iter(history.repository_history), None),
        hotspots=history.hotspots,
        bug_prone=history.bug_prone,
        couplings=history.couplings,
        module_couplings=history.module_couplings,
        authors=history.authors,
        renames=history.renames,
        recent=_entries(logbook.slice(0, RECENT)),
        fixes=_entries(_fixes(logbook)),
        reverts=history.reverts,
        reattempts=history.reattempts,
        reasons=history.reasons,
        releases=tuple(Passage(one.tag, one.time, one.commits) for one in history.releases),
        notes=history.release_notes,
    )


def _of_path(index: Index, path: str) -> Story:
    history = index.history()
    logbook = _touching(index.table("logbook"), path)
    commits = frozenset(logbook["commit"].to_pylist())
    hotspots = [(rank, one) for rank, one in enumerate(history.hotspots, 1) if _is_in(one.path, path)]
    reverts = tuple(one for one in history.reverts if commits & {one.commit, one.reverted})
    kind = _kind(index, path)
    return Story(
        path=path,
        kind=kind,
        span=_span(index, path, kind, logbook),
        rank=hotspots[0][0] if hotspots else 0,
        hotspots=tuple(one for _, one in hotspots),
        bug_prone=tuple(one for one in history.bug_prone if _is_in(one.path, path)),
        couplings=tuple(one for one in history.couplings if _is_in(one.left, path) != _is_in(one.right, path)),
        module_couplings=tuple(one for one in history.module_couplings if path in {one.left, one.right}),
        renames=_lineage(history.renames, path),
        recent=_entries(logbook.slice(0, RECENT)),
        fixes=_entries(_fixes(logbook)),
        reverts=reverts,
        reattempts=tuple(one for one in history.reattempts if commits & {one.commit, one.revert, one.reverted}),
        reasons=tuple(one for one in history.reasons if any(_is_in(other, path) for other in one.paths)),
        releases=_passages(history.releases, logbook),
    )


def _kind(index: Index, path: str) -> StoryKind:
    if pc.index(index.table("files")["path"], path).as_py() >= 0:
        return StoryKind.FILE
    is_module = pc.index(index.table("modules")["path"], path).as_py() >= 0
    return StoryKind.MODULE if is_module else StoryKind.DIRECTORY


def _is_in(path: str, place: str) -> bool:
    return path == place or path.startswith(f"{place}/")


def _touching(logbook: pa.Table, place: str) -> pa.Table:
    """Return the commits that changed ``place`` or something below it."""
    paths = logbook["paths"].combine_chunks()
    words = paths.values.dictionary if len(paths.values) else pa.array([], pa.string())
    wanted = pc.or_(pc.equal(words, place), pc.starts_with(words, f"{place}/"))
    rows = pc.list_parent_indices(paths).filter(wanted.take(paths.flatten().indices))
    return logbook.take(pc.unique(rows))


def _span(index: Index, place: str, kind: StoryKind, logbook: pa.Table) -> PathHistory | None:
    """Return the totals of a path: as derived for a file, counted here for all that lies below a directory."""
    if kind is StoryKind.FILE:
        table = index.table("file_histories")
        return next(iter(from_table(PathHistory, table.filter(pc.equal(table["path"], place)))), None)
    if not logbook.num_rows:
        return None
    from indexer.history.spans import span_of  # numpy, which other stories do without

    return span_of(place, logbook, index.table("repository_history")["now"][0].as_py())


def _fixes(logbook: pa.Table) -> pa.Table:
    return logbook.filter(pc.equal(logbook["kind"], str(CommitKind.FIX))).slice(0, MOST_FIXES)


def _entries(rows: pa.Table) -> tuple[LogEntry, ...]:
    return from_table(LogEntry, rows)


def _lineage(renames: tuple[Rename, ...], place: str) -> tuple[Rename, ...]:
    """Return the renames that led to ``place``; of a directory, those that brought files into it."""
    names = {place}
    found = []
    # Newest first, so that each step's former name is looked for among what is older.
    for rename in renames:
        if rename.path in names or (_is_in(rename.path, place) and not _is_in(rename.old_path, place)):
            names.add(rename.old_path)
            found.append(rename)
    return tuple(found)


def _passages(releases: tuple[Release, ...], logbook: pa.Table) -> tuple[Passage, ...]:
    """Return the versions that first held some of these commits, what no version holds yet before them."""
    counts = Counter(logbook["release"].to_pylist())
    known = [("", 0), *((one.tag, one.time) for one in releases)]
    found = [Passage(tag, time, counts[tag]) for tag, time in known if counts[tag]]
    return tuple(found)
