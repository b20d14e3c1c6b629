"""One memory as a text to be cut into several: parts stand between lines of ``%%``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memtui.cli.editor import join, split
from memtui.cli.hidden import restored
from memtui.memory import Draft, Memory
from memtui.safety import clean

_CUT = "%%"
_EXPLANATION = "%# Put a line of %% between two parts; each begins with its title. Save without a change to give up.\n"
_SPECIAL = re.compile(r"^(\\*)(%[%#])", re.MULTILINE)
_ESCAPED = re.compile(r"^\\(\\*%[%#])")


@dataclass(frozen=True, slots=True)
class Part:
    """What one part is to say."""

    title: str
    body: str


def whole_text(memory: Memory) -> str:
    """Return a memory as a text to cut."""
    return _EXPLANATION + _SPECIAL.sub(r"\\\1\2", join(clean(memory.title), clean(memory.body, multiline=True)))


def parts_of(memory: Memory, text: str) -> list[Part]:
    """Return the parts of a text that was cut, without those that say nothing."""
    whole = join(memory.title, memory.body)
    found: list[list[str]] = [[]]
    for line in text.split("\n"):
        if line.rstrip() == _CUT:
            found.append([])
        elif not line.startswith("%#"):
            found[-1].append(_ESCAPED.sub(r"\1", line))
    # Cut first, restored then: what hides in a part is what hid in that part of the whole.
    texts = ("\n".join(lines) for lines in found)
    return [Part(*split(restored(whole, text))) for text in texts if text.strip()]


def drafts_of(memory: Memory, parts: list[Part]) -> list[Draft]:
    """Return the drafts of the parts, which keep everything of the memory but its text."""
    return [
        Draft(
            kind=memory.kind,
            title=part.title,
            body=part.body,
            scope=memory.scope,
            tags=memory.tags,
            anchors=memory.anchors,
            evidence=memory.evidence,
        )
        for part in parts
    ]
