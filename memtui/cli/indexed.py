"""What the commands that read a repository's index have in common."""

from __future__ import annotations

import os
import posixpath
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indexer import Index, Repository


def read_index(directory: Path) -> Index:
    """Return the last finished generation around a directory; that it is behind is said after every command.

    Raises NotARepositoryError and NotIndexedError.
    """
    return read_repository(directory)[1]


def read_repository(directory: Path) -> tuple[Repository, Index]:
    """Return the repository around a directory with its index, as ``read_index`` does."""
    from indexer import find_repository, open_index

    repository = find_repository(directory)
    return repository, open_index(repository)


def tracked_path(directory: Path, path: str) -> str:
    """Return a path as the index knows it: from the root of the work tree, with slashes, in its display form."""
    from indexer import find_repository

    work_tree = find_repository(directory).work_tree
    # File names are bytes to git; the index shows those that are no UTF-8 by escapes, and so must this.
    shown = os.fsencode(_from_root(directory, path, work_tree)).decode("utf-8", errors="backslashreplace")
    return shown.replace(os.sep, "/")


def _from_root(directory: Path, path: str, work_tree: Path | None) -> str:
    # In a bare repository there is no place to stand, so that paths count from the root.
    if work_tree is None:
        return posixpath.normpath(path)
    try:
        return Path(os.path.normpath(directory.resolve() / path)).relative_to(work_tree).as_posix()
    except ValueError:
        return posixpath.normpath(path)
