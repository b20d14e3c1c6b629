"""The values that the indexer passes between its rooms: facts of a file, entry points, modules, history."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """What became of a tracked file; everything but ``PARSED`` and ``PARTIAL`` is a reason for having no symbols."""

    PARSED = "parsed"
    PARTIAL = "partial"  # parsed, with syntax errors in it
    NO_GRAMMAR = "no_grammar"
    EMPTY = "empty"
    BINARY = "binary"
    TOO_LARGE = "too_large"
    LONG_LINES = "long_lines"  # minified or generated: no one reads it
    LFS_POINTER = "lfs_pointer"
    SYMLINK = "symlink"
    SUBMODULE = "submodule"
    MISSING_OBJECT = "missing_object"  # partial clone or damaged object store
    TIMEOUT = "timeout"
    CRASHED = "crashed"


class Role(StrEnum):
    """Whom a file serves."""

    PRODUCT = "product"
    DEV = "dev"
    TEST = "test"
    EXAMPLE = "example"
    DOCS = "docs"
    VENDORED = "vendored"
    GENERATED = "generated"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition: ``line`` and ``end_line`` count from 1, ``container`` is the dotted name around it or empty."""

    kind: str
    name: str
    container: str
    line: int
    end_line: int
    signature: str
    doc: str


@dataclass(frozen=True, slots=True)
class Import:
    """An import as written: ``module`` is the text between quotes or after the keyword.

    ``names`` are the names taken from it (``*`` for all); ``level`` counts the leading dots of a relative Python
    import and is 0 elsewhere; ``form`` is the keyword: ``import``, ``from``, ``require``, ``export``, ``dynamic``,
    ``use``, ``mod``, ``include``, ``using``, ``source``; ``path`` is a Rust path used in place, without ``use``.
    """

    form: str
    module: str
    names: tuple[str, ...]
    level: int
    line: int


@dataclass(frozen=True, slots=True)
class Registration:
    """A place where code hands something to whatever starts it: the raw material of entry points.

    ``form`` is ``decorator`` (Python ``@app.get("/")``, Java and C# annotations, TypeScript decorators), ``call``
    (``app.get("/", handler)``, ``path("x", view)``), ``assignment`` (``app = FastAPI()``), ``main_guard``
    (``if __name__ == "__main__"``) or ``main`` (a function the language itself starts). ``callee`` is the dotted
    callee as written (``app.get``, ``RequestMapping``), ``arguments`` the raw text between its parentheses (at most
    400 characters), ``target`` the dotted symbol it registers or the name assigned to, ``text`` the first line.
    """

    form: str
    callee: str
    arguments: str
    target: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class FileFacts:
    """All that one blob says, whatever path it lies at; ``complexity`` is the sum of indentation levels."""

    blob: str
    language: str
    outcome: Outcome
    lines: int = 0
    complexity: int = 0
    doc: str = ""
    symbols: tuple[Symbol, ...] = ()
    imports: tuple[Import, ...] = ()
    registrations: tuple[Registration, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """A way in: how someone or something starts this code.

    ``name`` is what a person would say (``GET /users/{id}``, ``make test``), ``symbol`` the dotted symbol started
    (empty when unknown), ``confidence`` 0–1 by tier (see ``indexer.entrypoints.tiers``), ``evidence`` the line.
    """

    kind: str
    name: str
    path: str
    line: int
    symbol: str
    ecosystem: str
    role: Role
    confidence: float
    evidence: str


@dataclass(frozen=True, slots=True)
class FileImport:
    """One file of the repository imports another, with the confidence (0–1) of the resolution."""

    source: str
    target: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Module:
    """A part of the repository that a maintainer would name.

    ``path`` is its directory (or its file, for a single-file module; ``.`` for the root); ``imports`` are the paths
    of the modules it imports, strongest first; ``public`` its public symbols; ``importance`` sums to 1 over all.
    """

    path: str
    name: str
    ecosystem: str
    role: Role
    summary: str
    files: int
    lines: int
    importance: float
    imports: tuple[str, ...]
    public: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What a commit did to one path: ``status`` is git's letter (A, M, D, T, R); ``old_path`` only for R."""

    status: str
    path: str
    old_path: str = ""


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit as the log tells it: ``time`` in seconds since the epoch (committer), names through the mailmap."""

    oid: str
    parents: tuple[str, ...]
    time: int
    author: str
    email: str
    subject: str
    body: str
    changes: tuple[Change, ...]


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
class Rename:
    """A path's former name, by the commit that moved it."""

    old_path: str
    path: str
    commit: str
    time: int


@dataclass(frozen=True, slots=True)
class Revert:
    """A commit that takes another back; ``reason`` is the sentence that says why, empty when none does."""

    commit: str
    reverted: str
    subject: str
    reason: str
    time: int


class ReasonKind(StrEnum):
    """What a reason is about."""

    ABANDONED = "abandoned"  # tried and taken back
    BREAKING = "breaking"  # what callers had to change for
    DECISION = "decision"
    WORKAROUND = "workaround"
    DEPRECATION = "deprecation"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the code is as it is, in a commit's own words: ``title`` in plain words, ``quote`` verbatim.

    ``paths`` are those of today that the commit's code stands in. ``undone`` is the commit that was taken back and
    ``successor`` the one that took its place, each empty when there is none or nobody knows. ``kept`` is the share
    (0-1) of the commit's lines that stand today, -1 when that is unknown.
    """

    kind: ReasonKind
    commit: str
    subject: str
    title: str
    quote: str
    time: int
    paths: tuple[str, ...]
    undone: str = ""
    successor: str = ""
    kept: float = -1.0


class CommitKind(StrEnum):
    """What a commit is, as told by itself (``indexer.history.kinds``)."""

    MERGE = "merge"
    REVERT = "revert"
    BREAKING = "breaking"
    FEATURE = "feature"
    FIX = "fix"
    PERFORMANCE = "performance"
    DOCS = "docs"
    TESTS = "tests"
    UPKEEP = "upkeep"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Release:
    """A tag that points at a commit of the history; ``commits`` since the release before, and how many of a kind."""

    tag: str
    commit: str
    time: int
    commits: int
    features: int = 0
    fixes: int = 0
    breaking: int = 0


@dataclass(frozen=True, slots=True)
class ReleaseNote:
    """A change that a release brought; ``tag`` is empty for what no release holds yet."""

    tag: str
    kind: CommitKind
    commit: str
    subject: str


@dataclass(frozen=True, slots=True)
class BugProne:
    """A file that was often fixed of late; ``score`` weighs the newest of its ``fixes`` most."""

    path: str
    score: float
    fixes: int
    last_fix: int


@dataclass(frozen=True, slots=True)
class ReAttempt:
    """What was taken back and then tried again: ``reverted`` by ``revert``, anew as ``commit``."""

    reverted: str
    revert: str
    commit: str
    subject: str
    time: int


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
class LogEntry:
    """A commit as stories tell it; ``paths`` are the files of today that it changed, by the names of today.

    ``release`` is the version that first held it, empty for what none holds yet.
    """

    commit: str
    time: int
    author: str
    subject: str
    kind: CommitKind
    release: str
    paths: tuple[str, ...]


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
