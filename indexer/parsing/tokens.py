"""What code says, as tokens that neither its layout nor its comments change."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

# Marks of where a node of several parts begins and ends: in Python a statement can leave a block, and its loop,
# without a token being changed.
OPEN = b"\x01"
CLOSE = b"\x02"
OWN_NAME = b"\x03"

_COMMENT = re.compile(r"comment")
# Kept as written: the white space in a text is what it says.
_TEXT = re.compile(r"^(?!concatenated).*(?:string|heredoc|regex|char(?:acter)?_literal|jsx_text|template_chars)")
_LOOP = re.compile(r"^for_")
_PARENTHESES = "parenthesized_expression"
_SIMPLE_QUOTES = (
    (re.compile(rb"^([A-Za-z]*)'([^'\"\\]*)'$"), rb'\1"\2"'),
    (re.compile(rb"^([A-Za-z]*)'''([^\"\\]*)'''$"), rb'\1"""\2"""'),
)
_QUOTES_ARE_ALIKE = frozenset({"python", "javascript", "typescript", "tsx"})


def tokens_of(node: Node, content: bytes, language: str, own_name: bytes = b"") -> Iterator[bytes]:
    """Yield the tokens of a node in order, with ``OPEN`` and ``CLOSE`` around what has several parts.

    ``own_name`` is yielded as ``OWN_NAME``, so that a definition that is renamed, also where it calls itself, says the
    same as before. Comments, Python's documentation strings, commas and semicolons that only separate, and parentheses
    that only group are left out.
    """
    # A stack, since generated code nests deeper than Python may recurse.
    waiting: list[Node | bytes] = [node]
    while waiting:
        item = waiting.pop()
        if isinstance(item, bytes):
            yield item
        elif item.child_count == 0 or _TEXT.match(item.type):
            yield from _leaf(item, language, own_name)
        else:
            waiting.extend(reversed(_parts(item, content, language)))


def _leaf(node: Node, language: str, own_name: bytes) -> Iterator[bytes]:
    text = node.text or b""
    if own_name and text == own_name:
        yield OWN_NAME
    elif language in _QUOTES_ARE_ALIKE and text.endswith(b"'"):
        for single, double in _SIMPLE_QUOTES:
            text = single.sub(double, text)
        yield text
    elif text:
        yield text


def _parts(node: Node, content: bytes, language: str) -> list[Node | bytes]:
    """Return what a node consists of, with what the grammar covers by no child of it."""
    parts: list[Node | bytes] = []
    end = node.start_byte
    for child in node.children:
        if child.start_byte > end:
            parts += _gap(content[end : child.start_byte])
        end = max(end, child.end_byte)
        if not _is_aside(node, child, language):
            parts.append(child)
    if node.end_byte > end:
        parts += _gap(content[end : node.end_byte])
    # A node of one part is the grammar's affair, and would change with its version.
    return [OPEN, *parts, CLOSE] if len(parts) > 1 else parts


def _gap(text: bytes) -> list[Node | bytes]:
    stripped = text.strip()
    return [stripped] if stripped else []


def _is_aside(parent: Node, child: Node, language: str) -> bool:
    """Whether a part says nothing: a comment, a parenthesis that groups, a documentation string, or a separator.

    Formatters add and take away separators, and the marks tell already where a node ends.
    """
    if not child.is_named:
        if parent.type == _PARENTHESES:
            return child.type in "()"
        return child.type == "," or (child.type == ";" and not _parts_a_head(parent))
    if _COMMENT.search(child.type):
        return True
    return language == "python" and child.type == "expression_statement" and _is_documentation(child)


def _parts_a_head(parent: Node) -> bool:
    """Whether a semicolon stands in the head of a loop, whose empty parts are told apart by it alone."""
    around = parent.parent
    return _LOOP.match(parent.type) is not None or (around is not None and _LOOP.match(around.type) is not None)


def _is_documentation(statement: Node) -> bool:
    only = statement.child(0) if statement.child_count == 1 else None
    return only is not None and only.type in {"string", "concatenated_string"}
