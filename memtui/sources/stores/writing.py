"""Writes a person's change of a memory to where it lies: shown first, kept aside, whole or not at all."""

from __future__ import annotations

import difflib
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from memtui.memory import Memory, Scope, Status
from memtui.memory.errors import UnreadableFileError, WriteBackError
from memtui.safety import inspect
from memtui.sources.stores.catalogue import location_of
from memtui.sources.stores.documents import decoded, is_direct
from memtui.sources.stores.importing import lies_here
from memtui.sources.stores.values import Change, Entry, FileEdit, Location, Reading, Surroundings, Wording
from memtui.store.faults import faults
from memtui.store.home import prepare, private_files

BACKUPS = "backups"
_CONTEXT = 3  # lines of a diff around a change
_SETTLED = frozenset({Status.APPROVED, Status.SNOOZED})


@dataclass(frozen=True, slots=True)
class Plan:
    """What writing a memory back would do to the files of its store."""

    memory: Memory
    change: Change

    @property
    def removes(self) -> bool:
        """Whether the entry is taken out rather than written anew."""
        return not self.change.link.digest


def plan(memory: Memory, here: Surroundings, repository: Scope | None, *, may_shrink: bool = False) -> Plan:
    """Work out what writes a memory back; nothing is written.

    Raises WriteBackError with the reason: ``not_linked``, ``elsewhere`` (another repository's file), ``not_reviewed``,
    ``not_live``, ``read_only``, ``gone``, ``taken_out``, ``changed_meanwhile``, ``secret``, ``symlink``, ``hard_link``,
    ``shrinks``, ``not_representable``, or why the file cannot be read.
    """
    link = memory.link
    wording = _wanted(memory, repository)
    found = location_of(link, here)
    if found is None:
        raise WriteBackError("gone", link.path)
    store, location = found
    entry = _standing(memory, store.read(location))
    if wording is not None and any(finding.flag == "secret" for finding in inspect(f"{wording.title}\n{wording.body}")):
        raise WriteBackError("secret", link.path)
    change = store.write_back(entry, wording)
    for edit in change.edits:
        _check(edit, may_shrink=may_shrink)
    return Plan(memory, change)


def diff_of(edit: FileEdit) -> Iterator[str]:
    """Return the lines of a unified diff of one file."""
    name = edit.location.name
    before = _lines(edit.before, edit.location)
    after = _lines(edit.after, edit.location) if edit.after is not None else []
    target = f"b/{name}" if edit.after is not None else "/dev/null"
    yield from difflib.unified_diff(before, after, f"a/{name}", target, n=_CONTEXT, lineterm="")


def carry_out(change: Change, home: Path) -> tuple[Path, ...]:
    """Write the files of a change, each in one step, and return the copies of what they were.

    Raises WriteBackError with ``changed_meanwhile`` when one is no longer as it was when the change was worked out;
    then nothing of it is written.
    """
    for edit in change.edits:
        _check(edit, may_shrink=True)
        _check_unchanged(edit)
    copies = tuple(_kept_aside(edit, home) for edit in change.edits if edit.before)
    # What refers to an entry goes before it: stopped in between, nothing points at what is not there.
    for edit in reversed(change.edits):
        _write(edit)
    return copies


def _wanted(memory: Memory, repository: Scope | None) -> Wording | None:
    """Return what a memory wants to stand there, None if it is to go."""
    link = memory.link
    if not link.store:
        raise WriteBackError("not_linked", "")
    if not lies_here(memory, repository):
        raise WriteBackError("elsewhere", link.path)
    # Nobody has seen it yet: it may come from an agent, and must not reach a file that agents obey.
    if memory.status not in _SETTLED and not memory.reviewed:
        raise WriteBackError("not_reviewed", link.path)
    if memory.status in {Status.REJECTED, Status.SUPERSEDED}:
        raise WriteBackError("not_live", link.path)
    if not link.digest:
        raise WriteBackError("taken_out", link.path)
    return None if memory.status == Status.DELETED else Wording(memory.title, memory.body)


def _standing(memory: Memory, reading: Reading) -> Entry:
    """Return the entry of a memory as it stands in its file."""
    link = memory.link
    if reading.document is None:
        raise WriteBackError(reading.notices[0].rule, link.path, reading.notices[0].detail)
    same = [entry for entry in reading.entries if entry.digest == link.digest]
    named = [entry for entry in reading.entries if entry.name == link.entry]
    if not same:
        raise WriteBackError("changed_meanwhile" if named else "gone", link.path)
    return next((entry for entry in same if entry.name == link.entry), same[0])


def _check(edit: FileEdit, *, may_shrink: bool) -> None:
    location = edit.location
    if not is_direct(location.path, location.base):
        raise WriteBackError("symlink", location.name)
    if not edit.before and not location.path.exists():
        return
    try:
        links = location.path.lstat().st_nlink
    except OSError as error:
        raise WriteBackError("gone", location.name) from error
    # Replacing the file would part it from its other names.
    if links > 1:
        raise WriteBackError("hard_link", location.name)
    if edit.after is not None and not may_shrink and _shrinks(edit.before, edit.after):
        raise WriteBackError("shrinks", location.name, f"{len(edit.before):,} to {len(edit.after):,} bytes")


def _shrinks(before: bytes, after: bytes) -> bool:
    """Whether more than half of a file would go; of a file of few lines, one line may."""
    one_line = before.count(b"\n") - after.count(b"\n") <= 1
    return len(after) * 2 < len(before) and not one_line


def _check_unchanged(edit: FileEdit) -> None:
    """Raise WriteBackError when a file is no longer as it was when its change was worked out."""
    try:
        present = edit.location.path.read_bytes()
    except FileNotFoundError:
        present = b""
    if present != edit.before:
        raise WriteBackError("changed_meanwhile", edit.location.name)


def _kept_aside(edit: FileEdit, home: Path) -> Path:
    """Copy a file as it was to a directory of its own below memtui's home."""
    prepare(home)
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    parts = [part for part in PurePosixPath(edit.location.name).parts if part not in {"..", "/"}]
    copy = home / BACKUPS / moment / Path(*(part.replace("~", "home").replace(":", "") for part in parts))
    with faults(home), private_files():
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(edit.before)
    return copy


def _write(edit: FileEdit) -> None:
    path = edit.location.path
    if edit.after is None:
        path.unlink()
        return
    staged = path.with_name(f".{path.name}.{os.getpid()}.memtui")
    try:
        with staged.open("xb") as file:
            file.write(edit.after)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            _dress(staged, path)
        _check_unchanged(edit)
        staged.replace(path)
    finally:
        staged.unlink(missing_ok=True)


def _dress(staged: Path, path: Path) -> None:
    """Give a file the mode, attributes and owner of another, as far as this user may."""
    shutil.copystat(path, staged)
    os.utime(staged)
    if hasattr(os, "chown"):
        status = path.stat()
        with suppress(OSError):
            os.chown(staged, status.st_uid, status.st_gid)


def _lines(data: bytes, location: Location) -> list[str]:
    try:
        text = decoded(location.path, data).text
    except UnreadableFileError:
        return []
    lines = text.replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else [*lines[:-1], f"{lines[-1]} (no line end)"]
