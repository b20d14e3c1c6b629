"""Decorators, registering calls, assignments and mains found by a query → registrations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts import Registration
from indexer.parsing.text import (
    ARGUMENTS_LIMIT,
    NAME_LIMIT,
    SIGNATURE_LIMIT,
    WINDOW,
    collapse,
    decode,
    first_line,
    node_text,
    unquote,
)

_STRING_OR_COMMENT = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`[^`]*`|//[^\n]*|/\*.*?\*/", re.DOTALL)
_CALLED = re.compile(r"([A-Za-z_]\w*)\s*\(")


class Match(NamedTuple):
    """A match of a registration pattern, with the nodes that the pattern captured for its parts."""

    rank: int
    form: str
    node: Node
    parts: Mapping[str, Node]


def read_registrations(content: bytes, matches: list[Match], symbols: Mapping[int, str]) -> tuple[Registration, ...]:
    """Turn matches into registrations in the order of the file; what two patterns find counts once.

    A call whose result is kept is an assignment, whichever pattern stands first.
    """
    best: dict[tuple[int, int, str], Match] = {}
    # Assignments are sorted before calls, and the first match of a place stays.
    for match in sorted(matches, key=lambda match: (match.form == "call", match.rank)):
        best.setdefault(_identity(match), match)
    ordered = sorted(best.values(), key=lambda match: (match.node.start_byte, match.node.end_byte, match.rank))
    return tuple(_registration(content, match, symbols) for match in ordered)


def _identity(match: Match) -> tuple[int, int, str]:
    """Tell matches of one thing apart from those of another; the statements that start a file are one thing."""
    if match.form == "main" and "target" not in match.parts:
        return 0, 0, match.form
    at = match.parts.get("callee") or match.node
    return at.start_byte, at.end_byte, "decorator" if match.form == "decorator" else ""


def _registration(content: bytes, match: Match, symbols: Mapping[int, str]) -> Registration:
    callee, arguments = _call(content, match)
    target = _target(content, match.parts, symbols)
    if match.form == "main_guard":
        target = _called_symbol(arguments, frozenset(symbols.values()))
    line, text = _position(content, match)
    return Registration(match.form, callee, arguments, target, line, text)


def _position(content: bytes, match: Match) -> tuple[int, str]:
    """Give the line and its text; a link of a chain of calls stands where its own name stands."""
    row, start = match.node.start_point[0], match.node.start_byte
    last = match.parts.get("last")
    if last is not None and last.start_point[0] != row and match.form == "call":
        row, start = last.start_point[0], last.start_byte
    line_start = content.rfind(b"\n", 0, start) + 1
    return row + 1, first_line(
        content, line_start if start - line_start < SIGNATURE_LIMIT // 2 else start, SIGNATURE_LIMIT
    )


def _call(content: bytes, match: Match) -> tuple[str, str]:
    """Give the callee and the text between its parentheses."""
    node, parts = match.node, match.parts
    if match.form == "decorator":
        return _split_call(content[node.start_byte : min(node.end_byte, node.start_byte + WINDOW)])
    arguments = parts.get("arguments")
    between = _between(content, arguments) if arguments is not None else ""
    if match.form == "main_guard":
        return "__main__", between
    return _callee(content, match), between


def _callee(content: bytes, match: Match) -> str:
    """Give the callee as written, without white space; of a long chain the first and the last link."""
    parts = match.parts
    last = parts.get("last")
    named = parts.get("callee") or parts.get("target") or last
    if named is None:
        return match.form
    start = named.start_byte if named is not last else match.node.start_byte
    end = last.end_byte if last is not None else named.end_byte
    written = content[start:end]
    if last is not None and len(written) > NAME_LIMIT:
        written = written.partition(b"(")[0][:NAME_LIMIT] + b"()." + content[last.start_byte : last.end_byte]
    text = "".join(_uncommented(decode(written[:WINDOW])).split())[: 2 * NAME_LIMIT]
    return f"export {text}" if text == "default" else text


def _uncommented(text: str) -> str:
    """Take out the comments that stand between the links of a chain, or all links would run into one."""
    if "/*" not in text and "//" not in text:
        return text
    return _STRING_OR_COMMENT.sub(lambda match: "" if match[0].startswith("/") else match[0], text)


def _between(content: bytes, node: Node) -> str:
    """Give the text of ``node`` without the brackets around it."""
    start, end = node.start_byte, node.end_byte
    if content[start : start + 1] in (b"(", b"{") and content[end - 1 : end] in (b")", b"}"):
        start, end = start + 1, end - 1
    return collapse(content[start : min(end, start + WINDOW)], ARGUMENTS_LIMIT)


def _split_call(text: bytes) -> tuple[str, str]:
    """Split the text of a decorator into its callee and its arguments."""
    text = text.strip().removeprefix(b"@").strip()
    callee, bracket, rest = text.partition(b"(")
    arguments = rest.rpartition(b")")[0] if bracket and rest.endswith(b")") else rest
    return collapse(callee, NAME_LIMIT), collapse(arguments, ARGUMENTS_LIMIT)


def _target(content: bytes, parts: Mapping[str, Node], symbols: Mapping[int, str]) -> str:
    on = parts.get("on") or parts.get("target")
    if on is None:
        return ""
    return symbols.get(on.start_byte) or unquote(node_text(content, on, NAME_LIMIT))


def _called_symbol(body: str, symbols: frozenset[str]) -> str:
    """Give the first symbol of the file that the body of a main guard calls."""
    return next((name for name in _CALLED.findall(body) if name in symbols), "")
