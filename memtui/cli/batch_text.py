"""The pending memories as one text to edit, whose saved form is the decision on each; how it is written and read.

Lines that begin with ``%%``, ``%>``, ``%#`` or ``%=`` are memtui's: the head of a memory, what is only to be read, an
explanation, and at the end which memories in which revisions the text was made of. All others are titles and bodies.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memtui.memory import Head, Memory
from memtui.safety import clean

END = "%% end"
EXPLANATION = """\
%# What you save is what is decided; saving without a change decides nothing.
%#   [a] in place of [ ]   approve it           delete a memory, or [x why]   reject it
%#   [!]                   approve it though it is flagged
%#   change title or body  edit it; it waits on, unless it is approved as well
%# Lines that begin with %> are only for reading. One 'memtui undo' takes everything back.
"""
_KEPT = "%# Leave the rest as it is: it tells which memories were here.\n"
_HEAD = re.compile(r"%% (\S+) \[([^\]]*)\](?: .*)?")
_BASE = re.compile(r"%= (\S+) (\S+)")
_SPECIAL = re.compile(r"^(\\*)(%[%>#=])", re.MULTILINE)
_ESCAPED = re.compile(r"^\\(\\*%[%>#=])")
_MARKS = {"": "", "a": "approve", "approve": "approve", "!": "approve_flagged", "x": "reject"}


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a saved text cannot be followed: the number of the line, from 1, and a sentence without its end."""

    line: int
    what: str


class BrokenSaveError(Exception):
    """A saved text cannot be followed, so that nothing of it is done."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.problems = tuple(problems)


@dataclass(slots=True)
class Block:
    """One memory as it was saved: ``mark`` is empty, ``approve``, ``approve_flagged`` or ``reject``."""

    id: str
    line: int
    mark: str
    reason: str = ""
    lines: list[str] = field(default_factory=list)

    @property
    def content(self) -> tuple[str, str]:
        """Its title and body."""
        title, _, body = "\n".join(self.lines).strip("\n").partition("\n")
        return title.strip(), body.strip("\n")


@dataclass(frozen=True, slots=True)
class Saved:
    """A text as it was read: its blocks by memory, and the revisions, by memory, of all that it was made of."""

    blocks: Mapping[str, Block]
    bases: Mapping[str, str]


def written(heads: Sequence[Head], facts: Mapping[str, str], grounds: Mapping[str, Sequence[str]]) -> str:
    """Return the text of some memories; ``facts`` are one line about each, ``grounds`` what is only to be read."""
    parts = [EXPLANATION]
    for head in heads:
        memory = head.memory
        parts.append(f"\n%% {memory.id} [ ] {clean(facts[memory.id])}\n{_escaped(shown_text(memory))}\n")
        lines = [line for text in grounds[memory.id] for line in clean(text, multiline=True).split("\n")]
        parts += [f"%> {line}".rstrip() + "\n" for line in lines]
    parts += ["\n", _KEPT, *(f"%= {head.memory.id} {head.revision}\n" for head in heads), END, "\n"]
    return "".join(parts)


def shown_text(memory: Memory) -> str:
    """Return the title and the body of a memory as they stand in the text, with what hides in them marked."""
    return f"{clean(memory.title)}\n\n{clean(memory.body, multiline=True)}".rstrip("\n")


def shown_content(memory: Memory) -> tuple[str, str]:
    """Return the title and the body that an unchanged block of a memory has."""
    title, _, body = shown_text(memory).partition("\n")
    return title.strip(), body.strip("\n")


def is_same(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Tell whether two contents are equal but for white space at the ends of lines, which editors remove unasked."""
    return all(_stripped(left) == _stripped(right) for left, right in zip(one, other, strict=True))


def read(text: str) -> Saved:
    """Return what a saved text says; raise ``BrokenSaveError`` with everything in it that makes no sense."""
    if not text.strip():
        raise BrokenSaveError([Problem(1, "the file is empty; to reject everything, mark each memory [x]")])
    reader = _Reader()
    # By line feeds alone: a form feed or a line separator in a text is a part of it.
    lines = text.removesuffix("\n").split("\n")
    for number, line in enumerate(lines, start=1):
        reader.take(number, line)
    return reader.finished(len(lines))


class _Reader:
    """Takes the lines of a saved text one by one."""

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._bases: dict[str, str] = {}
        self._problems: list[Problem] = []
        self._ended = False

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        if line.rstrip() == END:
            self._ended = True
        elif line.startswith("%%"):
            self._begin(number, line)
        elif line.startswith("%="):
            self._note(number, line)
        elif line.startswith(("%>", "%#")):
            return
        elif self._blocks and not self._bases and not self._ended:
            self._blocks[-1].lines.append(_ESCAPED.sub(r"\1", line))
        elif line.strip():
            self._object(number, "this text belongs to no memory")

    def finished(self, last: int) -> Saved:
        """Return all that was read, if it makes sense as a whole."""
        if not self._ended:
            self._object(last, f"the last line, '{END}', is missing; the file may have been saved in part")
        if not self._blocks:
            self._object(1, "no memory is left; to reject all of them, mark each [x]")
        seen: dict[str, Block] = {}
        for block in self._blocks:
            if block.id in seen:
                self._object(block.line, f"{block.id} is here twice, first in line {seen[block.id].line}")
            elif block.id not in self._bases:
                self._object(block.line, f"the text was not made with a memory {block.id}")
            elif block.mark != "reject" and not block.content[0]:
                self._object(block.line, f"{block.id} has no title; to reject it, mark it [x]")
            seen.setdefault(block.id, block)
        if self._problems:
            raise BrokenSaveError(sorted(self._problems, key=lambda problem: problem.line))
        return Saved(seen, self._bases)

    def _begin(self, number: int, line: str) -> None:
        found = _HEAD.fullmatch(line.rstrip())
        word, _, reason = found.group(2).strip().partition(" ") if found else ("?", "", "")
        if not found or word.lower() not in _MARKS:
            self._object(number, "a memory begins with '%% ID [ ]', and [a], [!] or [x] when it is marked")
            return
        self._blocks.append(Block(found.group(1), number, _MARKS[word.lower()], reason.strip()))

    def _note(self, number: int, line: str) -> None:
        found = _BASE.fullmatch(line.rstrip())
        if found:
            self._bases[found.group(1)] = found.group(2)
        else:
            self._object(number, "this line was '%= ID REVISION' and should stay so")

    def _object(self, number: int, what: str) -> None:
        self._problems.append(Problem(number, what))


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1\2", text)


def _stripped(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().split("\n")]
