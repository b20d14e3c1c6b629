"""What the commands that read a repository's index have in common."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indexer import Index
    from memtui.cli.console import Console


def read_index(directory: Path, console: Console) -> Index:
    """Return the last finished generation around a directory, and say so if the repository has moved on since.

    Raises NotARepositoryError and NotIndexedError.
    """
    from indexer import find_repository, freshness, open_index

    repository = find_repository(directory)
    index = open_index(repository)
    if freshness(repository).behind:
        console.narrate("The repository has changed since it was indexed; 'memtui index' brings this up to date.")
    return index
