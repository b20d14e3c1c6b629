"""Plain Markdown, a file or a folder of them, and lines of JSON, wherever a person points."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from memtui.sources.stores.filestore import FileStore
from memtui.sources.stores.surroundings import files_below, located
from memtui.sources.stores.values import Grain, Loading, Location, Surroundings

MARKDOWN = "markdown"
RECORDS = "jsonl"
_ENDINGS = (".md", ".mdc", ".markdown", ".txt")
_RECORD_ENDINGS = (".jsonl", ".ndjson")
# What others wrote and a tool fetched: it says nothing about this repository.
_FOREIGN = frozenset({"node_modules", "site-packages", "vendor"})


def find_nothing(_here: Surroundings) -> Iterator[Location]:
    """Return nothing: such files are a store only when a person says so."""
    yield from ()


def at(path: Path, here: Surroundings) -> Iterator[Location]:
    """Return the files at a path that a person named: itself, or the Markdown below it but for what is hidden."""
    if not path.is_dir():
        yield _one(path, path.parent, here)
        return
    for found in files_below(path, [*_ENDINGS, *_RECORD_ENDINGS]):
        if not any(part.startswith(".") or part in _FOREIGN for part in found.relative_to(path).parts):
            yield _one(found, path, here)


def is_readable(path: Path) -> bool:
    """Whether there is a file of one of the kinds that are read here."""
    return path.suffix in {*_ENDINGS, *_RECORD_ENDINGS} and path.is_file()


def _one(path: Path, base: Path, here: Surroundings) -> Location:
    if path.suffix in _RECORD_ENDINGS:
        return located(RECORDS, path, base, here, grain=Grain.RECORDS, loading=Loading.NEVER)
    return located(MARKDOWN, path, base, here, loading=Loading.NEVER)


STORE = FileStore(MARKDOWN, "Markdown files", find_nothing)
RECORD_STORE = FileStore(RECORDS, "Lines of JSON", find_nothing, writable=False)
