"""What an act was asked to do and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from memtui.memory import Anchor, Head, Scope

PERSON = "person"
INDEXER = "indexer"
MEMTUI = "memtui"  # what follows from facts without anyone's judgement; nobody's undo takes it back

# What evidence refers to by which a person said that a memory is wanted beside another one, whose id it quotes.
KEPT_BESIDE = "kept_beside"


class Reason(StrEnum):
    """Why an act left a memory as it is."""

    UNKNOWN = "unknown"
    KNOWN = "known"  # the same is already proposed or kept
    TAKEN = "taken"  # another source proposed the fact of this key
    REVIEWED = "reviewed"  # a person decided on it, or changed it
    FLAGGED = "flagged"  # its text is suspect: it is approved alone or not at all
    UNCHANGED = "unchanged"
    CHANGED_MEANWHILE = "changed_meanwhile"
    ALREADY_APPROVED = "already_approved"
    ALREADY_REJECTED = "already_rejected"
    ALREADY_DELETED = "already_deleted"
    NOT_DELETED = "not_deleted"
    REJECTED = "rejected"
    SUPERSEDED = "superseded"
    DELETED = "deleted"
    INVALID = "invalid"
    PURGED = "purged"  # its content is removed for good
    NOT_APPROVED = "not_approved"
    OVER_BUDGET = "over_budget"  # what is always recalled would become too much
    ITSELF = "itself"  # a memory cannot take its own place
    TOO_FEW = "too_few"  # merging and splitting need at least two
    UNKNOWN_REVISION = "unknown_revision"
    CLAIMED = "claimed"  # a file says that another one takes its place, which only a person may do
    APPLY_FAILED = "apply_failed"  # what it proposes cannot be done to its targets any longer


@dataclass(frozen=True, slots=True)
class Refusal:
    """A memory that an act left as it is; ``reason`` is a ``Reason``, ``field`` the one that is invalid."""

    id: str
    reason: str
    field: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What an act changed and what it refused; ``batch`` is empty if it changed nothing.

    ``reverted`` names the act that an undo took back or a redo did again.
    """

    batch: str
    action: str
    changed: tuple[Head, ...] = ()
    refused: tuple[Refusal, ...] = ()
    reverted: str = ""


@dataclass(frozen=True, slots=True)
class Changes:
    """What an edit sets; None leaves a field as it is."""

    title: str | None = None
    body: str | None = None
    kind: str | None = None
    scope: Scope | None = None
    tags: tuple[str, ...] | None = None
    anchors: tuple[Anchor, ...] | None = None
