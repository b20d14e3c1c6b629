"""Memories as Markdown, one file each: what tells it apart in the frontmatter, its title as heading, its text below."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from memtui.memory import Head
from memtui.memory.errors import ForeignFilesError
from memtui.sources.stores.entries import EXPORTED
from memtui.sources.stores.frontmatter import read_frontmatter, written
from memtui.sources.stores.wordings import BETWEEN

_UNSAFE = re.compile(r"[^a-z0-9]+")
_SLUG_LENGTH = 60
_ID_LENGTH = 8


def page_of(head: Head) -> str:
    """Return a memory as a Markdown file."""
    memory = head.memory
    day = datetime.fromtimestamp(head.updated_at // 1_000_000, UTC).date().isoformat()
    lines = [
        "---",
        f"{EXPORTED}: {memory.id}",
        f"title: {written(memory.title)}",
        f"kind: {written(str(memory.kind))}",
        f"scope: {written(str(memory.scope))}",
        f"status: {memory.status}",
        *([f"tags: [{', '.join(written(tag) for tag in memory.tags)}]"] if memory.tags else []),
        *([f"paths: [{', '.join(written(it.path) for it in memory.anchors)}]"] if memory.anchors else []),
        f"origin: {written(memory.origin)}",
        f"updated: {day}",
        "---",
        "",
        f"# {memory.title}",
        "",
        memory.body.rstrip(),
    ]
    sources = [it for it in memory.evidence if it.source != "person"]
    if sources:
        lines += ["", "## Evidence", ""]
        lines += [f"- {it.source}{BETWEEN}{it.reference}{f':{it.line}' if it.line else ''}" for it in sources]
    return "\n".join(lines).rstrip() + "\n"


def pages_of(heads: Sequence[Head]) -> Mapping[str, str]:
    """Return the files of memories by name; a name holds the beginning of the id, so that equal titles keep apart."""
    return {_name(head): page_of(head) for head in heads}


def write_memories(directory: Path, pages: Mapping[str, str]) -> tuple[Path, ...]:
    """Write the files into a directory, creating it, and return those that changed; others of memtui stay.

    Raises ForeignFilesError when the directory holds anything that was not exported.
    """
    directory.mkdir(parents=True, exist_ok=True)
    foreign = sorted(entry.name for entry in directory.iterdir() if not _is_page(entry))
    if foreign:
        raise ForeignFilesError(directory, tuple(foreign))
    return tuple(directory / name for name, page in pages.items() if write_file(directory / name, page))


def write_file(path: Path, text: str) -> bool:
    """Write a file in one step, unless it is so already; tell whether it was written."""
    content = text.encode("utf-8", "replace")
    if path.is_file() and not path.is_symlink() and path.read_bytes() == content:
        return False
    staged = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        staged.write_bytes(content)
        staged.replace(path)
    finally:
        staged.unlink(missing_ok=True)
    return True


def _name(head: Head) -> str:
    slug = _UNSAFE.sub("-", head.memory.title.casefold()).strip("-")[:_SLUG_LENGTH].strip("-")
    return f"{slug or 'memory'}-{head.memory.id[:_ID_LENGTH]}.md"


def _is_page(path: Path) -> bool:
    if path.is_symlink() or path.suffix != ".md" or not path.is_file():
        return False
    with path.open(encoding="utf-8", errors="replace") as file:
        return EXPORTED in read_frontmatter(file.read(4_000)).values
