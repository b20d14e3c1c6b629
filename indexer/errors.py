"""What can go wrong while indexing; each error carries data, the faces of memtui turn it into a sentence."""

from __future__ import annotations

from pathlib import Path


class IndexerError(Exception):
    """Base of every error this package raises on purpose."""


class NotARepositoryError(IndexerError):
    """No git repository contains ``path``."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class GitMissingError(IndexerError):
    """The ``git`` program is not on PATH."""


class GitFailedError(IndexerError):
    """A git command ended with ``status``; ``detail`` is the last line it wrote to stderr."""

    def __init__(self, command: tuple[str, ...], status: int, detail: str) -> None:
        super().__init__(command, status, detail)
        self.command = command
        self.status = status
        self.detail = detail


class UntrustedRepositoryError(IndexerError):
    """Git refuses the repository at ``path`` because another user owns it (``safe.directory``)."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class NotIndexedError(IndexerError):
    """The repository whose git directory is ``path`` has no finished generation yet."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class IndexLockedError(IndexerError):
    """Another process refreshes the index at ``path`` and did not end within ``waited`` seconds."""

    def __init__(self, path: Path, waited: float) -> None:
        super().__init__(path, waited)
        self.path = path
        self.waited = waited


class IndexReadOnlyError(IndexerError):
    """The index directory ``path`` cannot be written."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class UnusablePathError(IndexerError):
    """LanceDB cannot keep a database at ``path``, whose name holds control characters."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class DiskFullError(IndexerError):
    """The disk that holds ``path`` is full."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class NewerIndexError(IndexerError):
    """The index at ``path`` has format ``found``; this version reads up to ``supported``."""

    def __init__(self, path: Path, found: int, supported: int) -> None:
        super().__init__(path, found, supported)
        self.path = path
        self.found = found
        self.supported = supported


class DamagedIndexError(IndexerError):
    """The database at ``path`` cannot be read; a refresh builds it again."""

    def __init__(self, path: Path, detail: str) -> None:
        super().__init__(path, detail)
        self.path = path
        self.detail = detail
