"""The small file by which a git hook knows what memories are about, without Arrow, LanceDB or a parser."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from memtui.anchors.ground import Ground
from memtui.anchors.tied import Tied
from memtui.hooks.anchors_file import FORMAT, read_entries
from memtui.hooks.places import ANCHORS_FILE
from memtui.memory import REPO_KINDS, Anchor, Status
from memtui.safety import clean

Record = dict[str, str | int]
# Path, symbol and content, and the first and last line of each definition there.
Spans = dict[tuple[str, str, str], list[tuple[int, int]]]


def publish(ground: Ground, memories: Iterable[Tied]) -> bool:
    """Write the anchors of approved memories for the hook; tell whether anything in the file changed.

    Facts of the indexer are left out: they follow the code by themselves, and every file has some. A repository that
    cannot be written to has no hook that would read the file, and is left as it is.
    """
    known = _known_spans(ground.repository.index_directory / ANCHORS_FILE)
    told = [memory for memory in memories if _is_told(memory)]
    ground.load(_to_read(ground, told, known))
    records = [record for memory in told for record in _records(ground, memory, known)]
    records.sort(key=lambda record: (str(record["path"]), str(record["memory"]), record["start"]))
    return write_small(ground.repository.index_directory, ANCHORS_FILE, render(records))


def render(records: Iterable[Record]) -> str:
    """Return the text of the file, one anchor a line, so that it can be read by people and compared by tools."""
    lines = ",\n".join(json.dumps(record) for record in records)
    return f'{{"format": {FORMAT}, "anchors": [\n{lines}\n]}}\n'


def write_small(directory: Path, name: str, text: str) -> bool:
    """Write a file of memtui's own in a git directory, in one step, unless it says the same or cannot be written."""
    path = directory / name
    staged = directory / f"{name}.{os.getpid()}.new"
    try:
        if path.read_text(encoding="ascii") == text:
            return False
    except (OSError, UnicodeDecodeError):
        pass  # not there yet, or damaged
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(text)
        staged.replace(path)
    except OSError:
        with suppress(OSError):
            staged.unlink(missing_ok=True)
        return False
    return True


def _is_told(memory: Tied) -> bool:
    return memory.status == Status.APPROVED and memory.kind not in REPO_KINDS


def _known_spans(path: Path) -> Spans:
    """Return the lines that the file says already, so that only what changed since is parsed."""
    spans: Spans = {}
    for entry in read_entries(path):
        if entry.start:
            spans.setdefault((entry.path, entry.symbol, entry.blob), []).append((entry.start, entry.end))
    return {key: sorted(set(found)) for key, found in spans.items()}


def _to_read(ground: Ground, memories: Iterable[Tied], known: Spans) -> Iterator[tuple[str, str]]:
    for memory in memories:
        for anchor in memory.anchors:
            blob = ground.blob_at(anchor.path)
            if anchor.symbol and (anchor.path, anchor.symbol, blob) not in known:
                yield anchor.path, blob


def _records(ground: Ground, memory: Tied, known: Spans) -> Iterator[Record]:
    for anchor in memory.anchors:
        for start, end in _spans(ground, anchor, known):
            yield {
                "memory": memory.id,
                "title": clean(memory.title),
                "kind": clean(memory.kind),
                "path": anchor.path,
                "symbol": clean(anchor.symbol),
                "start": start,
                "end": end,
                # Lines count in this content alone; the hook compares it with what it finds.
                "blob": ground.blob_at(anchor.path),
            }


def _spans(ground: Ground, anchor: Anchor, known: Spans) -> list[tuple[int, int]]:
    """Return the lines of an anchor's code, 0 and 0 for a whole file; nothing for a directory or what is gone."""
    blob = ground.blob_at(anchor.path)
    if not blob or ground.is_opaque(anchor.path):
        return []
    if not anchor.symbol:
        return [(0, 0)]
    found = known.get((anchor.path, anchor.symbol, blob))
    source = None if found else ground.source(anchor.path, blob)
    if found or source is None:
        return found or []
    named = source.named(anchor.symbol)
    return [(piece.line, piece.end_line) for piece in source.pieces if piece.symbol == named]
