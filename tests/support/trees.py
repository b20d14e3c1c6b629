"""Source trees made of texts, parsed for real, without a repository around them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence

from indexer.facts import FileFacts, Outcome
from indexer.modules.roles import role_of
from indexer.parsing.extraction import extract
from indexer.parsing.languages import language_of_path, language_of_shebang
from indexer.tree import SourceFile, SourceTree


def blob_id(content: bytes) -> str:
    """Return the id git would give to ``content``."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def file_of(path: str, content: bytes, *, executable: bool = False) -> SourceFile:
    """Return one tracked file with the facts that its content yields."""
    blob = blob_id(content)
    language = language_of_path(path) or language_of_shebang(content.split(b"\n", 1)[0])
    facts = extract(blob, language, content) if language else FileFacts(blob, "", Outcome.NO_GRAMMAR)
    return SourceFile(path, blob, "100755" if executable else "100644", role_of(path), facts)


def tree_of(texts: Mapping[str, str | bytes], executable: Collection[str] = (), name: str = "project") -> SourceTree:
    """Return a tree of ``texts`` by path, in the order given; ``executable`` names the files of mode 100755."""
    contents = {path: text if isinstance(text, bytes) else text.encode() for path, text in texts.items()}
    files = [file_of(path, content, executable=path in executable) for path, content in contents.items()]
    by_blob = {blob_id(content): content for content in contents.values()}

    def read_blobs(blobs: Sequence[str]) -> Mapping[str, bytes]:
        return {blob: by_blob[blob] for blob in blobs if blob in by_blob}

    return SourceTree(files, read_blobs, name)
