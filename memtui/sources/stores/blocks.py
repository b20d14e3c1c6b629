"""Divides Markdown into what a person decides on: a section, a bullet of a plain list, a passage without a heading."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from memtui.sources.stores.values import Form

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_FENCE = re.compile(r"(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_BULLET = re.compile(r" {0,3}[-*+](?:[ \t]+\S|[ \t]*$)")
_ORDERED = re.compile(r" {0,3}\d{1,9}[.)][ \t]")
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
# Whatever memtui wrote there itself is no news, and reading it back would make it its own evidence.
_OWN_BEGIN = re.compile(r"\s*(?:<!--\s*memtui:(?:[\w-]+:)?begin\b|<memtui-[\w-]+)")
_OWN_END = re.compile(r"\s*(?:<!--\s*memtui:(?:[\w-]+:)?end\b|</memtui-[\w-]+>)")

_NEVER: Callable[[str], bool] = lambda _line: False  # noqa: E731 - a default of a parameter


@dataclass(frozen=True, slots=True)
class Block:
    """Characters ``start`` to ``end`` of a text; ``section`` are the headings above it, its own last.

    ``content`` is where the text begins that is no heading; ``line`` counts from 1.
    """

    form: Form
    section: tuple[str, ...]
    start: int
    content: int
    end: int
    line: int


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    number: int
    kind: str
    text: str
    level: int = 0
    title: str = ""


@dataclass(slots=True)
class _Chunk:
    """The lines under one heading, up to the next."""

    headings: tuple[tuple[int, str], ...] = ()
    heading: _Line | None = None
    lines: list[_Line] = field(default_factory=list)


def divide(text: str, start: int = 0, skip: Callable[[str], bool] = _NEVER) -> tuple[Block, ...]:
    """Return the blocks of a Markdown text from a character on, leaving out lines that ``skip`` names.

    Headings without a text of their own, comments and what memtui wrote itself are in none of them.
    """
    return tuple(block for chunk in _chunks(text, start, skip) for block in _blocks(chunk))


def own_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return the spans of characters that memtui wrote itself, between its markers."""
    spans: list[tuple[int, int]] = []
    for line in _lines(text, 0, _NEVER):
        if line.kind == "own":
            begun = spans.pop()[0] if spans and spans[-1][1] == line.start else line.start
            spans.append((begun, line.end))
    return tuple(spans)


def _lines(text: str, start: int, skip: Callable[[str], bool]) -> Iterator[_Line]:
    fence, own, comment = "", False, False
    number = text.count("\n", 0, start)
    for match in _LINE.finditer(text, start):
        number += 1
        line = match.group().rstrip("\r\n")
        begins, ends = _OWN_BEGIN.match(line), _OWN_END.match(line)
        if own or begins or ends:
            kind, own = "own", not ends and (own or bool(begins))
        elif fence:
            kind, fence = "code", "" if _closes(line, fence) else fence
        elif comment or (line.lstrip().startswith("<!--") and not _has_text_after_comment(line)):
            kind, comment = "comment", "-->" not in line
        else:
            fence = _opened(line)
            kind = "code" if fence else "skipped" if skip(line) else _kind(line)
        heading = _HEADING.match(line) if kind == "heading" else None
        level, title = (len(heading[1]), (heading[2] or "").strip()) if heading else (0, "")
        yield _Line(match.start(), match.end(), number, kind, line, level, title)


def _kind(line: str) -> str:
    if not line.strip():
        return "blank"
    for kind, pattern in (("heading", _HEADING), ("rule", _RULE), ("bullet", _BULLET), ("ordered", _ORDERED)):
        if pattern.match(line):
            return kind
    return "indented" if line.startswith(("  ", "\t")) else "text"


def _opened(line: str) -> str:
    """Return the fence that a line opens, empty if it opens none."""
    match = _FENCE.match(line.strip())
    return match[1] if match and "`" not in line.strip()[len(match[1]) :] else ""


def _closes(line: str, fence: str) -> bool:
    plain = line.strip()
    return plain.startswith(fence) and not plain.strip(fence[0])


def _has_text_after_comment(line: str) -> bool:
    return "-->" in line and bool(line.rpartition("-->")[2].strip())


def _chunks(text: str, start: int, skip: Callable[[str], bool]) -> Iterator[_Chunk]:
    chunk = _Chunk()
    for line in _lines(text, start, skip):
        if line.kind == "heading":
            yield chunk
            above = tuple(it for it in chunk.headings if it[0] < line.level)
            chunk = _Chunk((*above, (line.level, line.title)), line)
        elif line.kind in {"own", "rule", "skipped"}:
            # What stands after it is no longer one piece with what stands before.
            yield chunk
            chunk = _Chunk(chunk.headings)
        else:
            chunk.lines.append(line)
    yield chunk


def _blocks(chunk: _Chunk) -> Iterator[Block]:
    lines = _trimmed(chunk.lines)
    if not any(line.kind not in {"blank", "comment"} for line in lines):
        return
    items = _items(lines)
    # The title of the document says nothing about one of its sections.
    section = tuple(title for level, title in chunk.headings if level > 1) or tuple(it[1] for it in chunk.headings)
    if items:
        for item in items:
            yield Block(Form.BULLET, section, item[0].start, item[0].start, item[-1].end, item[0].number)
        return
    first = chunk.heading or lines[0]
    form = Form.SECTION if chunk.heading else Form.PASSAGE
    yield Block(form, section, first.start, lines[0].start, lines[-1].end, first.number)


def _trimmed(lines: list[_Line]) -> list[_Line]:
    filled = [index for index, line in enumerate(lines) if line.kind not in {"blank", "comment"}]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def _items(lines: list[_Line]) -> list[list[_Line]]:
    """Return the items of a plain list, none if the lines are anything else."""
    if lines[0].kind != "bullet":
        return []
    indent = _indent(lines[0].text)
    items: list[list[_Line]] = []
    for index, line in enumerate(lines):
        if line.kind == "bullet" and _indent(line.text) <= indent:
            items.append([line])
        elif not _continues(line, lines[index - 1], indent):
            return []
        else:
            items[-1].append(line)
    return [_trimmed(item) for item in items]


def _continues(line: _Line, before: _Line, indent: int) -> bool:
    if line.kind in {"blank", "comment"} or _indent(line.text) > indent:
        return True
    return line.kind == "text" and before.kind in {"bullet", "text", "indented"}


def _indent(text: str) -> int:
    expanded = text.expandtabs(4)
    return len(expanded) - len(expanded.lstrip(" "))
