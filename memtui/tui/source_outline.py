"""What agents read here as lines: each store with its files, its cost in tokens and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from memtui.safety import clean
from memtui.tui import words
from memtui.tui.documents import DIM, LABEL, WARNING, Part
from memtui.tui.memory_lines import fit
from memtui.tui.repo_outline import Columns, Detail, IsOpen, Item
from memtui.tui.widgets.lines import Piece

if TYPE_CHECKING:
    from memtui.sources.stores.catalogue import Found
    from memtui.sources.stores.surveying import Survey
    from memtui.sources.stores.values import Entry, Notice, Reading
    from memtui.tui.keys import KeyNames

_NAME_WIDTH = 40
_LOADING = {"always": "every session", "on_demand": "when asked for", "never": "never loaded"}


def source_outline(survey: Survey, is_open: IsOpen, keys: KeyNames) -> tuple[Item, ...]:
    """Return the visible items; ``is_open`` tells which stores are unfolded."""
    return tuple(_items(survey, is_open, keys.of("sources.bring_in")))


def store_of(item: Item) -> str:
    """Return the name of the store that a line belongs to."""
    return item.id.partition("/")[0]


def _items(survey: Survey, is_open: IsOpen, key: str) -> Iterator[Item]:
    for found in survey.found:
        name = found.store.name
        readings = survey.readings[name]
        notices = [notice for notice in survey.notices if notice.store == name]
        unfolded = is_open(name, at_first=True)
        yield Item(
            name,
            0,
            _store_columns(found, readings, notices),
            _store(found, readings, notices, key),
            branch=True,
            open=unfolded,
        )
        if unfolded:
            yield from (_file(name, reading, notices) for reading in readings)


def _store_columns(found: Found, readings: Sequence[Reading], notices: Sequence[Notice]) -> Columns:
    from memtui.sources.stores.audit import cost_of

    cost = cost_of(readings)

    def columns(_width: int) -> Iterator[Piece]:
        yield clean(found.store.title), "heading"
        yield f"  {cost.always:,} tokens every session", "dim"
        if notices:
            yield f"  {words.count(len(notices), 'finding')}", "warn"

    return columns


def _file(store: str, reading: Reading, notices: Sequence[Notice]) -> Item:
    from memtui.sources.stores.audit import tokens_of

    own = [notice for notice in notices if notice.path == reading.location.name]
    tokens = tokens_of(reading)

    def columns(width: int) -> Iterator[Piece]:
        yield fit(clean(reading.location.name), max(12, min(_NAME_WIDTH, width - 30))) + " ", "strong"
        yield f"{tokens:>7,} tokens  ", "dim"
        yield f"{len(reading.entries):>4,} entries", ""
        if own:
            yield f"  {words.count(len(own), 'finding')}", "warn"

    return Item(
        f"{store}/{reading.location.name}",
        1,
        columns,
        lambda: _document(reading, tokens, own),
        location=(str(reading.location.path), 1),
    )


def _store(found: Found, readings: Sequence[Reading], notices: Sequence[Notice], key: str) -> Detail:
    def detail() -> Content:
        entries = sum(len(reading.entries) for reading in readings)
        parts: list[Part] = [(clean(found.store.title), "bold"), (f"\n{clean(found.store.name)}\n\n", DIM)]
        parts.append(f"{words.count(len(readings), 'file')}, {words.count(entries, 'entry', 'entries')}\n")
        parts.append("its entries can be changed from here\n" if found.store.writable else "it can only be read\n")
        parts.append((f"\n{key} brings its entries in as pending memories, which know where they lie.\n", DIM))
        return Content.assemble(*parts, *_findings(notices))

    return detail


def _document(reading: Reading, tokens: int, notices: Sequence[Notice]) -> Content:
    loading = _LOADING.get(reading.location.loading, str(reading.location.loading))
    head: list[Part] = [
        (clean(reading.location.name), "bold"),
        (f"\n{loading}, {tokens:,} tokens, {words.count(len(reading.entries), 'entry', 'entries')}\n", DIM),
    ]
    return Content.assemble(*head, *_findings(notices), *_entries(reading.entries))


def _findings(notices: Sequence[Notice]) -> Iterator[Part]:
    from memtui.sources.stores.notices import notice_in_words

    if notices:
        yield ("\nFindings\n", LABEL)
    for notice in notices:
        line = f":{notice.line}" if notice.line else ""
        yield (f"  {clean(notice.path)}{line} ", DIM)
        yield (f"{clean(notice_in_words(notice))}\n", WARNING)


def _entries(entries: Sequence[Entry]) -> Iterator[Part]:
    if entries:
        yield ("\nEntries\n", LABEL)
    for entry in entries:
        yield (f"{entry.line:>5}  ", DIM)
        yield f"{clean(entry.wording.title)}\n"
