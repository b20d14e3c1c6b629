"""A store whose files are all read in one way: most agents keep Markdown in places of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from memtui.memory.errors import UnreadableFileError, WriteBackError
from memtui.sources.stores.changing import changed
from memtui.sources.stores.documents import Document, read_document
from memtui.sources.stores.entries import entries_of
from memtui.sources.stores.values import Change, Entry, Location, Notice, Reading, Surroundings, Wording


@dataclass(frozen=True, slots=True)
class FileStore:
    """``find`` tells where the files lie; ``read`` and ``write_back`` are the same for all such stores.

    ``skip`` names lines of Markdown that belong to no entry.
    """

    name: str
    title: str
    find: Callable[[Surroundings], Iterable[Location]]
    writable: bool = True
    skip: Callable[[str], bool] | None = None

    def discover(self, here: Surroundings) -> Iterable[Location]:
        """Return the files of this store that exist here."""
        return self.find(here)

    def read(self, location: Location) -> Reading:
        """Return what a file holds."""
        return read_entries(location, self.entries)

    def write_back(self, entry: Entry, wording: Wording | None) -> Change:
        """Return what would write an entry anew, or take it out."""
        if not self.writable:
            raise WriteBackError("read_only", entry.location.name)
        document = document_of(entry)
        return changed(document, entry, wording, lambda text: self.entries(text, entry.location))

    def entries(self, document: Document, location: Location) -> tuple[Entry, ...]:
        """Return the entries of a file's text."""
        return entries_of(document, location, self.skip)


def read_entries(location: Location, entries: Callable[[Document, Location], tuple[Entry, ...]]) -> Reading:
    """Return what a file holds; what keeps it from being read becomes a notice."""
    try:
        document = read_document(location.path, location.base)
    except UnreadableFileError as error:
        notice = Notice(error.rule, location.store, location.name, detail=error.detail)
        return Reading(location, None, notices=(notice,))
    return Reading(location, document, entries(document, location))


def document_of(entry: Entry) -> Document:
    """Return the file of an entry as it now is; raise WriteBackError when it cannot be read any more."""
    try:
        return read_document(entry.location.path, entry.location.base)
    except UnreadableFileError as error:
        raise WriteBackError(error.rule, entry.location.name, error.detail) from error
