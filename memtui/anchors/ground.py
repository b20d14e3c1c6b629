"""What a repository holds today, as far as anchors ask: read from git's objects, never from the work tree."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from indexer import Repository
from indexer.errors import GitFailedError, IndexerError
from indexer.facts import Outcome
from indexer.parsing.pieces import SourceText, language_of, schemes_of
from indexer.parsing.sniffing import SIZE_LIMIT
from indexer.refresh.languages import header_language
from indexer.repository import (
    SUBMODULE,
    TrackedFile,
    parse_listing,
    read_blobs,
    read_listing,
    read_tree,
    search_commit,
)
from memtui.anchors.digests import Digest, digest_of
from memtui.memory import Anchor

_UNREADABLE = frozenset({Outcome.TIMEOUT, Outcome.CRASHED})


class Ground:
    """The files of HEAD, and those that are staged where HEAD has none; contents are read once, when asked about.

    HEAD and not the index: what is staged today and not tomorrow would have memories go stale and fresh with it.
    """

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self._sources: dict[tuple[str, str], SourceText | None] = {}
        self._digests: dict[tuple[str, str, str], Digest | None] = {}

    @cached_property
    def files(self) -> Mapping[str, TrackedFile]:
        """Every file by its path as anchors name it."""
        listed = parse_listing(self.repository, read_listing(self.repository))
        try:
            committed = read_tree(self.repository)
        except GitFailedError:
            committed = ()  # before the first commit, or in a clone that lacks trees
        return {file.path: file for file in (*listed, *committed)}

    @cached_property
    def directories(self) -> Collection[str]:
        """Every directory that holds one of them, and the root as a dot."""
        found = {"."}
        for path in self.files:
            directory = posixpath.dirname(path)
            while directory and directory not in found:
                found.add(directory)
                directory = posixpath.dirname(directory)
        return found

    @cached_property
    def paths_of_blobs(self) -> Mapping[str, list[str]]:
        """The paths at which each content lies."""
        found: dict[str, list[str]] = {}
        for path, file in self.files.items():
            found.setdefault(file.blob, []).append(path)
        return found

    def is_opaque(self, path: str) -> bool:
        """Whether a path is a directory or a submodule, of which only the presence is known."""
        file = self.files.get(path)
        return file.mode == SUBMODULE if file else path.rstrip("/") in self.directories

    def blob_at(self, path: str) -> str:
        """Return the content that lies at a path, empty where there is none."""
        file = self.files.get(path)
        return file.blob if file else ""

    def load(self, wanted: Iterable[tuple[str, str]]) -> None:
        """Read contents, given as path and blob, in one go."""
        missing = {(blob, self._rules(path)): path for path, blob in wanted if blob}
        missing = {key: path for key, path in missing.items() if key not in self._sources}
        contents = {
            blob.oid: blob.content
            for blob in read_blobs(self.repository, [blob for blob, _ in missing], limit=4 * SIZE_LIMIT)
        }
        for key, path in missing.items():
            content = contents.get(key[0])
            self._sources[key] = None if content is None else self._read(key[0], content, path)

    def source(self, path: str, blob: str) -> SourceText | None:
        """Return a content as it is read at a path, None where it cannot be had."""
        key = (blob, self._rules(path))
        if key not in self._sources:
            self.load([(path, blob)])
        return self._sources.get(key)

    def schemes(self, path: str) -> frozenset[str]:
        """Return the rules by which a content at a path may be read in this installation."""
        source = self.source(path, self.blob_at(path)) if self.blob_at(path) else None
        return schemes_of(source.language if source else language_of(path, b"", self._headers))

    def digest(self, path: str, blob: str, symbol: str) -> Digest | None:
        """Return what a symbol says in a content, or the whole of it; None where there is no such thing."""
        key = (blob, self._rules(path), symbol)
        if key not in self._digests:
            source = self.source(path, blob) if blob else None
            named = source.named(symbol) if source and symbol else ""
            absent = source is None or (symbol and not named)
            self._digests[key] = None if absent or source is None else digest_of(source.tokens(named), source.scheme)
        return self._digests[key]

    def anchor(self, path: str, symbol: str = "") -> Anchor | None:
        """Return an anchor to what is there today, None where there is no such path or symbol."""
        if self.is_opaque(path):
            return None if symbol else Anchor(path)
        blob = self.blob_at(path)
        digest = self.digest(path, blob, symbol)
        if digest is None:
            # A content that cannot be had is anchored by its id alone.
            return Anchor(path, "", blob) if blob and not symbol and self.source(path, blob) is None else None
        return Anchor(path, symbol, blob, str(digest))

    def holding(self, words: Collection[str]) -> list[str]:
        """Return the files of HEAD in which one of some words stands."""
        raws = search_commit(self.repository, words) if words else ()
        return [raw.decode("utf-8", errors="backslashreplace") for raw in raws]

    @cached_property
    def _headers(self) -> str:
        return header_language(list(self.files.values()))

    @cached_property
    def _unreadable(self) -> frozenset[str]:
        """The contents that hung or killed a parser before; whoever reads them here would be hung or killed, too."""
        from indexer import open_index

        try:
            records = open_index(self.repository).table("files").select(["blob", "outcome"]).to_pylist()
        except IndexerError:
            return frozenset()
        return frozenset(record["blob"] for record in records if record["outcome"] in _UNREADABLE)

    def _rules(self, path: str) -> str:
        """Return what of a path decides how a content is read."""
        return posixpath.basename(path)

    def _read(self, blob: str, content: bytes, path: str) -> SourceText:
        language = "" if blob in self._unreadable else language_of(path, content, self._headers)
        return SourceText(content, language, path)
