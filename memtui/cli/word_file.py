"""Writes the file of words that a shell completes, from the heads."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.cli.layout import fit
from memtui.cli.library import SHORT_ID, short_id_length
from memtui.cli.words import FILE, header
from memtui.memory.errors import MemtuiError
from memtui.safety import clean

if TYPE_CHECKING:
    import pyarrow as pa

    from memtui.store import Snapshot

# Those that a person may have in mind are the newest, and the file is written after each act.
_MOST_IDS = 1_000
_MOST_TAGS = 500
_TITLE = 50
_LOOKED_AT = 200  # characters of a title; an export may hold longer ones


def write_words(home: Path) -> None:
    """Write the file, if it does not say yet what the heads say; that it cannot be written is no one's trouble."""
    from memtui.store import Snapshot

    with suppress(OSError, MemtuiError):
        first = header(home)
        if first and not _is_current(home / FILE, first):
            snapshot = Snapshot.load(home)
            _write(home / FILE, "\n".join([first, *_ids(snapshot), *_values(snapshot, "kind"), *_tags(snapshot)]))


def _is_current(path: Path, first: str) -> bool:
    # As bytes, since a damaged file may hold anything.
    with suppress(OSError), path.open("rb") as file:
        return file.readline() == f"{first}\n".encode("ascii")
    return False


def _ids(snapshot: Snapshot) -> Iterator[str]:
    newest = snapshot.table.select(["id", "status", "title"]).slice(0, _MOST_IDS)
    length = _length(snapshot, newest["id"])
    for row in newest.to_pylist():
        # What was purged has no title, and nothing can be done with it.
        if row["title"]:
            yield _line("id", row["id"][:length], row["status"], fit(clean(row["title"][:_LOOKED_AT]), _TITLE))


def _length(snapshot: Snapshot, ids: pa.ChunkedArray) -> int:
    """Return how many characters tell some ids apart from all others."""
    import pyarrow.compute as pc

    short = pc.utf8_slice_codeunits(ids, 0, SHORT_ID)
    alike = pc.is_in(pc.utf8_slice_codeunits(snapshot.table["id"], 0, SHORT_ID), short.combine_chunks())
    return SHORT_ID if (pc.sum(alike).as_py() or 0) <= len(ids) else short_id_length(snapshot)


def _values(snapshot: Snapshot, column: str) -> Iterator[str]:
    return (_line(column, clean(value)) for value in sorted(snapshot.table[column].unique().to_pylist()))


def _tags(snapshot: Snapshot) -> Iterator[str]:
    import pyarrow.compute as pc

    tags = pc.unique(pc.list_flatten(snapshot.table["tags"])).to_pylist()
    return (_line("tag", clean(tag)) for tag in sorted(tags)[:_MOST_TAGS])


def _line(*fields: str) -> str:
    return "\t".join(fields)


def _write(path: Path, text: str) -> None:
    staged = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        descriptor = os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        staged.replace(path)
    finally:
        staged.unlink(missing_ok=True)
