"""Small helpers that turn bytes of a source file into short, clean strings."""

from __future__ import annotations

from tree_sitter import Node

NAME_LIMIT = 200
SIGNATURE_LIMIT = 200
DOCUMENTATION_LIMIT = 200
ARGUMENTS_LIMIT = 400
# Bytes that are looked at to fill a limit: indentation and UTF-8 sequences shrink when collapsed and decoded.
WINDOW = 4_000


def decode(content: bytes) -> str:
    """Decode UTF-8; what is none becomes U+FFFD."""
    return content.decode("utf-8", errors="replace")


def collapse(content: bytes, limit: int) -> str:
    """Decode with every run of white space turned into one space, cut to ``limit`` characters."""
    # The cut may fall into a character, which then shows as U+FFFD and lies beyond every limit.
    return " ".join(decode(content[:WINDOW]).split())[:limit].rstrip()


def node_text(content: bytes, node: Node, limit: int) -> str:
    """Give the collapsed text of ``node``."""
    start = node.start_byte
    return collapse(content[start : min(node.end_byte, start + WINDOW)], limit)


def first_line(content: bytes, start: int, limit: int) -> str:
    """Give the collapsed text from ``start`` to the end of its line."""
    stop = content.find(b"\n", start, start + WINDOW)
    return collapse(content[start : stop if stop >= 0 else start + WINDOW], limit)


def unquote(text: str) -> str:
    """Take one pair of quotes off a string literal."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`" else text


def dotted(container: str, name: str) -> str:
    """Join a container and a name."""
    return f"{container}.{name}" if container else name
