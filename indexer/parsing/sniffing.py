"""What can be said of a blob before any grammar sees it: its text, its kind, its size and shape."""

from __future__ import annotations

import codecs
import re
from collections import Counter

from indexer.facts import Outcome

# About as much as git looks through for a NUL before it calls a file binary.
BINARY_PREFIX = 8 * 1024
SIZE_LIMIT = 1024 * 1024
# Beyond these lines are made by bundlers: parsing them takes long and finds names that nobody wrote.
LONG_LINE = 5_000
AVERAGE_LINE_LIMIT = 500
LFS_PREFIX = b"version https://git-lfs.github.com/spec/"
LFS_SIZE_LIMIT = 1024
# A file counts in steps of two if any line is indented by two, else in steps of four.
NARROW_INDENT = 2
WIDE_INDENT = 4

_INDENT = re.compile(rb"\n([ \t]+)(?=\S)")
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def normalise(content: bytes) -> bytes:
    """Turn UTF-16 into UTF-8, drop the byte order mark, and end every line with a bare line feed."""
    encoding = _UTF16.get(content[:2])
    # The mark of UTF-32 begins with that of UTF-16.
    if encoding and content[:4] != codecs.BOM_UTF32_LE:
        content = content[2:].decode(encoding, errors="replace").encode("utf-8", errors="replace")
    content = content.removeprefix(codecs.BOM_UTF8)
    return content.replace(b"\r\n", b"\n") if b"\r" in content else content


def classify(content: bytes) -> Outcome | None:
    """Tell why a blob is not worth a parser; None when it is. ``content`` is normalised."""
    if not content.strip():
        return Outcome.EMPTY
    # Before the check for long lines: what counts is that the content lies elsewhere.
    if content.startswith(LFS_PREFIX) and len(content) <= LFS_SIZE_LIMIT:
        return Outcome.LFS_POINTER
    if b"\0" in content[:BINARY_PREFIX]:
        return Outcome.BINARY
    if len(content) > SIZE_LIMIT:
        return Outcome.LONG_LINES if has_long_lines(content) else Outcome.TOO_LARGE
    return Outcome.LONG_LINES if has_long_lines(content) else None


def has_long_lines(content: bytes) -> bool:
    """Whether most of the text sits in one line, or lines are so long on average that no person wrote them."""
    if len(content) <= LONG_LINE:
        return False
    if len(content) > AVERAGE_LINE_LIMIT * count_lines(content):
        return True
    # A line that holds more than half of the text covers its middle.
    middle = len(content) // 2
    end = content.find(b"\n", middle)
    length = (end if end >= 0 else len(content)) - content.rfind(b"\n", 0, middle) - 1
    return length > max(LONG_LINE, middle)


def count_lines(content: bytes) -> int:
    """Count lines; a last line without a line feed counts too."""
    return content.count(b"\n") + (not content.endswith(b"\n") and bool(content))


def indentation_complexity(content: bytes) -> int:
    """Sum the indentation levels of all lines, after Hindle, Godfrey and Holt: a proxy that needs no grammar."""
    # Lines are counted by their indent, as there are few different ones and many lines.
    indents = Counter(_INDENT.findall(b"\n" + content))
    widths = [indent.count(b" ") for indent in indents if b"\t" not in indent]
    narrow = min((width for width in widths if width >= NARROW_INDENT), default=WIDE_INDENT) == NARROW_INDENT
    unit = NARROW_INDENT if narrow else WIDE_INDENT
    return sum((indent.count(b"\t") + indent.count(b" ") // unit) * times for indent, times in indents.items())
