"""A title for a text that has none, and an entry written anew with another title or text."""

from __future__ import annotations

import re
from dataclasses import replace

from memtui.sources.stores.frontmatter import Value, read_frontmatter, written
from memtui.sources.stores.values import Entry, Form, Wording

BETWEEN = " › "  # between the headings that a title is made of
_TITLE_LENGTH = 100
_MARKER = re.compile(r"^(?P<marker>[ \t]*[-*+](?:[ \t]+|$))")
_CHECKBOX = re.compile(r"^\[[ xX]\]\s+")
_LEADING = re.compile(r"^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+|\d{1,9}[.)]\s+)+")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_LINKED = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_EMPHASIS = re.compile(r"(?<![\w*])(\*\*|__|\*|`)(?=\S)(.+?)(?<=\S)\1(?!\w)")
_SENTENCE = re.compile(r"(?<=[a-z0-9)\]'\"])[.!?:;](?=\s)|(?<=[。！？])")
_HEADING_LINE = re.compile(r"(?P<before> {0,3}#{1,6}[ \t]+)(?P<title>.*?)(?P<after>(?:[ \t]+#+)?[ \t]*(?:\r?\n|$))")


def plain(line: str) -> str:
    """Return a line of Markdown as a person reads it aloud."""
    text = _LINKED.sub(r"\1", _CHECKBOX.sub("", _LEADING.sub("", line)))
    for _ in range(2):  # bold around code, and the like
        text = _EMPHASIS.sub(r"\2", text)
    return " ".join(text.split())


def title_of(body: str) -> str:
    """Return one line that stands for a text: its first sentence, cut where that is long."""
    line = _opening(body)[0]
    first = _SENTENCE.search(line)
    if first and first.start() <= _TITLE_LENGTH:
        line = line[: first.start()]
    if len(line) <= _TITLE_LENGTH:
        return line
    return f"{line[:_TITLE_LENGTH].rsplit(' ', 1)[0].rstrip()}…"


def text_of_bullet(raw: str) -> str:
    """Return the text of a list item without its marker and the indentation that the marker asks for."""
    lines = raw.replace("\r\n", "\n").rstrip("\n").split("\n")
    marker = _MARKER.match(lines[0])
    width = len(marker["marker"].expandtabs(4)) if marker else 0
    rest = [_dedented(line, width) for line in lines[1:]]
    return "\n".join([lines[0][marker.end() if marker else 0 :].rstrip(), *rest]).strip("\n")


def with_text(entry: Entry, raw: str, wording: Wording) -> Wording:
    """Return a wording whose title is its text, too, where there is no text and the form has no place for a title."""
    if wording.body.strip() or wording == entry.wording:
        return wording
    if entry.form in {Form.BULLET, Form.PASSAGE}:
        return replace(wording, body=wording.title)
    if entry.form != Form.FILE or _titled(entry, raw):
        return wording
    heading = _HEADING_LINE.match(body_of_file(raw))
    # The heading is a part of the text of a file, so that it went with the text.
    return replace(wording, body=f"{heading['before'] if heading else ''}{wording.title}")


def reworded(entry: Entry, raw: str, wording: Wording) -> str:
    """Return the text of an entry with another title and body, with the line ends of the text that it had."""
    if wording == entry.wording:
        return raw
    old = raw.replace("\r\n", "\n")
    new = {
        Form.SECTION: _section,
        Form.PASSAGE: _passage,
        Form.BULLET: _bullet,
        Form.FILE: _file,
        Form.RULE: _passage,
    }[entry.form](entry, old, wording)
    ending = old[len(old.rstrip("\n")) :]
    return new.rstrip("\n") + ending


def body_of_file(text: str) -> str:
    """Return what stands in a file below its frontmatter."""
    return text[read_frontmatter(text).end :].replace("\r\n", "\n").strip("\n").rstrip()


def heading_of_file(text: str) -> str:
    """Return the heading with which the text of a file begins, empty if it begins otherwise."""
    match = _HEADING_LINE.match(body_of_file(text))
    return match["title"].strip() if match else ""


def _section(entry: Entry, raw: str, wording: Wording) -> str:
    match = _HEADING_LINE.match(raw)
    if match is None:
        return raw
    heading = match.group()
    if wording.title != entry.wording.title:
        above = BETWEEN.join(entry.section[:-1])
        title = wording.title.removeprefix(above + BETWEEN) if above else wording.title
        heading = f"{match['before']}{title}{match['after']}"
    below = raw[match.end() :]
    gap = below[: len(below) - len(below.lstrip("\n"))]
    return heading + (below if wording.body == entry.wording.body else f"{gap}{wording.body.rstrip()}")


def _passage(entry: Entry, _raw: str, wording: Wording) -> str:
    return _body(entry, wording).rstrip()


def _bullet(entry: Entry, raw: str, wording: Wording) -> str:
    marker = _MARKER.match(raw)
    before = marker["marker"] if marker else "- "
    if not before.endswith((" ", "\t")):
        before += " "
    first, *rest = _body(entry, wording).rstrip().split("\n")
    indent = " " * len(before.expandtabs(4))
    return "\n".join([before + first, *(f"{indent}{line}" if line.strip() else "" for line in rest)])


def _file(entry: Entry, raw: str, wording: Wording) -> str:
    head = raw[: read_frontmatter(raw).end]
    text = raw[len(head) :]
    gap = text[: len(text) - len(text.lstrip("\n"))]
    if wording.body != entry.wording.body:
        text = gap + wording.body.rstrip()
    if wording.title == entry.wording.title:
        return head + text
    value = _titled(entry, head)
    if value:
        return head[: value.start] + written(wording.title) + head[value.end :] + text
    match = _HEADING_LINE.match(text, len(gap))
    if match and match["title"].strip() == entry.wording.title:
        text = f"{gap}{match['before']}{wording.title}{match['after']}{text[match.end() :]}"
    return head + text


def _titled(entry: Entry, raw: str) -> Value | None:
    """Return the value of the frontmatter that holds the title of a file, None where it has no place for one."""
    value = read_frontmatter(raw).values.get(entry.location.title_key)
    return value if value and value.text and value.start >= 0 else None


def _body(entry: Entry, wording: Wording) -> str:
    """Return the text of an entry whose title is the beginning of its text."""
    if wording.body != entry.wording.body or wording.title == entry.wording.title:
        return wording.body
    said, rest = _opening(entry.wording.body)
    if not said.startswith(entry.wording.title):
        return wording.body
    return f"{wording.title}{said[len(entry.wording.title) :]}{rest}"


def _opening(body: str) -> tuple[str, str]:
    """Return the first paragraph of a text as one plain line, and what follows it."""
    lines = body.split("\n")
    start = next((index for index, line in enumerate(lines) if plain(line)), len(lines))
    end = start + 1
    # Files are wrapped at some width, and a sentence goes on in the next line.
    while end < len(lines) and lines[end].strip() and not _LEADING.match(lines[end]) and not _FENCE.match(lines[end]):
        end += 1
    said = plain(" ".join([plain(line) if index == 0 else line.strip() for index, line in enumerate(lines[start:end])]))
    return said, "".join(f"\n{line}" for line in lines[end:])


def _dedented(line: str, width: int) -> str:
    stripped = line.lstrip(" \t")
    indent = len(line[: len(line) - len(stripped)].expandtabs(4))
    return " " * max(0, indent - width) + stripped if stripped else ""
