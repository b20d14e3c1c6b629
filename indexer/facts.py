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
    """Two files that change together in ``shared`` commits; ``degree`` 0–100 as in code-maat."""

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


@dataclass(frozen=True, slots=True)
class Decision:
    """A sentence of a commit's body that states a choice and its ground."""

    commit: str
    subject: str
    quote: str
    time: int
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Release:
    """A tag that points at a commit of the history; ``commits`` since the release before."""

    tag: str
    commit: str
    time: int
    commits: int


@dataclass(frozen=True, slots=True)
class History:
    """All that is derived from the log, each tuple strongest or newest first."""

    commits: int
    hotspots: tuple[Hotspot, ...] = ()
    couplings: tuple[Coupling, ...] = ()
    authors: tuple[Author, ...] = ()
    renames: tuple[Rename, ...] = ()
    reverts: tuple[Revert, ...] = ()
    decisions: tuple[Decision, ...] = ()
    releases: tuple[Release, ...] = ()
