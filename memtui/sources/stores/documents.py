"""Reads a file that someone else wrote: capped, decoded without loss, never through a link that leads elsewhere."""

from __future__ import annotations

import codecs
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from memtui.memory.errors import UnreadableFileError

# Claude Code skips files over 4 MiB (research of its formats), others stop far below; a memory is no archive.
SIZE_LIMIT = 4 * 1024 * 1024
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@dataclass(frozen=True, slots=True)
class Document:
    """A file as text: ``data`` is exactly ``encode(text)``, so that what is not changed stays byte for byte."""

    data: bytes
    text: str
    mark: bytes = b""
    encoding: str = "utf-8"

    @property
    def newline(self) -> str:
        """The line end that most lines have."""
        windows = self.text.count("\r\n")
        return "\r\n" if windows * 2 > self.text.count("\n") else "\n"

    def encode(self, text: str) -> bytes:
        """Return a text as the bytes of this file."""
        return self.mark + text.encode(self.encoding)


def read_document(path: Path, base: Path, limit: int = SIZE_LIMIT) -> Document:
    """Return the file at ``path`` as text.

    Raises UnreadableFileError with ``symlink`` (it leads out of ``base``), ``not_a_file``, ``too_large`` (over
    ``limit`` bytes), ``undecodable`` or ``unreadable``.
    """
    if not is_inside(path, base):
        raise UnreadableFileError(path, "symlink", os.path.realpath(path))
    try:
        return decoded(path, _content(path, limit))
    except OSError as error:
        raise UnreadableFileError(path, "unreadable", error.strerror or type(error).__name__) from error


def decoded(path: Path, data: bytes) -> Document:
    """Return bytes as a document; raise UnreadableFileError when they are no text that comes back as it was."""
    mark, encoding = next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), (b"", "utf-8"))
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableFileError(path, "undecodable", f"byte {error.start + len(mark):,}") from error
    document = Document(data, text, mark, encoding)
    # A null byte tells of a picture or a database; and half a surrogate of UTF-16 would not come back as it was.
    if "\0" in text or document.encode(text) != data:
        raise UnreadableFileError(path, "undecodable")
    return document


def is_inside(path: Path, base: Path) -> bool:
    """Whether a path still lies below ``base`` once all links on the way are followed."""
    real, root = os.path.realpath(path), os.path.realpath(base)
    return real == root or real.startswith(root.rstrip(os.sep) + os.sep)


def is_direct(path: Path, base: Path) -> bool:
    """Whether no part of a path below ``base`` is a link."""
    try:
        parts = path.relative_to(base).parts
    except ValueError:
        return False
    below = [base.joinpath(*parts[: count + 1]) for count in range(len(parts))]
    return not any(part.is_symlink() for part in below)


def _content(path: Path, limit: int) -> bytes:
    # Without waiting: a pipe with the name of a memory would otherwise hold the command for ever.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableFileError(path, "not_a_file")
        data = file.read(limit + 1)
    if len(data) > limit:
        raise UnreadableFileError(path, "too_large", f"{status.st_size:,} bytes")
    return data
