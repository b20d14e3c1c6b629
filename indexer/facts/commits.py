"""Commits, and what they say: changes, renames, reverts, reasons, releases."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
class ReAttempt:
    """What was taken back and then tried again: ``reverted`` by ``revert``, anew as ``commit``."""

    reverted: str
    revert: str
    commit: str
    subject: str
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
