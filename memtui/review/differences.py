"""What differs between two states of a memory, in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from difflib import SequenceMatcher
from typing import Any

from memtui.memory import Memory, Scope

EQUAL, REMOVED, ADDED = "equal", "removed", "added"
_WORD = re.compile(r"\w+|\s+|[^\w\s]")
# What a person wrote or decided comes first; where it came from and what it is tied to, after it.
_FIRST = ("title", "body", "kind", "scope", "status", "tags")
_LEFT_OUT = frozenset({"id", "basis", "reviewed"})
_PROSE = frozenset({"title", "body"})

Piece = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Difference:
    """One field that differs; ``words`` are the pieces of both texts in order, of a title or body only."""

    field: str
    before: Any
    after: Any
    words: tuple[Piece, ...] = ()

    def record(self) -> dict[str, Any]:
        """Return it as JSON values."""
        words = [{"what": what, "text": text} for what, text in self.words]
        return {"field": self.field, "before": self.before, "after": self.after, "words": words}


def differences(before: Memory, after: Memory) -> list[Difference]:
    """Return the fields in which two memories differ, the text first."""
    names = [field.name for field in fields(Memory) if field.name not in _LEFT_OUT]
    ordered = sorted(names, key=lambda name: _FIRST.index(name) if name in _FIRST else len(_FIRST))
    found = []
    for name in ordered:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            words = tuple(word_difference(old, new)) if name in _PROSE else ()
            found.append(Difference(name, _plain(old), _plain(new), words))
    return found


def word_difference(before: str, after: str) -> list[Piece]:
    """Return the pieces of two texts in order, by what became of them; lines are compared before words."""
    # Words of the whole texts compared at once would find the same "the" in lines that have nothing in common.
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    pieces: list[Piece] = []
    for what, first, last, begin, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        removed, added = "".join(old[first:last]), "".join(new[begin:end])
        pieces += [(EQUAL, removed)] if what == "equal" else _words(removed, added)
    return _joined(pieces)


def _words(removed: str, added: str) -> list[Piece]:
    old, new = _WORD.findall(removed), _WORD.findall(added)
    pieces: list[Piece] = []
    for what, first, last, begin, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            pieces.append((EQUAL, "".join(old[first:last])))
        else:
            pieces += [(REMOVED, "".join(old[first:last])), (ADDED, "".join(new[begin:end]))]
    return pieces


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    joined: list[Piece] = []
    for what, text in pieces:
        if not text:
            continue
        if joined and joined[-1][0] == what:
            joined[-1] = (what, joined[-1][1] + text)
        else:
            joined.append((what, text))
    return joined


def _plain(value: Any) -> Any:
    """Return a field's value as JSON values."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Scope):
        return str(value)
    return asdict(value) if hasattr(value, "__dataclass_fields__") else value
