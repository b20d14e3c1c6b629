"""Makes entries of a file's text, each with a name that tells it apart and a digest that tells whether it changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from memtui.memory import Anchor
from memtui.sources.stores.blocks import Block, divide, own_spans
from memtui.sources.stores.documents import Document
from memtui.sources.stores.frontmatter import Frontmatter, read_frontmatter
from memtui.sources.stores.kinds import kind_of
from memtui.sources.stores.preferences import preference_entries
from memtui.sources.stores.records import record_entries
from memtui.sources.stores.rules import rule_entries
from memtui.sources.stores.values import Entry, Form, Grain, Location, Wording, digest_of
from memtui.sources.stores.wordings import BETWEEN, body_of_file, heading_of_file, text_of_bullet, title_of

# A memory holds 20,000 characters; a longer file is decided on by its sections.
_WHOLE_AT_MOST = 20_000
# Written by memtui as a whole: pages of its wiki.
_OWN_PAGE = "<!-- Written by 'memtui wiki'."
EXPORTED = "memtui"  # the key of the frontmatter of an exported memory
_GLOB_KEYS = ("globs", "applyTo", "paths")
_GLOB = frozenset("*?[{")


_BY_GRAIN: Mapping[Grain, Callable[[str, Location], Iterable[Entry]]] = {
    Grain.PREFERENCES: preference_entries,
    Grain.RULES: rule_entries,
    Grain.RECORDS: record_entries,
}


def entries_of(document: Document, location: Location, skip: Callable[[str], bool] | None = None) -> tuple[Entry, ...]:
    """Return the entries of a file; ``skip`` names lines of Markdown that belong to none."""
    text = document.text
    if text.lstrip().startswith(_OWN_PAGE):
        return ()
    if location.grain in _BY_GRAIN:
        return tuple(_named(_BY_GRAIN[location.grain](text, location)))
    head = read_frontmatter(text)
    if EXPORTED in head.values:
        return (_exported(text, location, head),)
    whole = location.grain == Grain.FILE and len(text) <= _WHOLE_AT_MOST and not own_spans(text)
    if whole:
        return (_whole(text, location, head),) if text[head.end :].strip() or head.values else ()
    blocks = divide(text, head.end, skip) if skip else divide(text, head.end)
    return tuple(_named(_piece(text, location, block, head) for block in blocks))


def _exported(text: str, location: Location, head: Frontmatter) -> Entry:
    """Return the memory that memtui exported to a file: its own heading and list of sources are no part of its text."""
    body = body_of_file(text).partition("\n")[2].partition("\n## Evidence\n")[0].strip("\n")
    wording = Wording(head.text("title"), body)
    tags, kind = head.items("tags"), head.text("kind")
    return Entry(location, Form.FILE, "", 0, len(text), 1, wording, digest_of(text), (), kind, tags)


def _whole(text: str, location: Location, head: Frontmatter) -> Entry:
    body = body_of_file(text)
    stem = PurePosixPath(location.name).name.split(".")[0]
    title = head.text(location.title_key) if location.title_key else ""
    title = title or heading_of_file(text) or head.text("title", "name") or stem.replace("_", " ").replace("-", " ")
    kind = _declared_kind(head, location) or kind_of([stem.replace("_", " "), title], location.level, location.kind)
    tags, anchors = _reach(head)
    return Entry(
        location, Form.FILE, "", 0, len(text), 1, Wording(title, body), digest_of(text), (), kind, tags, anchors
    )


def _piece(text: str, location: Location, block: Block, head: Frontmatter) -> Entry:
    raw = text[block.start : block.end]
    body = raw.replace("\r\n", "\n").rstrip()
    name = "/".join(block.section)
    digest = digest_of(raw)
    if block.form == Form.SECTION:
        body = text[block.content : block.end].replace("\r\n", "\n").rstrip()
        title = BETWEEN.join(block.section)
    elif block.form == Form.BULLET:
        body = text_of_bullet(raw)
        title, name = title_of(body), f"{name}/- {digest[:8]}"
    else:
        title, name = title_of(body), f"{name}/¶ {digest[:8]}"
    stem = PurePosixPath(location.name).stem.replace("_", " ")
    kind = location.kind or kind_of([stem, *block.section], location.level)
    tags, anchors = _reach(head)
    wording, section = Wording(title or stem, body), block.section
    return Entry(
        location, block.form, name, block.start, block.end, block.line, wording, digest, section, kind, tags, anchors
    )


def _named(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Give entries of one name a number, so that each has its own."""
    seen: dict[str, int] = {}
    for entry in entries:
        seen[entry.name] = count = seen.get(entry.name, 0) + 1
        yield entry if count == 1 else replace(entry, name=f"{entry.name}~{count}")


def _declared_kind(head: Frontmatter, location: Location) -> str:
    """Return the kind that Claude Code's own types of memory stand for."""
    declared = head.text("metadata.type", "type")
    if location.store != "claude-memory" or not declared:
        return ""
    return {"user": "preference", "feedback": "preference", "project": "decision", "reference": "environment"}.get(
        declared, ""
    )


def _reach(head: Frontmatter) -> tuple[tuple[str, ...], tuple[Anchor, ...]]:
    """Return the tags of a rule, and the paths that it is about: as an anchor where they name one, else as a tag."""
    tags = list(head.items("tags"))
    anchors = []
    for key in _GLOB_KEYS:
        for pattern in head.items(key):
            if _GLOB.isdisjoint(pattern):
                anchors.append(Anchor(pattern))
            elif pattern not in {"*", "**", "**/*"}:
                tags.append(f"paths:{pattern}")
    return tuple(dict.fromkeys(tags)), tuple(anchors)
