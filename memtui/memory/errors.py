"""What can go wrong with memories; each error carries data, the faces turn it into a sentence."""

from __future__ import annotations

from pathlib import Path


class MemtuiError(Exception):
    """Base of every error about memories that is raised on purpose."""


class UnknownMemoryError(MemtuiError):
    """No memory has an id that begins with ``prefix``."""

    def __init__(self, prefix: str) -> None:
        super().__init__(prefix)
        self.prefix = prefix


class UnknownRevisionError(MemtuiError):
    """The memory ``id`` has no revision whose id begins with ``prefix``."""

    def __init__(self, memory_id: str, prefix: str) -> None:
        super().__init__(memory_id, prefix)
        self.id = memory_id
        self.prefix = prefix


class AmbiguousIdError(MemtuiError):
    """``count`` memories, or revisions, have ids that begin with ``prefix``.

    ``ids`` are the first of them, sorted, and ``titles`` what memories are called, in the same order.
    """

    def __init__(self, prefix: str, ids: tuple[str, ...], titles: tuple[str, ...] = (), count: int = 0) -> None:
        super().__init__(prefix, ids)
        self.prefix = prefix
        self.ids = ids
        self.titles = titles
        self.count = count or len(ids)


class StoreLockedError(MemtuiError):
    """Another process writes to the store at ``path`` and did not end within ``waited`` seconds."""

    def __init__(self, path: Path, waited: float) -> None:
        super().__init__(path, waited)
        self.path = path
        self.waited = waited


class StoreReadOnlyError(MemtuiError):
    """The store at ``path`` cannot be written."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class StoreFullError(MemtuiError):
    """The disk that holds the store at ``path`` is full."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class NewerStoreError(MemtuiError):
    """The store at ``path`` has format ``found``; this version reads up to ``supported``."""

    def __init__(self, path: Path, found: int, supported: int) -> None:
        super().__init__(path, found, supported)
        self.path = path
        self.found = found
        self.supported = supported


class DamagedStoreError(MemtuiError):
    """The store at ``path`` cannot be read; ``detail`` is what the reader of the file said."""

    def __init__(self, path: Path, detail: str) -> None:
        super().__init__(path, detail)
        self.path = path
        self.detail = detail


class ForeignFilesError(MemtuiError):
    """The directory ``path`` is to hold pages alone, and holds ``names`` that memtui did not write."""

    def __init__(self, path: Path, names: tuple[str, ...]) -> None:
        super().__init__(path, names)
        self.path = path
        self.names = names


class NothingToUndoError(MemtuiError):
    """No act of a person is left to undo."""


class NothingToRedoError(MemtuiError):
    """No undone act is left to redo."""


class ChangedMeanwhileError(MemtuiError):
    """The memory ``id`` has a newer revision than the one its change was made against."""

    def __init__(self, memory_id: str) -> None:
        super().__init__(memory_id)
        self.id = memory_id


class InvalidMemoryError(MemtuiError):
    """A field of a memory cannot be kept: ``reason`` is ``empty``, ``too_long`` or ``not_text``."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field, reason)
        self.field = field
        self.reason = reason


class UnreadableFileError(MemtuiError):
    """Another program's file at ``path`` cannot be taken in: ``rule`` is why, ``detail`` the data of it."""

    def __init__(self, path: Path, rule: str, detail: str = "") -> None:
        super().__init__(path, rule, detail)
        self.path = path
        self.rule = rule
        self.detail = detail


class WriteBackError(MemtuiError):
    """A memory is not written to where it lies: ``reason`` says why, ``path`` where that is, as its link names it."""

    def __init__(self, reason: str, path: str, detail: str = "") -> None:
        super().__init__(reason, path, detail)
        self.reason = reason
        self.path = path
        self.detail = detail


class BrokenBlockError(MemtuiError):
    """The file ``name`` holds markers of memtui that do not enclose one block."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name
