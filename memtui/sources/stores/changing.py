"""Works out what a file becomes when one of its entries is written anew or taken out; writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from memtui.memory import Link
from memtui.memory.errors import WriteBackError
from memtui.sources.stores.documents import Document, decoded
from memtui.sources.stores.preferences import reworded_preference, without_preference
from memtui.sources.stores.values import Change, Entry, FileEdit, Form, Wording, digest_of
from memtui.sources.stores.wordings import reworded, with_text

Entries = Callable[[Document], tuple[Entry, ...]]


def changed(document: Document, entry: Entry, wording: Wording | None, entries: Entries) -> Change:
    """Return the change of one entry in its file; ``entries`` reads a file as its store does.

    Raises WriteBackError: ``changed_meanwhile`` when the entry no longer stands there as it was read,
    ``not_representable`` when the file could not be read back as what was written.
    """
    text = document.text
    raw = text[entry.start : entry.end]
    if digest_of(raw) != entry.digest:
        raise WriteBackError("changed_meanwhile", entry.location.name)
    if wording is None:
        return Change((_removal(document, entry, entries),), replace(entry.link, digest=""))
    wording = with_text(entry, raw, wording)
    new = _reworded(entry, raw, wording)
    if document.newline == "\r\n":
        new = new.replace("\r\n", "\n").replace("\n", "\r\n")
    if new == raw:
        return Change((), entry.link, title_kept=wording == entry.wording)
    after = document.encode(text[: entry.start] + new + text[entry.end :])
    written = _read_back(entry, wording, document, decoded(entry.location.path, after), entries)
    link = Link(entry.location.store, entry.location.name, written.name, written.digest)
    kept = wording.title in {written.wording.title, wording.body}
    return Change((FileEdit(entry.location, document.data, after),), link, title_kept=kept)


def _removal(document: Document, entry: Entry, entries: Entries) -> FileEdit:
    if entry.form == Form.FILE:
        return FileEdit(entry.location, document.data, None)
    after = document.encode(_without(document.text, entry))
    _check_others(entries(document), entry, entries(decoded(entry.location.path, after)))
    return FileEdit(entry.location, document.data, after)


def _reworded(entry: Entry, raw: str, wording: Wording) -> str:
    if entry.form == Form.PREFERENCE:
        return raw if wording == entry.wording else reworded_preference(raw, wording)
    return reworded(entry, raw, wording)


def _read_back(entry: Entry, wording: Wording, before: Document, after: Document, entries: Entries) -> Entry:
    """Return the entry as its store reads it from the changed file: what it says must be what was written."""
    read = entries(after)
    found = next((it for it in read if it.start == entry.start and it.form == entry.form), None)
    if found is None or not _says(found, entry, wording):
        raise WriteBackError("not_representable", entry.location.name)
    _check_others(entries(before), entry, [it for it in read if it is not found])
    return found


def _says(found: Entry, entry: Entry, wording: Wording) -> bool:
    same = digest_of(found.wording.body) == digest_of(wording.body)
    # With the title alone changed, a text that begins with its title has changed with it.
    return same or (wording.body == entry.wording.body and found.wording.title == wording.title)


def _check_others(before: tuple[Entry, ...], entry: Entry, after: Sequence[Entry]) -> None:
    """Raise WriteBackError when a change would alter what else the file says, as a fence left open does."""
    others = [it.digest for it in before if it.start != entry.start]
    if others != [it.digest for it in after]:
        raise WriteBackError("not_representable", entry.location.name)


def _without(text: str, entry: Entry) -> str:
    """Return a text without an entry, and without the empty lines that it leaves behind."""
    if entry.form == Form.PREFERENCE:
        return without_preference(text, entry.start, entry.end)
    before, after = text[: entry.start], text[entry.end :]
    if entry.form in {Form.RULE, Form.RECORD}:
        # The line end that followed it goes with it.
        after = after.removeprefix("\r").removeprefix("\n")
    if not after.strip("\r\n"):
        # At the end of the file: one line end stays, as there was one.
        kept = before.rstrip("\r\n")
        return kept + before[len(kept) :][: len("\r\n") if "\r\n" in before[len(kept) :] else 1] if kept else ""
    gap = not before or before.endswith(("\n\n", "\r\n\r\n"))
    return before + (after.lstrip("\r\n") if gap else after)
