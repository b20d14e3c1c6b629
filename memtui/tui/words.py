"""The prose of the terminal UI: every code that the other rooms use, in words and in one glyph.

Keys stand in it as ``‹memory.open›``, for ``KeyNames.told`` to put those of the user there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from memtui.memory import Attention, Level, Scope, Status
from memtui.safety import clean

if TYPE_CHECKING:
    from memtui.tui.backend import Workspace

# A glyph of one cell each, since state must be told without colour, too.
STATUS_GLYPHS: Mapping[str, str] = {
    Status.PENDING: "○",
    Status.APPROVED: "✓",
    Status.REJECTED: "✗",
    Status.SNOOZED: "◷",
    Status.SUPERSEDED: "»",
    Status.DELETED: "−",
}
PIN_GLYPH = "★"
ATTENTION_GLYPHS: Mapping[str, str] = {
    Attention.STALE: "~",
    Attention.CONFLICT: "≠",
    Attention.DUPLICATE: "=",
    Attention.CONTRADICTION: "±",
    Attention.SECRET: "$",
    Attention.INJECTION: "!",
    Attention.HIDDEN_TEXT: "¶",
    Attention.UNKNOWN_KIND: "?",
    Attention.APPLY_FAILED: "⨯",
}
ATTENTION_WORDS: Mapping[str, str] = {
    Attention.STALE: "the code or fact under it has changed since it was written",
    Attention.CONFLICT: "two versions of it exist, and neither follows from the other",
    Attention.DUPLICATE: "another memory says nearly the same",
    Attention.CONTRADICTION: "another memory says the opposite, or another value of the same",
    Attention.SECRET: "it holds what looks like a secret",
    Attention.INJECTION: "it holds text that gives orders to an agent",
    Attention.HIDDEN_TEXT: "it holds characters that do not show; they are marked in the text",
    Attention.UNKNOWN_KIND: "its kind is not one that memtui knows",
    Attention.APPLY_FAILED: "the last act upon it could not be carried out",
}
# The keys that settle a reason to look again, shown below it.
_SETTLING: Mapping[str, tuple[str, ...]] = {
    Attention.STALE: (
        "‹memory.explain› why",
        "‹memory.confirm› still true",
        "‹memory.edit› edit",
        "‹memory.supersede› write anew",
        "‹memory.delete› delete",
    ),
    Attention.CONFLICT: ("‹memory.explain› compare", "‹memory.revisions› bring a version back"),
    Attention.DUPLICATE: (
        "‹memory.explain› compare",
        "‹list.mark› and ‹memory.merge› merge",
        "‹memory.reject› reject",
        "‹memory.keep_both› keep both",
    ),
    Attention.CONTRADICTION: (
        "‹memory.explain› compare",
        "‹list.mark› and ‹memory.supersede› supersede",
        "‹memory.reject› reject",
        "‹memory.keep_both› keep both",
    ),
    Attention.SECRET: ("‹memory.mask› mask it",),
    Attention.APPLY_FAILED: ("‹memory.explain› why", "‹memory.edit› edit", "‹memory.reject› reject"),
}
# Of those, what leads to where the person is when the reasons are shown whole, and what needs a list.
_IN_LIST = "‹list.mark› "
_NOT_IN_DETAIL = ("‹memory.explain› ", _IN_LIST)
REFUSALS: Mapping[str, str] = {
    "unknown": "it does not exist any longer",
    "known": "the same is there already",
    "taken": "another source proposed this fact",
    "reviewed": "a person has decided on it",
    "flagged": "it is flagged: open it, and approve it by itself",
    "unchanged": "nothing would change",
    "changed_meanwhile": "it has changed meanwhile",
    "already_approved": "it is approved already",
    "already_rejected": "it is rejected already",
    "already_deleted": "it is in the trash already",
    "not_deleted": "it is not in the trash, and neither snoozed nor superseded",
    "rejected": "it was rejected",
    "superseded": "another memory has taken its place",
    "deleted": "it is in the trash; ‹memory.restore› restores it",
    "invalid": "it cannot be kept as it is",
    "purged": "it was purged, and its content is gone for good",
    "not_approved": "it is not approved; approve it first",
    "over_budget": "what is pinned would be more than 20 memories or 2,000 characters; unpin one first",
    "itself": "a memory cannot take its own place",
    "too_few": "this takes at least two; mark them with ‹list.mark›",
    "unknown_revision": "it has no such revision",
    "claimed": "a file says that another memory takes its place, which is for you to decide",
    "apply_failed": "what it proposes can no longer be done; look at it and its target",
}
# Told before the review rules are asked.
POINTLESS: Mapping[str, str] = {
    "not_stale": "it is not stale",
    "no_secret": "it holds no secret",
    "already_superseded": "another memory has taken its place already",
}
PHASES: Mapping[str, str] = {
    "parse": "parsing",
    "history": "reading history",
    "derive": "deriving",
    "store": "saving",
    "memories": "updating memories",
}

_MINUTE = 60
_STEPS = ((60, "s"), (60, "m"), (24, "h"), (30, "d"), (12, "mo"))


def count(number: int, noun: str, plural: str = "") -> str:
    """Return ``1 memory`` or ``1,200 memories``."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {plural or noun + 's'}"


def memories(number: int) -> str:
    """Return how many memories, in words."""
    return count(number, "memory", "memories")


def age(then: float, now: float) -> str:
    """Return the seconds between two times as at most four cells: ``<1m``, ``3h``, ``5mo``."""
    value = max(0, int(now - then))
    # It is not painted anew each second, and a second that stands still would be wrong.
    if value < _MINUTE:
        return "<1m"
    for size, unit in _STEPS:
        if value < size:
            return f"{value}{unit}"
        value //= size
    return f"{value}y"


def refusal(reason: str) -> str:
    """Return why the review rules refused, in words; a reason not known here is shown as it came."""
    return REFUSALS.get(reason) or POINTLESS.get(reason) or clean(reason).replace("_", " ")


def settling(attention: Collection[str], *, detailed: bool = False) -> str:
    """Return the keys that settle the reasons why a memory calls for attention, each of them once.

    ``detailed`` leaves out those that do nothing where the reasons are shown whole.
    """
    keys: dict[str, str] = {}
    for reason in attention:
        for hint in _SETTLING.get(reason, ()):
            key = hint if hint.startswith(_IN_LIST) else hint.partition(" ")[0]
            if not (detailed and hint.startswith(_NOT_IN_DETAIL)):
                keys.setdefault(key, hint)
    return " · ".join(keys.values())


def phase(name: str) -> str:
    """Return a phase of indexing in words."""
    return PHASES.get(name, clean(name).replace("_", " "))


def kind(name: str) -> str:
    """Return a kind as it is read: without underscores, safe to show."""
    return clean(name).replace("_", " ")


def scope(value: Scope, workspace: Workspace | None) -> str:
    """Return whom a memory is for, in one or two words."""
    if value.level == Level.USER:
        return "user"
    if workspace is not None and value == workspace.scope:
        return clean(workspace.name)
    if value.level == Level.REPO:
        return f"repo {clean(value.key)[:7]}"
    return clean(value.key) or clean(value.level)
