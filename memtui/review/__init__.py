"""What may be done to memories, as functions that every face calls; each appends at most one batch to the log."""

from __future__ import annotations

from memtui.review.absorbing import absorb
from memtui.review.deciding import approve, delete, reject, restore
from memtui.review.editing import edit
from memtui.review.proposing import add, propose
from memtui.review.undoing import redo, undo
from memtui.review.values import INDEXER, PERSON, Changes, Reason, Refusal, Result

__all__ = [
    "INDEXER",
    "PERSON",
    "Changes",
    "Reason",
    "Refusal",
    "Result",
    "absorb",
    "add",
    "approve",
    "delete",
    "edit",
    "propose",
    "redo",
    "reject",
    "restore",
    "undo",
]
