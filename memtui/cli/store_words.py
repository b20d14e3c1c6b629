"""The prose about other programs' files: what is wrong with one, and why a memory was not written to one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memtui.memory.errors import BrokenBlockError, UnreadableFileError, WriteBackError
    from memtui.sources.stores.values import Notice

_NOTICES: Mapping[str, str] = {
    "alias": "is a link to {detail}, which is read in its place",
    "broken_import": "imports {detail}, which is not there",
    "broken_index": "names {detail}, which is not there",
    "conflict": "says otherwise than {detail}",
    "dead_path": "names {detail}, which the repository does not have",
    "duplicate": "says the same as {detail}",
    "hidden_text": "holds hidden characters",
    "import_outside": "imports {detail} from outside, which is not followed",
    "import_too_deep": "imports {detail}, too many imports deep to be loaded",
    "injection": "gives an agent orders ({detail})",
    "malformed": "is no memory ({detail})",
    "near_duplicate": "says nearly the same as {detail}",
    "never_loaded": "is not loaded from here on ({detail})",
    "not_a_file": "is not a file",
    "not_in_index": "is not named in {detail}, so that no agent finds it",
    "overridden": "is not loaded, since there is an {detail}",
    "secret": "holds a secret ({detail})",
    "symlink": "is a link that leads elsewhere, and is not followed",
    "too_large": "is too large to be read ({detail})",
    "undecodable": "is no text",
    "unread_by_claude": "is not read by Claude Code, since there is a {detail} that does not import it",
    "unreadable": "cannot be read ({detail})",
}
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


def notice_in_words(notice: Notice) -> str:
    """Return what is to be said about a place in a file, to follow its name."""
    words = _NOTICES.get(notice.rule)
    return words.format(detail=notice.detail) if words else f"{notice.rule.replace('_', ' ')} {notice.detail}".rstrip()


def write_back_in_words(error: WriteBackError) -> tuple[str, str]:
    """Return why a memory was not written to its file, and what to do."""
    words, step = _WRITE_BACK.get(error.reason, ("{path} {reason}", "Change the file yourself."))
    reason = _NOTICES.get(error.reason, error.reason.replace("_", " ")).format(detail=error.detail)
    return words.format(path=error.path, detail=error.detail, reason=reason), step


def explain_write_back(error: WriteBackError) -> tuple[str, str]:
    """Return the same as a sentence."""
    words, step = write_back_in_words(error)
    return f"The memory is not written back: {words}.", step


def explain_unreadable(error: UnreadableFileError) -> tuple[str, str]:
    """Return why a file was not read, and what to do."""
    words = _NOTICES.get(error.rule, error.rule.replace("_", " ")).format(detail=error.detail)
    return f"{error.path} {words}.", "Name another file."


def explain_block(error: BrokenBlockError) -> tuple[str, str]:
    """Return what is wrong with a file's markers, and what to do."""
    return (
        f"The markers of memtui in {error.name} do not enclose one block.",
        "Put them right or take them out, then try again.",
    )
