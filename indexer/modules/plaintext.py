"""The first sentence of a README as plain text: badges, headings, markup and HTML left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.parsing.documentation import first_sentence

LIMIT = 160
_READ = 20_000  # characters; what a project is stands at the top
MINIMAL_WORDS = 3  # fewer only repeat a name

_REMOVED = re.compile(
    r"\A\ufeff?---\n.*?\n---\n|<!--.*?-->|^(?:```|~~~).*?^(?:```|~~~)|<(script|style|table|details|picture)\b.*?</\1>",
    re.DOTALL | re.MULTILINE,
)
_BLOCK_TAG = re.compile(r"</?(?:p|div|h[1-6]|center|br|hr|a|img|ul|li|section|header)\b[^>]*>", re.IGNORECASE)
_HEADING_TAG = re.compile(r"<h[1-6]\b[^>]*>.*?</h[1-6]>", re.IGNORECASE | re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])")
_LINK = re.compile(r"\[([^\[\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_BARE_REFERENCE = re.compile(r"\[([^\[\]]+)\](?![:(])")
_RST_LINK = re.compile(r"`([^`<]*?)\s*<[^>`]*>`__?")
_RST_ROLE = re.compile(r":[\w:+-]+:`~?([^`<]*?)(?:\s*<[^>`]*>)?`")
_RST_SUBSTITUTION = re.compile(r"\|[^|\s][^|]*\|_{0,2}")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|&nbsp;")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3})(?=\S)(.{1,200}?)(?<=\S)\1(?![\w*])")
_CODE = re.compile(r"`{1,2}([^`]*)`{1,2}(?:_{1,2}(?!\w))?")
_UNDERLINE = re.compile(r"[=\-~^\"'#*+.:_]{3,}")
_NOT_PROSE = re.compile(
    r"^(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|\||\.\.\s|\[[^\]]+\]:|:\w[\w -]*:|={3,}|-{3,}|\*{3,}|@|\$ |>>> )"
)
_SELF_REFERENCE = re.compile(r"(?:(?:this )?read ?me\b|this file\b|table of contents)", re.IGNORECASE)
_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "\u00a0": " "}


def summary_of_readme(text: str) -> str:
    """Return the first sentence of prose in Markdown or reStructuredText, empty when there is none."""
    for paragraph in _paragraphs(text[:_READ]):
        plain = plain_text(paragraph)
        if len(plain.split()) >= MINIMAL_WORDS and any(map(str.isalpha, plain)) and not _SELF_REFERENCE.match(plain):
            return shorten(first_sentence(plain))
    return ""


def plain_text(markup: str) -> str:
    """Return the words of a paragraph without its markup, on one line."""
    text = _IMAGE.sub("", markup)
    for pattern in (_LINK, _LINK, _RST_LINK, _RST_ROLE, _BARE_REFERENCE):
        text = pattern.sub(r"\1", text)
    text = _CODE.sub(r"\1", _TAG.sub("", _RST_SUBSTITUTION.sub("", text)))
    text = _EMPHASIS.sub(r"\2", text)
    for entity, character in _ENTITIES.items():
        text = text.replace(entity, character)
    return " ".join(text.split())


def shorten(text: str) -> str:
    """Cut a line at the limit, between words."""
    line = " ".join(text.split())
    if len(line) <= LIMIT:
        return line
    return line[: LIMIT - 1].rpartition(" ")[0].rstrip(" ,;:") + "…"


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the blocks of prose, without headings, lists, tables, code and directives."""
    text = _REMOVED.sub("\n\n", text.replace("\r\n", "\n"))
    text = _BLOCK_TAG.sub("\n", _HEADING_TAG.sub("\n\n", text))
    directive = False
    for block in re.split(r"\n[ \t]*\n", text):
        lines = block.strip("\n").split("\n")
        if directive and lines[0].startswith((" ", "\t")):
            continue
        directive = lines[0].startswith("..")
        if lines[0].startswith(("    ", "\t")) or directive:
            continue
        prose = "\n".join(_prose_lines([line.strip() for line in lines]))
        if prose:
            yield prose


def _prose_lines(lines: list[str]) -> Iterator[str]:
    """Yield the lines before the first that is no prose; underlined headings are passed over."""
    started = False
    for index, line in enumerate(lines):
        following = lines[index + 1] if index + 1 < len(lines) else ""
        heading = line.startswith("#") or _UNDERLINE.fullmatch(line) or (following and _UNDERLINE.fullmatch(following))
        if heading or _NOT_PROSE.match(line):
            if started or not heading:
                return
            continue
        stripped = line.removeprefix(">").strip()
        if stripped:
            started = True
            yield stripped
