"""What many commits tell together: of files, modules and people, and of the whole repository."""

from __future__ import annotations

from dataclasses import dataclass

from indexer.facts.commits import Reason, ReAttempt, Release, ReleaseNote, Rename, Revert


@dataclass(frozen=True, slots=True)
class Hotspot:
    """A file that changes often and is complex; ``score`` 0–1, ``churn`` the decayed number of its commits."""

    path: str
    score: float
    commits: int
    churn: float
    complexity: int
    authors: int
    main_author: str
    main_share: float
    last_change: int


@dataclass(frozen=True, slots=True)
class Coupling:
    """Two files, or two modules, that change together in ``shared`` commits; ``degree`` 0–100 as in code-maat."""

    left: str
    right: str
    shared: int
    degree: float


@dataclass(frozen=True, slots=True)
class Author:
    """A person in the history, names and addresses joined through the mailmap."""

    name: str
    email: str
    commits: int
    share: float
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class BugProne:
    """A file that was often fixed of late; ``score`` weighs the newest of its ``fixes`` most."""

    path: str
    score: float
    fixes: int
    last_fix: int


@dataclass(frozen=True, slots=True)
class PathHistory:
    """What happened to a file, or to a module: counts of commits, times in seconds since the epoch.

    ``owners`` are up to three authors with most commits, ``shares`` theirs (0-1); ``truck_factor`` is how many authors
    may leave before more than half of the files have none that knows them; ``fixes`` counts commits shaped like fixes;
    ``entropy`` is the decayed complexity of change in bits; ``periods`` are commits in each four weeks, oldest first,
    up to HEAD's time.
    """

    path: str
    commits: int
    first: int
    last: int
    authors: int
    owners: tuple[str, ...]
    shares: tuple[float, ...]
    truck_factor: int
    fixes: int
    entropy: float
    periods: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RepositoryHistory:
    """The repository as a whole; the fields as in ``PathHistory``.

    ``now`` is HEAD's time, which all ages and periods are counted from. ``key_authors`` are up to three of those whose
    leaving the truck factor counts; ``entropy`` is how evenly each period's changes are spread over its files (0-1);
    ``mainline`` counts the commits of each period along first parents.
    """

    commits: int
    now: int
    first: int
    last: int
    authors: int
    truck_factor: int
    key_authors: tuple[str, ...]
    periods: tuple[int, ...]
    mainline: tuple[int, ...]
    entropy: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class History:
    """All that is derived from the log, each tuple strongest or newest first."""

    commits: int
    hotspots: tuple[Hotspot, ...] = ()
    couplings: tuple[Coupling, ...] = ()
    authors: tuple[Author, ...] = ()
    renames: tuple[Rename, ...] = ()
    reverts: tuple[Revert, ...] = ()
    reasons: tuple[Reason, ...] = ()
    releases: tuple[Release, ...] = ()
    release_notes: tuple[ReleaseNote, ...] = ()
    module_couplings: tuple[Coupling, ...] = ()
    bug_prone: tuple[BugProne, ...] = ()
    reattempts: tuple[ReAttempt, ...] = ()
    module_histories: tuple[PathHistory, ...] = ()
    repository_history: tuple[RepositoryHistory, ...] = ()
