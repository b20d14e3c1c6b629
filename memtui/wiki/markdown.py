"""Text of a repository as Markdown that stays in its line: nothing in it formats, links, or begins a block."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memtui.safety import inspect
from memtui.safety.visible import clean

TEXT_LIMIT = 200
WITHHELD = "(text left out: it reads like an order to an agent, or holds a secret or hidden characters)"
# Everything that CommonMark or GitHub give a meaning inside a line; a colon or point ends what would link itself.
_SPECIAL = re.compile(r"([\\`*\[\]<>|~$]|(?<![^\W_])_|_(?![^\W_])|&(?=[\w#])|(?<=\w):(?=//)|(?<=www)\.|(?<=\w)@(?=\w))")
_BLOCK_START = re.compile(r"^(?:[#+=-]|\d+(?=[.)]))")
_TICKS = re.compile(r"`+")


def plain(text: str) -> str:
    """Return repository text as one line that renders as it reads; what the safety rules flag is left out."""
    # Agents read these pages as they read a README, so that its orders must not be passed on.
    if inspect(text):
        return WITHHELD
    line = " ".join(clean(" ".join(text.split())).split())
    line = line if len(line) <= TEXT_LIMIT else line[: TEXT_LIMIT - 1].rstrip() + "…"
    escaped = _SPECIAL.sub(r"\\\1", line)
    return _BLOCK_START.sub(_escaped_start, escaped)


def code(text: str) -> str:
    """Return a name or path as a code span, whose fence is longer than any run of backticks in it."""
    # No name may end the comment that marks where a block ends.
    line = clean(text).replace("<!--", "‹!--").replace("-->", "--›")
    line = line if len(line) <= TEXT_LIMIT else line[: TEXT_LIMIT - 1] + "…"
    fence = "`" * (max(map(len, _TICKS.findall(line)), default=0) + 1)
    # Two spaces at the ends are taken off again by every renderer; they keep backticks and blanks apart from the fence.
    padding = " " if line.startswith(("`", " ")) or line.endswith(("`", " ")) else ""
    return f"{fence}{padding}{line or ' '}{padding}{fence}"


def codes(names: Iterable[str], limit: int) -> str:
    """Return names as code spans, and how many there are beyond ``limit``."""
    listed = list(names)
    shown = ", ".join(code(name) for name in listed[:limit])
    return f"{shown} and {len(listed) - limit} more" if len(listed) > limit else shown


def bullets(lines: Iterable[str], limit: int | None = None) -> list[str]:
    """Return a list, of which a last line counts what is beyond ``limit``."""
    listed = list(lines)
    shown = [f"- {line}" for line in listed[:limit]]
    if limit is not None and len(listed) > limit:
        shown.append(f"- … and {len(listed) - limit:,} more")
    return shown


def section(title: str, lines: Iterable[str], *, level: int = 2) -> list[str]:
    """Return a heading with its lines, or nothing if there are none."""
    body = list(lines)
    return ["", f"{'#' * level} {title}", "", *body] if body else []


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _escaped_start(match: re.Match[str]) -> str:
    start = match.group()
    return f"{start}\\" if start[0].isdigit() else f"\\{start}"
