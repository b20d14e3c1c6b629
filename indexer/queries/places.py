"""Searches the staged files for a name and reads what was found; many files are read by several processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import chain

import pyarrow as pa

from indexer.facts import Outcome
from indexer.parsing.languages import language_of_path
from indexer.parsing.sniffing import SIZE_LIMIT
from indexer.parsing.worker import ParseRequest, serialise
from indexer.references import Hit, ReferenceKind, find_hits
from indexer.references.hits import find_words
from indexer.repository import (
    SUBMODULE,
    SYMLINK,
    Repository,
    TrackedFile,
    parse_listing,
    read_blobs,
    read_listing,
    search_word,
)
from indexer.storage.tables import FileRecord

_READ = frozenset({Outcome.PARSED, Outcome.PARTIAL})
_TEXT = frozenset({Outcome.NO_GRAMMAR})
# Starting processes takes longer than parsing this much; a file that no refresh has parsed may hang its reader,
# unless it is small.
_FEW_BYTES = 8 << 20
_SMALL = 64 << 10
_SCHEMA = pa.schema(
    [
        ("blob", pa.string()),
        ("language", pa.string()),
        ("line", pa.int64()),
        ("column", pa.int64()),
        ("kind", pa.string()),
        ("text", pa.string()),
        ("symbol", pa.string()),
    ]
)
_Key = tuple[str, str]  # blob and language


@dataclass(frozen=True, slots=True)
class Place:
    """A file that holds the name, with all hits in it; ``language`` is empty where no grammar reads it."""

    path: str
    language: str
    hits: tuple[Hit, ...]


def find_places(
    repository: Repository, name: str, known: Mapping[str, FileRecord], *, text: bool = False
) -> Iterator[Place]:
    """Yield the staged files that use ``name`` in code, ordered by path; with ``text``, other files as well.

    ``known`` are the files of the last generation by path, which tell the language of each, and whether its content
    has been parsed before without trouble.
    """
    tracked = {file.raw: file for file in parse_listing(repository, read_listing(repository))}
    files = [tracked[raw] for raw in search_word(repository, name) if raw in tracked]
    languages = {file.path: _language(file, known.get(file.path)) for file in files}
    files = [file for file in files if languages[file.path] or (text and languages[file.path] is not None)]
    hits = _read(repository, name, files, languages, known)
    for file in sorted(files, key=lambda file: file.path):
        found = hits.get((file.blob, languages[file.path] or ""))
        if found:
            yield Place(file.path, languages[file.path] or "", found)


def _language(file: TrackedFile, known: FileRecord | None) -> str | None:
    """Return the language to read a file in, empty if it is plain text, None if it is not to be read."""
    if file.mode in {SUBMODULE, SYMLINK}:
        return None
    if known is None:
        return language_of_path(file.path)
    if known.blob != file.blob or known.outcome in _READ:
        return known.language
    return "" if known.outcome in _TEXT else None


def _read(
    repository: Repository,
    name: str,
    files: Sequence[TrackedFile],
    languages: Mapping[str, str | None],
    known: Mapping[str, FileRecord],
) -> dict[_Key, tuple[Hit, ...]]:
    wanted: dict[str, set[str]] = {}
    for file in files:
        wanted.setdefault(file.blob, set()).add(languages[file.path] or "")
    tried = {record.blob for record in known.values() if record.outcome in _READ}
    requests = (
        ParseRequest(blob.oid, language, blob.content)
        for blob in read_blobs(repository, list(wanted), limit=SIZE_LIMIT)
        for language in sorted(wanted[blob.oid])
        if blob.content is not None
    )
    few, size = [], 0
    for request in requests:
        few.append(request)
        size += len(request.content)
        harmless = not request.language or request.blob in tried or len(request.content) <= _SMALL
        if size > _FEW_BYTES or not harmless:
            # The rest is read as the processes ask for it: a common word may stand in gigabytes of files.
            return _read_in_processes(name, chain(few, requests))
    return {(one.blob, one.language): _hits(name, one) for one in few}


def _hits(name: str, request: ParseRequest) -> tuple[Hit, ...]:
    if request.language:
        return find_hits(request.content, request.language, name)
    return find_words(request.content, name)


def _read_in_processes(name: str, requests: Iterable[ParseRequest]) -> dict[_Key, tuple[Hit, ...]]:
    from indexer.parsing.pool import parse_blobs

    found: dict[_Key, list[Hit]] = {}
    for batch in parse_blobs(requests, task=partial(search_batch, name)):
        # The pool answers for such a file with a batch of facts.
        if batch.schema != _SCHEMA:
            continue  # a file that hung or killed its reader: the facts that say so hold no hits
        columns = batch.to_pydict()
        for blob, language, line, column, kind, text, symbol in zip(*columns.values(), strict=True):
            found.setdefault((blob, language), []).append(Hit(line, column, ReferenceKind(kind), text, symbol))
    return {key: tuple(hits) for key, hits in found.items()}


def search_batch(name: str, requests: Sequence[ParseRequest]) -> bytes:
    """Search every request, in a worker process, and return the hits as an Arrow IPC stream."""
    rows = [(request, hit) for request in requests for hit in _hits(name, request)]
    columns = [[request.blob for request, _ in rows], [request.language for request, _ in rows]]
    columns += [[getattr(hit, field.name) for _, hit in rows] for field in fields(Hit)]
    arrays = [pa.array(column, field.type) for column, field in zip(columns, _SCHEMA, strict=True)]
    return serialise(pa.RecordBatch.from_arrays(arrays, schema=_SCHEMA))
