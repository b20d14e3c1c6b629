"""What may be done to memories, as functions that every face calls; each appends at most one batch to the log."""

from __future__ import annotations

from memtui.review.absorbing import absorb
from memtui.review.applying import Outcome, outcome_of
from memtui.review.arranging import move, pin, tag, unpin
from memtui.review.budget import PINNED_AT_MOST, PINNED_CHARACTERS
from memtui.review.comparing import bring_back, find_revision
from memtui.review.content import is_purged
from memtui.review.deciding import approve, delete, reject, restore
from memtui.review.editing import edit
from memtui.review.joining import merge, merged_draft, split, supersede
from memtui.review.keeping import keep_both
from memtui.review.masking import mask_secrets
from memtui.review.proposing import add, propose
from memtui.review.purging import purge
from memtui.review.rehearsing import rehearsal
from memtui.review.replacing import replace_by
from memtui.review.scanning import Place, places
from memtui.review.snoozing import snooze, wake
from memtui.review.undoing import redo, undo
from memtui.review.upkeep import confirm, follow, mark_attention
from memtui.review.values import INDEXER, MEMTUI, PERSON, Changes, Reason, Refusal, Result

__all__ = [
    "INDEXER",
    "MEMTUI",
    "PERSON",
    "PINNED_AT_MOST",
    "PINNED_CHARACTERS",
    "Changes",
    "Outcome",
    "Place",
    "Reason",
    "Refusal",
    "Result",
    "absorb",
    "add",
    "approve",
    "bring_back",
    "confirm",
    "delete",
    "edit",
    "find_revision",
    "follow",
    "is_purged",
    "keep_both",
    "mark_attention",
    "mask_secrets",
    "merge",
    "merged_draft",
    "move",
    "outcome_of",
    "pin",
    "places",
    "propose",
    "purge",
    "redo",
    "rehearsal",
    "reject",
    "replace_by",
    "restore",
    "snooze",
    "split",
    "supersede",
    "tag",
    "undo",
    "unpin",
    "wake",
]
