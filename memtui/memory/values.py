"""The values of memtui: a memory, what ties it to code, and one change to it. No I/O."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """What a memory is about. A kind from outside that is not listed is kept as it came, as a plain string."""

    ENTRY_POINT = "entry_point"
    MODULE = "module"
    HISTORY = "history"
    DECISION = "decision"
    CONVENTION = "convention"
    PITFALL = "pitfall"
    LESSON = "lesson"
    ENVIRONMENT = "environment"
    RELATED_FILES = "related_files"
    PREFERENCE = "preference"
    PROCEDURE = "procedure"


REPO_KINDS = (Kind.ENTRY_POINT, Kind.MODULE, Kind.HISTORY)


class Status(StrEnum):
    """Where a memory stands in its life."""

    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"
    SNOOZED = "snoozed"
    SUPERSEDED = "superseded"
    DELETED = "deleted"


class Attention(StrEnum):
    """A reason why a person should look again."""

    STALE = "stale"
    CONFLICT = "conflict"
    DUPLICATE = "duplicate"
    CONTRADICTION = "contradiction"
    SECRET = "secret"  # noqa: S105 - the name of a flag
    INJECTION = "injection"
    HIDDEN_TEXT = "hidden_text"
    UNKNOWN_KIND = "unknown_kind"
    APPLY_FAILED = "apply_failed"


class Level(StrEnum):
    """How far a memory reaches."""

    USER = "user"
    REPO = "repo"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class Scope:
    """Whom a memory is for: ``key`` is a repository's root commit or a group's name, empty for the user."""

    level: str
    key: str = ""

    def __str__(self) -> str:
        return f"{self.level}:{self.key}" if self.key else self.level

    @classmethod
    def parse(cls, text: str) -> Scope:
        """Return the scope written by ``str``."""
        level, _, key = text.partition(":")
        return cls(level, key)


USER_SCOPE = Scope(Level.USER)


@dataclass(frozen=True, slots=True)
class Anchor:
    """Ties a memory to code: a path, a symbol in it or empty, and the blob id it was written against or empty.

    ``digest`` is of the code of the symbol, or of the whole file, as ``blob`` had it, comments and layout aside; it
    tells whether the code changed where that blob is not at hand.
    """

    path: str
    symbol: str = ""
    blob: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a memory comes from: ``source`` is ``commit``, ``file``, ``session`` or ``person``.

    ``reference`` is the commit id, the path or the session's id; ``line`` counts from 1, 0 where there is none.
    """

    source: str
    reference: str
    line: int = 0
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Snooze:
    """When a snoozed memory comes back: at ``until`` (microseconds, UTC), or when the blob at ``path`` is another."""

    until: int = 0
    path: str = ""
    blob: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """Where an imported memory lies: a foreign store's name, the file, and the entry in it (empty for all of it).

    ``digest`` is of the entry's text as it was last read or written, so that a change there can be noticed.
    """

    store: str = ""
    path: str = ""
    entry: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a pending memory would do to others when approved; without an action it is itself what is proposed.

    ``action`` is ``edit``, ``supersede`` or ``delete``; ``bases`` are the revisions of the targets it was made
    against, in their order; ``failure`` says why it could not be applied when it was tried.
    """

    action: str = ""
    targets: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    """One thing worth knowing, as it stood at one revision.

    ``key`` names the fact it was derived from, stable over refreshes, empty for what a person or agent wrote;
    ``basis`` is the digest of that fact as last seen, so that a change under an edited memory can be noticed.
    ``reviewed`` says that a person edited it or decided on it, so that no source rewrites it by itself.
    ``topic`` is a stable subject within its scope, so that saying it anew changes this memory instead of adding one;
    ``pinned`` memories are always recalled; ``supersedes`` and ``superseded_by`` are memory ids, a link both ways.
    """

    id: str
    kind: str
    title: str
    body: str
    scope: Scope
    status: Status = Status.PENDING
    tags: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    attention: tuple[str, ...] = ()
    origin: str = "person"
    key: str = ""
    basis: str = ""
    reviewed: bool = False
    topic: str = ""
    pinned: bool = False
    supersedes: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()
    snooze: Snooze = Snooze()
    link: Link = Link()
    proposal: Proposal = Proposal()


@dataclass(frozen=True, slots=True)
class Revision:
    """One appended change: the whole memory as it is after it, and who did what when.

    ``time`` is in microseconds since the epoch, UTC; ``parents`` are revision ids (none for the first); ``batch``
    joins the revisions of one act; ``reverts`` is the batch that an undo or redo takes back, empty otherwise.
    """

    id: str
    memory: Memory
    parents: tuple[str, ...]
    time: int
    device: str
    actor: str
    action: str
    batch: str
    reverts: str = ""


@dataclass(frozen=True, slots=True)
class Head:
    """The newest revision of a memory, with when the memory was first and last changed (microseconds, UTC)."""

    memory: Memory
    revision: str
    created_at: int
    updated_at: int


@dataclass(frozen=True, slots=True)
class Draft:
    """What someone proposes, before it has an id, a status or a history."""

    kind: str
    title: str
    body: str
    scope: Scope
    tags: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    evidence: tuple[Evidence, ...] = field(default=())
    key: str = ""
    topic: str = ""
    link: Link = Link()
    proposal: Proposal = Proposal()
    fact: bool = False  # derived from the repository without judgement: approved by rule when its text is clean
