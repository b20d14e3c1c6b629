"""The journal: one line for each thing that git did, until a worker has brought the index up to it."""

from __future__ import annotations

import os
import time

from memtui.hooks import locking
from memtui.hooks.places import own_directory

_NAME = "journal.jsonl"
# Only the last line says where the repository is now; a journal that no worker ever reads begins anew.
_MOST_BYTES = 1 << 20
# Attempts of two milliseconds; who holds the lock needs it for less than one.
_ATTEMPTS = 25


class Entry:
    """A line: ``moment`` in µs since the epoch, where it happened, what HEAD was, and the tree to be committed."""

    __slots__ = ("directory", "head", "hook", "moment", "tree")

    def __init__(self, hook: str, directory: str, head: str, tree: str = "", moment: int = 0) -> None:
        self.moment = moment or time.time_ns() // 1000
        self.hook = hook
        self.directory = directory
        self.head = head
        self.tree = tree

    def line(self) -> bytes:
        """Return the entry as one line of JSON."""
        values = {"hook": self.hook, "directory": self.directory, "head": self.head, "tree": self.tree}
        texts = "".join(f', "{name}": {_quoted(value)}' for name, value in values.items())
        return f'{{"time": {self.moment}{texts}}}\n'.encode("ascii")


def journal_path(common_directory: str) -> str:
    """Return where the journal of a repository lies, whether or not it exists."""
    return os.path.join(own_directory(common_directory), _NAME)


def append(common_directory: str, entry: Entry) -> None:
    """Add an entry; raises OSError when it cannot be written."""
    descriptor = os.open(journal_path(common_directory), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        locked = _locked(descriptor)
        if locked and os.fstat(descriptor).st_size > _MOST_BYTES:
            os.ftruncate(descriptor, 0)
        # Appended in one piece also where the lock could not be had, so that lines never mix.
        os.write(descriptor, entry.line())
    finally:
        os.close(descriptor)


def read(common_directory: str) -> tuple[list[Entry], int]:
    """Return the entries and the bytes that were read, so that ``forget`` can tell whether any came since."""
    try:
        with open(journal_path(common_directory), "rb") as file:
            content = file.read()
    except FileNotFoundError:
        return [], 0
    return [entry for line in content.splitlines() if (entry := _parsed(line)) is not None], len(content)


def is_empty(common_directory: str) -> bool:
    """Whether nothing waits for a worker."""
    try:
        return os.path.getsize(journal_path(common_directory)) == 0
    except OSError:
        return True


def forget(common_directory: str, size: int) -> bool:
    """Empty the journal if it still has ``size`` bytes; return False, changing nothing, when entries came since.

    Raises OSError when it cannot be written.
    """
    try:
        descriptor = os.open(journal_path(common_directory), os.O_WRONLY)
    except FileNotFoundError:
        return True
    try:
        if not _locked(descriptor) or os.fstat(descriptor).st_size != size:
            return False
        os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)
    return True


def _locked(descriptor: int) -> bool:
    for _ in range(_ATTEMPTS):
        try:
            if locking.hold(descriptor):
                return True
        except OSError:
            # A file system without locks.
            return False
        time.sleep(0.002)
    return False


def _quoted(text: str) -> str:
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    # Paths beyond ASCII are rare, and importing this takes as long as the interpreter's own start.
    import json

    return json.dumps(text)


def _parsed(line: bytes) -> Entry | None:
    import json

    try:
        value = json.loads(line)
        return Entry(value["hook"], value["directory"], value["head"], value["tree"], value["time"])
    except (ValueError, KeyError, TypeError):
        # Half a line, of a machine that lost its power.
        return None
