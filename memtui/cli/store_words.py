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
_CHANGE_YOURSELF = "Change the file yourself."
_STEPS: Mapping[str, str] = {
    "changed_meanwhile": "Run 'memtui import' to see what is there now.",
    "elsewhere": "Go into that repository, then try again.",
    "gone": "Run 'memtui import' to see what is there now.",
    "not_linked": "See 'memtui export' to write it to one.",
    "not_live": "Delete it with 'memtui rm' to take it out there.",
    "not_representable": "Take headings and open fences out of the text, or change the file yourself.",
    "not_reviewed": "Approve it first.",
    "secret": "Edit it first.",
    "shrinks": "If that is meant, add --shrink.",
    "symlink": "Change the file that it leads to yourself.",
    "taken_out": "The copies in 'backups' of memtui's home have it.",
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
    from memtui.sources.stores.notices import obstacle_in_words

    return obstacle_in_words(error.reason, error.path, error.detail), _STEPS.get(error.reason, _CHANGE_YOURSELF)


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
