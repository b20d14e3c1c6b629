"""What is asked before an act upon several memories, and what is said after any act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from memtui.memory.actions import PAST
from memtui.safety import clean
from memtui.tui import words

if TYPE_CHECKING:
    from memtui.tui.library import Library
    from memtui.tui.messages import ActFinished

Severity = Literal["information", "warning", "error"]
# A message lies over the list, and the title is only there to say which memory it was.
_TITLE = 80
_REFUSALS = 5
# Acts after which the file that a memory was imported from says something else.
_REACHING = frozenset({"edit", "delete", "bring_back"})
# Acts that z takes nothing of back: it would undo an older one.
_FINAL = frozenset({"undo", "purge"})


def short(title: str) -> str:
    """Return a title, safe to show, and short enough to name its memory in a sentence."""
    title = clean(title)
    return title if len(title) <= _TITLE else f"{title[: _TITLE - 1]}…"


def summary(message: ActFinished, library: Library) -> tuple[str, Severity]:
    """Return what an act changed and what was refused, each with its reason."""
    done = PAST.get(message.action, clean(message.action))
    # An undo reaches back before this session: what it took back must be said, not guessed from a title.
    what = f" ({PAST.get(message.reverted, clean(message.reverted))})" if message.reverted else ""
    lines = []
    if len(message.changed) == 1:
        title = short(message.changed[0].memory.title)
        lines.append(f"{done.capitalize()}{what}: {title}" if title else f"1 memory {done}{what}")
    elif message.changed:
        lines.append(f"{words.memories(len(message.changed))} {done}{what}")
    if message.changed and message.act.name not in _FINAL:
        lines[-1] += " · ‹app.undo› undoes"
    if message.action in _REACHING and any(head.memory.link.digest for head in message.changed):
        lines.append("Its file is as it was; ‹memory.write_back› writes the change there")
    for memory_id, reason in message.refused[:_REFUSALS]:
        titles = library.titles([memory_id]) or [memory_id[:12]]
        lines.append(f"Not {done}: {short(titles[0])}: {words.refusal(reason)}")
    if len(message.refused) > _REFUSALS:
        lines.append(f"… and {len(message.refused) - _REFUSALS:,} more were refused")
    return "\n".join(lines) or f"Nothing was {done}.", "warning" if message.refused else "information"


def bulk_question(name: str, ids: Sequence[str], unread: int, library: Library) -> tuple[str, list[str], str]:
    """Return question, names and note of a confirmation; the note tells how many are left out, being unread."""
    question = f"{name.capitalize()} the {words.memories(len(ids))} selected{' and read' if unread else ''}?"
    note = f"{unread:,} more: not read whole yet, left as {'it is' if unread == 1 else 'they are'}." if unread else ""
    return question, [clean(title) for title in library.titles(ids)], note
