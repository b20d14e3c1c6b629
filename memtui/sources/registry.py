"""Which repository is which: by root commit, with paths and remote addresses as aliases."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path

from indexer.repository import Repository, has_commit, read_head, read_remotes, read_roots
from memtui.memory.errors import MemtuiError, StoreLockedError
from memtui.sources.places import called
from memtui.store.faults import faults
from memtui.store.home import prepare, private_files, write_whole

_NAME = "repositories.json"
_LOCK = "repositories.lock"
_MARK = "mark"
_PATIENCE = 10.0
_POLL = 0.01
_ADDRESS = re.compile(r"(?:[a-z+]+://)?(?:[^@/]+@)?([^/:]+)(?::\d+/|[:/])(.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class KnownRepository:
    """A repository that memories belong to: ``key`` never changes, whatever it is called and wherever it lies.

    ``absorbed`` names, for each place of a clone, the generation of its index that the memories reflect. ``marks``
    tells a repository without a commit from another one that is begun at the same place later. ``merged_into`` is the
    key under which its memories are kept since a person said that both are one.
    """

    key: str
    name: str
    roots: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    remotes: tuple[str, ...] = ()
    absorbed: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)
    merged_into: str = ""


Entries = dict[str, KnownRepository]


def known_repositories(home: Path) -> tuple[KnownRepository, ...]:
    """Return every repository that memories were ever kept for, ordered by key."""
    try:
        entries = json.loads((home / _NAME).read_text(encoding="utf-8"))
    # Nothing is lost without it but aliases: root commits find the memories again.
    except (FileNotFoundError, ValueError):
        return ()
    return tuple(_entry(key, entries[key]) for key in sorted(entries))


def identify(home: Path, repository: Repository) -> KnownRepository:
    """Return what a repository is known as, or what it will be known as; writes nothing.

    A place that is known costs one look at git; an unknown one is compared by its root commits, a shallow clone,
    which lacks them, by its remotes, and a repository without any commit by a mark that was left in it.
    """
    known = known_repositories(home)
    place = str(repository.common_directory)
    for entry in known:
        if place in entry.paths and _is_still(entry, repository, place):
            return _followed(known, entry)
    roots = () if repository.shallow else _roots(repository)
    remotes = read_remotes(repository)
    mark = _read_mark(repository)
    for entry in known:
        same_address = repository.shallow and not set(map(address, remotes)).isdisjoint(map(address, entry.remotes))
        if set(roots) & set(entry.roots) or same_address or (mark and mark in entry.marks.values()):
            return _followed(known, entry)
    key = _new_key(repository, roots, remotes, [entry.key for entry in known])
    return KnownRepository(key, called(repository), roots, (), remotes)


def remember(home: Path, repository: Repository, generation: str = "") -> None:
    """Note where a repository lies, and which generation of the index there its memories reflect, if one is given.

    Raises StoreLockedError when other processes do not end, and what the store raises when it cannot be written.
    """
    place = str(repository.common_directory)
    remotes = read_remotes(repository)

    def noted(entries: Entries) -> None:
        entry = identify(home, repository)
        # A place that is known has told its roots: finding them again walks the whole history.
        known = place in entry.paths and bool(entry.roots)
        roots = () if repository.shallow or known else _roots(repository)
        updated = replace(
            entry,
            roots=_joined(entry.roots, roots),
            paths=_joined(entry.paths, [place]),
            remotes=_joined(entry.remotes, remotes),
            absorbed={**entry.absorbed, place: generation} if generation else entry.absorbed,
        )
        if not updated.roots and not updated.remotes:
            updated = replace(updated, marks={**updated.marks, place: _marked(repository)})
        entries[entry.key] = updated

    change_registry(home, noted)


def _roots(repository: Repository) -> tuple[str, ...]:
    return _roots_of_head(repository, read_head(repository).oid)


@lru_cache(maxsize=8)
def _roots_of_head(repository: Repository, _head: str) -> tuple[str, ...]:
    # Asked for several times on the way to the first index, and half a second each time in a long history.
    return read_roots(repository)


def absorbed_generation(entry: KnownRepository, repository: Repository) -> str:
    """Return the generation that the memories reflect, an empty text when they reflect none."""
    return entry.absorbed.get(str(repository.common_directory), "")


def address(remote: str) -> str:
    """Return a remote without scheme, user, port and suffix, since ``https`` and ``ssh`` lead to one repository."""
    found = _ADDRESS.fullmatch(remote)
    if remote.startswith("file:") or not found:
        return remote.removesuffix("/").removesuffix(".git")
    host, path = found.groups()
    return f"{host.lower()}/{path.strip('/').removesuffix('.git')}"


def change_registry(home: Path, change: Callable[[Entries], None]) -> None:
    """Let a function change the entries, by key, while no other process does; written only if any is different."""
    with registry_locked(home):
        before = {entry.key: entry for entry in known_repositories(home)}
        entries = dict(before)
        change(entries)
        if entries != before:
            _write(home, [entries[key] for key in sorted(entries)])


@contextmanager
def registry_locked(home: Path) -> Iterator[None]:
    """Let one process at a time read and write anew: an entry that is lost orphans what has no root commit yet."""
    from filelock import FileLock, Timeout

    prepare(home)
    # Not the store's lock, which an act on very many memories may hold for seconds.
    lock = FileLock(home / _LOCK, timeout=_PATIENCE, mode=0o600)
    with faults(home):
        try:
            lock.acquire(poll_interval=_POLL)
        except Timeout as error:
            raise StoreLockedError(home / _LOCK, _PATIENCE) from error
    try:
        yield
    finally:
        lock.release()


def _is_still(entry: KnownRepository, repository: Repository, place: str) -> bool:
    """Tell whether the repository at a known place is the one that lay there before."""
    # Another repository may lie where this one was; its root commit tells, and before there is one, the mark.
    if entry.roots:
        return any(has_commit(repository, root) for root in entry.roots)
    return place not in entry.marks or entry.marks[place] == _read_mark(repository)


def _followed(known: Sequence[KnownRepository], entry: KnownRepository) -> KnownRepository:
    """Return the entry that keeps the memories of another since they were merged."""
    by_key = {other.key: other for other in known}
    passed = {entry.key}
    while entry.merged_into in by_key and entry.merged_into not in passed:
        entry = by_key[entry.merged_into]
        passed.add(entry.key)
    return entry


def _new_key(repository: Repository, roots: tuple[str, ...], remotes: tuple[str, ...], taken: Sequence[str]) -> str:
    if roots:
        # The first by id where several histories were merged: all clones choose the same one.
        return roots[0]
    # No commit yet, or a shallow clone: named by its address or place until a root commit is seen.
    ground = remotes[0] if remotes else str(repository.common_directory)
    key = _unrooted(ground)
    # Temporary directories are given the same name again and again, for what has nothing to do with each other.
    number = 1
    while key in taken:
        number += 1
        key = _unrooted(f"{ground}\0{number}")
    return key


def _unrooted(ground: str) -> str:
    return f"unrooted-{hashlib.sha256(ground.encode('utf-8', 'surrogateescape')).hexdigest()[:20]}"


def _read_mark(repository: Repository) -> str:
    try:
        return (repository.index_directory / _MARK).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def _marked(repository: Repository) -> str:
    """Return the mark of a repository, left in its git directory if there is none; empty where that cannot be."""
    mark = _read_mark(repository) or secrets.token_hex(8)
    with suppress(OSError, MemtuiError), private_files():
        repository.index_directory.mkdir(mode=0o700, exist_ok=True)
        (repository.index_directory / _MARK).write_text(f"{mark}\n", encoding="ascii")
    return _read_mark(repository)


def _joined(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({*first, *second}))


def _entry(key: str, content: Mapping[str, object]) -> KnownRepository:
    # What a newer version noted beside it is no reason to know nothing.
    names = {item.name for item in fields(KnownRepository)}
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in content.items()}
    return KnownRepository(**{**{name: values[name] for name in names & set(values)}, "key": key})  # type: ignore[arg-type]


def _write(home: Path, entries: Iterable[KnownRepository]) -> None:
    content = {entry.key: {name: value for name, value in asdict(entry).items() if name != "key"} for entry in entries}
    write_whole(home / _NAME, json.dumps(content, indent=1))
