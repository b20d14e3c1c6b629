"""What agents never load of a file: limits of each program, as its documentation or a run of it shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memtui.memory import Level
from memtui.sources.stores.agents_md import NAME as AGENTS_MD
from memtui.sources.stores.claude_instructions import NAME as CLAUDE_MD
from memtui.sources.stores.claude_memory import INDEX, indexed_files
from memtui.sources.stores.claude_memory import NAME as CLAUDE_MEMORY
from memtui.sources.stores.values import Loading, Location, Notice, Reading
from memtui.sources.stores.windsurf import NAME as WINDSURF

# Claude Code 2.1.332: the first 200 lines or 25 KB of MEMORY.md, whichever ends first. The newest lines stand last.
_INDEX_LINES = 200
_INDEX_BYTES = 25 * 1024
# Windsurf: rules over 12,000 characters are cut.
_RULE_CHARACTERS = 12_000
# Codex 0.171.0: project_doc_max_bytes, over all files from the root of the repository downwards.
_PROJECT_BYTES = 32 * 1024


def unloaded(readings: Sequence[Reading]) -> Iterator[Notice]:
    """Return what of the files an agent will never load, at the first line that it does not."""
    for reading in readings:
        if reading.document is None:
            continue
        location, text = reading.location, reading.document.text
        if location.store == CLAUDE_MEMORY and location.path.name == INDEX:
            yield from _beyond_index(location, text)
        if location.store == WINDSURF and len(text) > _RULE_CHARACTERS:
            line = text.count("\n", 0, _RULE_CHARACTERS) + 1
            yield _notice("never_loaded", location, line, f"{len(text):,} of {_RULE_CHARACTERS:,} characters")
        if location.loading == Loading.NEVER and location.store == AGENTS_MD:
            yield _notice("overridden", location, 1, "AGENTS.override.md")
    yield from _beyond_project(readings)
    yield from _unread_by_claude(readings)
    yield from _not_in_index(readings)


def _beyond_index(location: Location, text: str) -> Iterator[Notice]:
    lines = text.split("\n")
    used = 0
    for number, line in enumerate(lines, start=1):
        used += len(line.encode("utf-8", "surrogatepass")) + 1
        if (number > _INDEX_LINES or used > _INDEX_BYTES) and "".join(lines[number - 1 :]).strip():
            count = len([it for it in lines[number - 1 :] if it.strip()])
            yield _notice("never_loaded", location, number, f"{count:,} lines")
            return


def _beyond_project(readings: Sequence[Reading]) -> Iterator[Notice]:
    used = 0
    for reading in readings:
        location = reading.location
        if location.store != AGENTS_MD or location.level != Level.REPO or location.loading == Loading.NEVER:
            continue
        if reading.document is None or location.path.parent != location.base:
            continue
        size = len(reading.document.data)
        if used + size > _PROJECT_BYTES:
            kept = reading.document.data[: max(0, _PROJECT_BYTES - used)]
            yield _notice(
                "never_loaded", location, kept.count(b"\n") + 1, f"{used + size:,} of {_PROJECT_BYTES:,} bytes"
            )
        used += size


def _unread_by_claude(readings: Sequence[Reading]) -> Iterator[Notice]:
    """Return the AGENTS.md that Claude Code passes over, since there is a CLAUDE.md that does not import it."""
    by_place = {(it.location.store, it.location.name): it for it in readings if it.document is not None}
    claude, agents = by_place.get((CLAUDE_MD, "CLAUDE.md")), by_place.get((AGENTS_MD, "AGENTS.md"))
    if claude and agents and claude.document and "@AGENTS.md" not in claude.document.text:
        yield _notice("unread_by_claude", agents.location, 1, "CLAUDE.md")


def _not_in_index(readings: Sequence[Reading]) -> Iterator[Notice]:
    """Return the topic files that the index does not name, so that nobody finds them."""
    indexes = {
        reading.location.path.parent: {name for _, name in indexed_files(reading.document.text)}
        for reading in readings
        if reading.location.store == CLAUDE_MEMORY and reading.location.path.name == INDEX and reading.document
    }
    for reading in readings:
        location = reading.location
        if location.store != CLAUDE_MEMORY or location.path.name == INDEX:
            continue
        named = indexes.get(location.path.parent, set())
        if location.path.parent in indexes and location.path.name not in named:
            yield _notice("not_in_index", location, 1, INDEX)


def _notice(rule: str, location: Location, line: int, detail: str) -> Notice:
    return Notice(rule, location.store, location.name, line, detail)
