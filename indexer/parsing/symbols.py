"""Definitions found by a query → symbols with containers, signatures and documentation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts import Symbol
from indexer.parsing.documentation import SLASH, SYNTAX, CommentSyntax, comment_above, docstring_at
from indexer.parsing.text import NAME_LIMIT, SIGNATURE_LIMIT, WINDOW, collapse, decode, dotted, unquote

# Generated code nests without end, and each level would repeat the names of all levels above.
CONTAINER_LIMIT = 300
METHOD_HOLDERS = frozenset({"class", "interface", "struct", "trait", "enum", "scope"})
HOLDERS = METHOD_HOLDERS | {"function", "method", "namespace", "module"}
# Whether a file's classes lie inside a namespace's braces or below its semicolon is a matter of taste there.
NAMESPACE_IS_NO_HOLDER = frozenset({"csharp", "php"})
VALUE_KINDS = frozenset({"constant", "variable"})

_SEPARATOR = re.compile(r"\s*(?:::|\.|\\)\s*")
_TYPE_ARGUMENTS = re.compile(r"<[^<>]*>|\[[^\[\]]*\]")
_WORDS = re.compile(rb"[\w \t]*")
_ANNOTATIONS = re.compile(rb"(?:(?:@(?!interface\b)[\w.]+(?:\([^()]*\))?|#?\[[^\[\]]*\])\s*)+")
_ANNOTATION_STARTS = b"@[#"
# What these hold is what the file itself exports, not a member of something.
_TRANSPARENT = re.compile(r"^(?:module\.)?exports$|^this$|^self$|^window$|^globalThis$")


class Definition(NamedTuple):
    """A match of a definition pattern; ``rank`` is the pattern's number, lower ones win over higher ones."""

    start: int
    end: int
    rank: int
    kind: str
    node: Node
    name: Node
    container: Node | None
    body: Node | None


@dataclass(frozen=True, slots=True)
class Symbols:
    """The symbols of a file in order, and the dotted symbol whose name begins at each byte."""

    found: tuple[Symbol, ...]
    by_name_start: Mapping[int, str]


def read_symbols(content: bytes, language: str, definitions: list[Definition]) -> Symbols:
    """Turn definitions into symbols, nested ones with the dotted name of what holds them."""
    syntax = SYNTAX.get(language, SLASH)
    symbols: list[Symbol] = []
    names: dict[int, str] = {}
    holders = HOLDERS - {"namespace"} if language in NAMESPACE_IS_NO_HOLDER else HOLDERS
    open_holders: list[tuple[int, int, str, str]] = []
    for definition in _once_per_name(definitions):
        while open_holders and (open_holders[-1][1] <= definition.start or open_holders[-1][:2] == definition[:2]):
            open_holders.pop()
        holder_kind, container = open_holders[-1][2:] if open_holders else ("", "")
        qualifiers, name = _split_name(definition)
        for qualifier in qualifiers:
            container = dotted(container, qualifier)
        path = dotted(container, name)
        if definition.kind in holders and len(path) <= CONTAINER_LIMIT:
            # A stack, since definitions come in order and nest like brackets; recursion would overflow on deep trees.
            open_holders.append((definition.start, definition.end, definition.kind, path))
        if definition.kind == "scope":
            continue
        names[definition.name.start_byte] = path
        method = definition.kind == "function" and (holder_kind in METHOD_HOLDERS or bool(qualifiers))
        kind = "method" if method else definition.kind
        symbols.append(_symbol(content, language, syntax, definition, kind, name, container))
    return Symbols(tuple(symbols), names)


def _once_per_name(definitions: list[Definition]) -> list[Definition]:
    """Keep, of several definitions of one name node, the one whose pattern stands first; outer ones come first."""
    best: dict[int, Definition] = {}
    for definition in definitions:
        name_start = definition.name.start_byte
        known = best.get(name_start)
        if known is None or definition.rank < known.rank:
            best[name_start] = definition
    return [best[at] for _, _, at in sorted((one.start, -one.end, at) for at, one in best.items())]


def _split_name(definition: Definition) -> tuple[list[str], str]:
    """Split a name as written into what qualifies it and its last part."""
    written = decode(definition.name.text or b"")
    if definition.container is None and written.isidentifier():
        return [], written[:NAME_LIMIT]
    written = unquote(" ".join(written.split()))
    parts = [written]
    if "operator" not in written and definition.kind != "constant":
        parts = [part for part in _SEPARATOR.split(_TYPE_ARGUMENTS.sub("", written)) if part] or [written]
    holder = _container_parts(definition.container)
    return [*holder, *parts[:-1]], parts[-1][:NAME_LIMIT]


def _container_parts(node: Node | None) -> list[str]:
    if node is None:
        return []
    written = decode(node.text or b"")[:NAME_LIMIT].removesuffix(".prototype")
    if _TRANSPARENT.match(written):
        return []
    return [part for part in _SEPARATOR.split(_TYPE_ARGUMENTS.sub("", written)) if part.isidentifier()]


def _symbol(
    content: bytes,
    language: str,
    syntax: CommentSyntax,
    definition: Definition,
    kind: str,
    name: str,
    container: str,
) -> Symbol:
    node, begin = definition.node, definition.start
    body = definition.body or node.child_by_field_name("body")
    line_start = content.rfind(b"\n", 0, begin) + 1
    leads = begin - line_start < SIGNATURE_LIMIT and _WORDS.fullmatch(content, line_start, begin) is not None
    start = _code_start(content, definition, line_start if leads else begin)
    line = node.start_point[0] + 1 + (content.count(b"\n", begin, start) if start > begin else 0)
    last_row, last_column = node.end_point
    doc = docstring_at(content, body.start_byte) if language == "python" and body is not None else ""
    return Symbol(
        kind,
        name,
        container,
        line,
        max(line, last_row + (last_column > 0)),
        _signature(content, definition, start, kind, body),
        doc or (comment_above(content, line_start, syntax) if leads else ""),
    )


def _code_start(content: bytes, definition: Definition, start: int) -> int:
    """Give where a definition begins without its annotations; ``start`` is the answer when it has none."""
    if content[definition.start] not in _ANNOTATION_STARTS:
        return start
    found = _ANNOTATIONS.match(content, definition.start, definition.name.start_byte)
    return found.end() if found else start


def _signature(content: bytes, definition: Definition, start: int, kind: str, body: Node | None) -> str:
    """Give the line that names the definition, with the modifiers before it and without its body."""
    name_end = definition.name.end_byte
    # Within a window, since the only line of a minified file may be a megabyte long.
    stop = content.find(b"\n", name_end, name_end + WINDOW)
    stop = min(stop if stop >= 0 else name_end + WINDOW, definition.end)
    if body is not None and body.start_byte >= name_end:
        stop = min(stop, body.start_byte)
    text = collapse(content[start:stop], SIGNATURE_LIMIT)
    return text if kind in VALUE_KINDS else text.rstrip(" {:;=").removesuffix("=>").rstrip()
