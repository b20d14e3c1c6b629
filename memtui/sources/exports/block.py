"""Memories as one block between markers, for a file that agents read whole; only the block is ever replaced."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from memtui.memory import Head
from memtui.memory.errors import BrokenBlockError

BEGIN = "<!-- memtui:memories:begin -->"
END = "<!-- memtui:memories:end -->"
_BLOCK = re.compile(
    r"^[ \t]*<!--[ \t]*memtui:memories:begin\b[^\n]*-->[ \t]*\r?$.*?"
    r"^[ \t]*<!--[ \t]*memtui:memories:end\b[^\n]*-->[ \t]*\r?$",
    re.MULTILINE | re.DOTALL,
)
_MARKER = re.compile(r"^[ \t]*<!--[ \t]*memtui:memories:(begin|end)\b", re.MULTILINE)
_FAMILIES = ("convention", "decision", "pitfall", "procedure", "environment", "preference", "lesson")
# A marker in a text would end the block before its time.
_DISARMED = re.compile(r"<!--|-->")


def block_of(heads: Sequence[Head]) -> str:
    """Return memories as a block, by kind."""
    lines = [BEGIN, "## What to know", "", "Approved in memtui; change it there."]
    ordered = sorted(heads, key=lambda head: (_rank(head), str(head.memory.kind)))
    for kind, group in groupby(ordered, key=lambda head: str(head.memory.kind)):
        lines += ["", f"### {kind.replace('_', ' ').capitalize()}", ""]
        lines += [line for head in group for line in _item(head)]
    return "\n".join([*lines, END])


def with_block(text: str, block: str, name: str) -> str:
    """Return a file's text with its block replaced, or with the block at its end; nothing else changes.

    Raises BrokenBlockError when the markers in the text do not enclose exactly one block.
    """
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    block = block.replace("\n", newline)
    found = list(_BLOCK.finditer(text))
    markers = len(_MARKER.findall(text))
    if markers != 2 * len(found) or len(found) > 1:
        raise BrokenBlockError(name)
    if found:
        ending = "\r" if found[0].group().endswith("\r") else ""
        return text[: found[0].start()] + block + ending + text[found[0].end() :]
    gap = "" if not text else newline if text.endswith(("\n\n", "\r\n\r\n")) else newline * 2
    gap = gap.removeprefix(newline) if text.endswith("\n") else gap
    return f"{text}{gap}{block}{newline}"


def _item(head: Head) -> list[str]:
    memory = head.memory
    body = memory.body.strip()
    title, first = memory.title, body.partition("\n")[0]
    # Many titles are the beginning of the text; agents need not read it twice.
    text = body if first.casefold().startswith(title.rstrip("…").casefold()) else f"**{title}**\n{body}".rstrip()
    lines = _DISARMED.sub("", text).split("\n")
    return [f"- {lines[0]}", *(f"  {line}".rstrip() for line in lines[1:])]


def _rank(head: Head) -> int:
    kind = str(head.memory.kind)
    return _FAMILIES.index(kind) if kind in _FAMILIES else len(_FAMILIES)
