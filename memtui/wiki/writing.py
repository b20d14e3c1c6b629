"""Writes the pages into a directory that holds nothing else, each in one step."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from memtui.memory.errors import ForeignFilesError
from memtui.wiki.pages import MARKER, PAGES


def write_pages(directory: Path, pages: Mapping[str, str]) -> tuple[Path, ...]:
    """Write the pages, creating the directory, and return those that changed; equal pages are left untouched.

    Raises ForeignFilesError when the directory holds anything that was not written by this function.
    """
    directory.mkdir(parents=True, exist_ok=True)
    # A mistyped directory may be a home or a work tree; what memtui did not write, it does not touch.
    foreign = sorted(entry.name for entry in directory.iterdir() if not _is_page(entry))
    if foreign:
        raise ForeignFilesError(directory, tuple(foreign))
    return tuple(directory / name for name, page in pages.items() if _write(directory / name, page))


def _is_page(path: Path) -> bool:
    """Whether a file is a page of an earlier wiki; a link to one would lead the writing out of the directory."""
    if path.name not in PAGES or path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.readline().strip() == MARKER.encode()


def _write(path: Path, page: str) -> bool:
    content = page.encode("utf-8", "replace")
    # An untouched page keeps its time, and a wiki under version control shows no change.
    if path.is_file() and path.read_bytes() == content:
        return False
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return True
