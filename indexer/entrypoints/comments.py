"""Texts without their comments, in which an apostrophe would otherwise open a string that never ends."""

from __future__ import annotations

import re
from typing import Final

_PYTHON: Final = re.compile(
    r"(?:\"\"\".*?\"\"\"|\'\'\'.*?\'\'\'|\"(?:[^\"\\\n]|\\.)*\"|\'(?:[^\'\\\n]|\\.)*\')|(?P<comment>#[^\n]*)", re.DOTALL
)
_PHP: Final = re.compile(
    r"(?:\"(?:[^\"\\]|\\.)*\"|\'(?:[^\'\\]|\\.)*\')|(?P<comment>//[^\n]*|\#(?!\[)[^\n]*|/\*.*?\*/)", re.DOTALL
)


def without_python_comments(text: str) -> str:
    """Return Python's ``text`` with blanks for its comments, so that every offset and line stays."""
    return _PYTHON.sub(_blank, text)


def without_php_comments(text: str) -> str:
    """Return PHP's ``text`` with blanks for its comments, so that every offset and line stays."""
    return _PHP.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0]) if match["comment"] is not None else match[0]
