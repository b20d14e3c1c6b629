"""Puts the block into a file as a change that can be shown before it is written."""

from __future__ import annotations

from pathlib import Path

from memtui.memory import Level
from memtui.sources.exports.block import with_block
from memtui.sources.stores.documents import Document, read_document
from memtui.sources.stores.values import FileEdit, Location


def placed(path: Path, block: str) -> FileEdit | None:
    """Return what a file becomes when its block is replaced, or added at its end; None if it is so already.

    Raises BrokenBlockError for markers that enclose no single block, and UnreadableFileError for what is no text.
    """
    location = Location("block", path, path.parent, path.name, Level.REPO)
    document = read_document(path, path.parent) if path.exists() or path.is_symlink() else Document(b"", "")
    after = document.encode(with_block(document.text, block, path.name))
    return FileEdit(location, document.data, after) if after != document.data else None
