"""Places that are no project's own: the home directory and what is temporary."""

from __future__ import annotations

import os
import tempfile
from enum import StrEnum
from pathlib import Path

from indexer.repository import Repository

_TEMPORARY = ("/tmp", "/var/tmp")  # noqa: S108 - looked at, never written to


class Place(StrEnum):
    """Where a repository lies, as far as it matters for its memories."""

    ORDINARY = "ordinary"
    HOME = "home"
    TEMPORARY = "temporary"


def place_of(repository: Repository) -> Place:
    """Return where a repository lies."""
    return place_of_directory(repository.common_directory)


def place_of_directory(common_directory: Path) -> Place:
    """Return where the repository with this git directory lies."""
    top = common_directory.parent if common_directory.name == ".git" else common_directory
    if top == Path.home().resolve():
        return Place.HOME
    return Place.TEMPORARY if any(top.is_relative_to(directory) for directory in _temporary()) else Place.ORDINARY


def called(repository: Repository) -> str:
    """Return what people call a repository; that of the home directory is no project with the user's name."""
    return "~" if place_of(repository) == Place.HOME else repository.name


def _temporary() -> set[Path]:
    named = {tempfile.gettempdir(), os.environ.get("TMPDIR", ""), *_TEMPORARY} - {""}
    return {Path(directory).resolve() for directory in named}
