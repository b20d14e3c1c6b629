"""What was done, as a person says it: the actions of revisions in the past tense, the same in every face."""

from __future__ import annotations

from collections.abc import Mapping

# A sentence about an action must not be built from its name by rules of English grammar.
PAST: Mapping[str, str] = {
    "add": "added",
    "approve": "approved",
    "attention": "marked",
    "bring_back": "brought back",
    "confirm": "confirmed as still true",
    "delete": "deleted",
    "edit": "edited",
    "follow": "moved with the code",
    "forget": "masked for good",
    "import": "brought in",
    "keep_both": "kept side by side",
    "mask": "masked",
    "mask_secrets": "masked",
    "merge": "merged",
    "move": "moved",
    "pin": "pinned",
    "propose": "proposed",
    "purge": "purged",
    "redo": "redone",
    "refresh": "refreshed",
    "reject": "rejected",
    "relink": "linked anew",
    "restore": "restored",
    "snooze": "snoozed",
    "split": "split",
    "supersede": "superseded",
    "tag": "tagged",
    "undo": "undone",
    "unpin": "unpinned",
    "wake": "woken",
}
