"""After an act: the files by which the pre-commit hook and the shell know of memories are brought up to it."""

from __future__ import annotations

import contextlib
from pathlib import Path


def publish_after(directory: Path) -> None:
    """Write the words to complete, and the anchors of the repository around, if it has an index; never fails."""
    from indexer.errors import IndexerError
    from memtui.anchors import publish_anchors
    from memtui.cli.word_file import write_words
    from memtui.memory.errors import MemtuiError
    from memtui.sources import find_workspace
    from memtui.store import load_snapshot

    # What is wrong with the repository is no affair of a command that has done what it was asked.
    with contextlib.suppress(OSError, IndexerError, MemtuiError):
        workspace = find_workspace(directory)
        write_words(workspace.home)
        repository, scope = workspace.repository, workspace.scope
        if repository is not None and scope is not None and repository.index_directory.is_dir():
            publish_anchors(load_snapshot(workspace.home), repository, scope)
