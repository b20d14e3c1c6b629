"""First sentences: of docstrings, of comments right above a definition, and of the comment that opens a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from indexer.parsing.text import DOCUMENTATION_LIMIT, WINDOW, decode

# A comment is one sentence to us; what stands so far above the code is a licence or commented-out code.
MAXIMAL_COMMENT_LINES = 60
DOCSTRING_WINDOW = 1_000


@dataclass(frozen=True, slots=True)
class CommentSyntax:
    """How a language writes comments: starts of line comments, whether ``/* */`` exists, and lines to skip over.

    ``annotations`` are the starts of lines that may stand between a comment and what it describes.
    """

    line: tuple[bytes, ...]
    block: bool
    annotations: tuple[bytes, ...] = ()


HASH = CommentSyntax((b"#",), block=False, annotations=(b"@",))
SLASH = CommentSyntax((b"//",), block=True)
SYNTAX: Mapping[str, CommentSyntax] = {
    "python": HASH,
    "ruby": HASH,
    "bash": HASH,
    "rust": CommentSyntax((b"//",), block=True, annotations=(b"#[",)),
    "php": CommentSyntax((b"//",), block=True, annotations=(b"#[",)),
    "typescript": CommentSyntax((b"//",), block=True, annotations=(b"@",)),
    "tsx": CommentSyntax((b"//",), block=True, annotations=(b"@",)),
    "javascript": CommentSyntax((b"//",), block=True, annotations=(b"@",)),
    "cpp": CommentSyntax((b"//",), block=True, annotations=(b"template", b"[[")),
}

LICENCE = re.compile(
    r"copyright|licen[cs]e|spdx|all rights reserved|permission is hereby|redistribution|\(c\) \d{4}", re.IGNORECASE
)
PRAGMA = re.compile(
    r"^\W*(?:!|eslint|jshint|jslint|globals?\b|@ts-|@flow|@jest|@format|@license|@preserve|@vitest|prettier|pylint|flake8"
    r"|noqa|ruff:|mypy:|isort:|type:|pyright|coding[:=]|-\*-|vim?:|ex:|go:|\+build|rubocop|frozen_string_literal|typed:"
    r"|shellcheck|clang-|nolint|istanbul|c8 |v8 |sourceMappingURL|jsx|<reference|region|endregion|use strict"
    r"|warn_indent|module (?:dependencies|exports|variables)|encoding:|phpcs|#!|/usr/bin)",
    re.IGNORECASE,
)

_LEADING = b" \t\r/*#!"
_TRAILING = b" \t\r*/"
# A stop ends a sentence only before what can begin one, so that file names and versions stay whole.
_SENTENCE = re.compile(r"(.+?(?<!\be\.g)(?<!\bi\.e)(?<!\bcf)(?<!\bvs)[.!?])(?=\s+[^\sa-z]|$)")
_TAGS = re.compile(r"</?[a-zA-Z][^<>]*>|\{@\w+ ([^}]*)\}")
_COMMAND = re.compile(r"^[@\\](?:brief|short|summary|file|fileoverview|overview|description|desc)\b:?\s*")
_DOCSTRING = re.compile(rb"\s*[rRuUbB]{0,2}(\"\"\"|'''|\"|')")
_SKIPPED_STATEMENTS = re.compile(rb"(?:\s|<\?php|<\?|#![^\n]*|['\"]use strict['\"];?|declare\s*\([^)]*\)\s*;)*")


def summarise(lines: list[bytes]) -> str:
    """Give the first sentence of comment lines: decoration, tags and empty lines before it left out."""
    words: list[str] = []
    for line in lines:
        text = _plain(decode(line.lstrip(_LEADING).rstrip(_TRAILING)))
        if not text or text[0] in "@\\" or not any(map(str.isalnum, text)):
            if words:
                break
            continue
        words.append(text)
        if text[-1] in ".!?":
            break
    return first_sentence(" ".join(words)) if words else ""


def _plain(text: str) -> str:
    """Take markup off a line of a comment: XML and JSDoc tags, and a command such as ``@brief``."""
    if "<" in text or "{@" in text:
        text = _TAGS.sub(r"\1", text).strip()
    return _COMMAND.sub("", text) if text.startswith(("@", "\\")) else text


def first_sentence(paragraph: str) -> str:
    """Cut a paragraph after its first sentence, and at the limit."""
    paragraph = " ".join(paragraph.split())
    found = _SENTENCE.match(paragraph, 0, DOCUMENTATION_LIMIT)
    return found[1] if found else paragraph[:DOCUMENTATION_LIMIT].rstrip()


def docstring_at(content: bytes, start: int) -> str:
    """Give the first sentence of the Python string that begins at ``start``, empty when there is none."""
    found = _DOCSTRING.match(content, start)
    if not found:
        return ""
    limit = found.end() + DOCSTRING_WINDOW
    stop = content.find(found[1], found.end(), limit)
    text = content[found.end() : stop if stop >= 0 else limit]
    return summarise(text.split(b"\n"))


def comment_above(content: bytes, line_start: int, syntax: CommentSyntax) -> str:
    """Give the first sentence of the comment on the lines above ``line_start``, empty when there is none."""
    lines: list[bytes] = []
    while line_start and len(lines) < MAXIMAL_COMMENT_LINES:
        end = line_start - 1
        line_start = content.rfind(b"\n", 0, end) + 1
        line = content[line_start:end].strip()
        if not line:
            break
        annotation = line.startswith(syntax.annotations)
        if line.startswith(syntax.line) and not annotation:
            lines.append(line)
        elif lines or not annotation:
            if not lines and syntax.block and line.endswith(b"*/"):
                return summarise(_block_ending_at(content, content.rfind(b"*/", line_start, end)))
            break
    return summarise(lines[::-1]) if lines else ""


def _block_ending_at(content: bytes, end: int) -> list[bytes]:
    """Give the lines of the block comment whose ``*/`` is at ``end``, none when code stands before it."""
    begin = content.rfind(b"/*", 0, end)
    line_start = content.rfind(b"\n", 0, begin) + 1 if begin >= 0 else 0
    if begin < 0 or content[line_start:begin].strip():
        return []
    return content[begin : min(end, begin + WINDOW)].split(b"\n")


def opening_comment(content: bytes, syntax: CommentSyntax) -> str:
    """Give the first line of the first comment of a file that is no licence, shebang or directive to a tool."""
    position = 0
    while True:
        position = _end_of_skipped(content, position)
        lines, position = _comment_at(content, position, syntax)
        if not lines:
            return ""
        first = summarise(lines)
        if first and not LICENCE.search(first) and not PRAGMA.match(first):
            return first


def _end_of_skipped(content: bytes, position: int) -> int:
    found = _SKIPPED_STATEMENTS.match(content, position)
    return found.end() if found else position


def _comment_at(content: bytes, position: int, syntax: CommentSyntax) -> tuple[list[bytes], int]:
    """Give the lines of the comment at ``position`` and where it ends; no lines when there is none."""
    if syntax.block and content.startswith(b"/*", position):
        stop = content.find(b"*/", position)
        stop = stop if stop >= 0 else len(content)
        return content[position : min(stop, position + WINDOW)].split(b"\n"), stop + 2
    lines = []
    while content.startswith(syntax.line, position):
        stop = content.find(b"\n", position)
        stop = stop if stop >= 0 else len(content)
        lines.append(content[position:stop])
        position = stop + 1
        if PRAGMA.match(decode(lines[-1][:100])):
            break
    return lines, position


def file_documentation(language: str, content: bytes) -> str:
    """Give the first line of what a file says about itself."""
    syntax = SYNTAX.get(language, SLASH)
    if language == "python":
        return _module_docstring(content) or opening_comment(content, syntax)
    if language == "go":
        found = re.search(rb"^package\s", content, re.MULTILINE)
        return comment_above(content, found.start(), syntax) if found else ""
    return opening_comment(content, syntax)


def _module_docstring(content: bytes) -> str:
    found = re.match(rb"(?:[ \t]*(?:#[^\n]*)?\n)*", content)
    return docstring_at(content, found.end() if found else 0)
