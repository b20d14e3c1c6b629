"""The prose about other programs' files: what is wrong with one, and why a memory was not written to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memtui.memory import Memory
    from memtui.memory.errors import BrokenBlockError, UnreadableFileError, WriteBackError

_SHORT_ID = 8
_NAMED = 5
# Acts after which another program's file says something else than the memory.
_CHANGING = frozenset({"edit", "delete", "bring_back"})
_WRITE_BACK: Mapping[str, tuple[str, str]] = {
    "changed_meanwhile": (
        "what stands in {path} has changed since it was read",
        "Run 'memtui import' to see what is there now.",
    ),
    "elsewhere": ("it lies in {path} of another repository", "Go into that repository, then try again."),
    "gone": ("it is no longer in {path}", "Run 'memtui import' to see what is there now."),
    "hard_link": ("{path} has more than one name", "Change the file yourself."),
    "not_linked": ("it comes from no other program's file", "See 'memtui export' to write it to one."),
    "not_live": ("it is rejected or superseded", "Delete it with 'memtui rm' to take it out there."),
    "not_representable": (
        "{path} would be read otherwise than it is meant",
        "Take headings and open fences out of the text, or change the file yourself.",
    ),
    "not_reviewed": ("nobody has decided on it", "Approve it first."),
    "read_only": ("{path} has a format in which one entry cannot be changed", "Change the file yourself."),
    "secret": ("it holds a secret", "Edit it first."),
    "shrinks": ("more than half of {path} would go ({detail})", "If that is meant, add --shrink."),
    "symlink": ("{path} is a link or lies behind one", "Change the file that it leads to yourself."),
    "taken_out": ("it was taken out of {path} before", "The copies in 'backups' of memtui's home have it."),
}


def write_back_offer(action: str, memories: Sequence[Memory]) -> str:
    """Return what to do so that an act reaches the files that memories come from; empty when it concerns none."""
    there = [memory for memory in memories if memory.link.digest] if action in _CHANGING else []
    if not there:
        return ""
    ids = " ".join(memory.id[:_SHORT_ID] for memory in there[:_NAMED])
    more = f" and {len(there) - _NAMED:,} more" if len(there) > _NAMED else ""
    return f"Their files are as they were; 'memtui write-back {ids}'{more} writes the change there."


def write_back_in_words(error: WriteBackError) -> tuple[str, str]:
    """Return why a memory was not written to its file, and what to do."""
    from memtui.sources.stores.notices import rule_in_words

    words, step = _WRITE_BACK.get(error.reason, ("{path} {reason}", "Change the file yourself."))
    reason = rule_in_words(error.reason, error.detail)
    return words.format(path=error.path, detail=error.detail, reason=reason), step


def explain_write_back(error: WriteBackError) -> tuple[str, str]:
    """Return the same as a sentence."""
    words, step = write_back_in_words(error)
    return f"The memory is not written back: {words}.", step


def explain_unreadable(error: UnreadableFileError) -> tuple[str, str]:
    """Return why a file was not read, and what to do."""
    from memtui.sources.stores.notices import rule_in_words

    words = rule_in_words(error.rule, error.detail)
    return f"{error.path} {words}.", "Name another file."


def explain_block(error: BrokenBlockError) -> tuple[str, str]:
    """Return what is wrong with a file's markers, and what to do."""
    return (
        f"The markers of memtui in {error.name} do not enclose one block.",
        "Put them right or take them out, then try again.",
    )
