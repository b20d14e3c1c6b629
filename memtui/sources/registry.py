"""Which repository is which: by root commit, with paths and remote addresses as aliases."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from indexer.repository import Repository, has_commit, read_remotes, read_roots
from memtui.memory.errors import StoreLockedError
from memtui.store.faults import faults
from memtui.store.home import prepare, write_whole

_NAME = "repositories.json"
_LOCK = "repositories.lock"
_PATIENCE = 10.0
_POLL = 0.01


@dataclass(frozen=True, slots=True)
class KnownRepository:
    """A repository that memories belong to: ``key`` never changes, whatever it is called and wherever it lies.

    ``absorbed`` names, for each place of a clone, the generation of its index that the memories reflect.
    """

    key: str
    name: str
    roots: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    remotes: tuple[str, ...] = ()
    absorbed: Mapping[str, str] = field(default_factory=dict)


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
    which lacks them, by its remotes.
    """
    known = known_repositories(home)
    place = str(repository.common_directory)
    for entry in known:
        # Another repository may lie where this one was; its root commit tells.
        if place in entry.paths and (not entry.roots or any(has_commit(repository, root) for root in entry.roots)):
            return entry
    roots = () if repository.shallow else read_roots(repository)
    remotes = read_remotes(repository)
    for entry in known:
        if set(roots) & set(entry.roots) or (repository.shallow and set(remotes) & set(entry.remotes)):
            return entry
    return KnownRepository(_new_key(repository, roots, remotes), repository.name, roots, (), remotes)


def remember(home: Path, repository: Repository, generation: str) -> None:
    """Note that memories of this repository reflect a generation of the index at its place.

    Raises StoreLockedError when other processes do not end, and what the store raises when it cannot be written.
    """
    place = str(repository.common_directory)
    roots = () if repository.shallow else read_roots(repository)
    remotes = read_remotes(repository)
    with _locked(home):
        entry = identify(home, repository)
        updated = replace(
            entry,
            roots=_joined(entry.roots, roots),
            paths=_joined(entry.paths, [place]),
            remotes=_joined(entry.remotes, remotes),
            absorbed={**entry.absorbed, place: generation},
        )
        if updated not in known_repositories(home):
            others = [other for other in known_repositories(home) if other.key != entry.key]
            _write(home, sorted([*others, updated], key=lambda known: known.key))


def absorbed_generation(entry: KnownRepository, repository: Repository) -> str:
    """Return the generation that the memories reflect, an empty text when they reflect none."""
    return entry.absorbed.get(str(repository.common_directory), "")


def _new_key(repository: Repository, roots: tuple[str, ...], remotes: tuple[str, ...]) -> str:
    if roots:
        # The first by id where several histories were merged: all clones choose the same one.
        return roots[0]
    # No commit yet, or a shallow clone: named by its address or place until a root commit is seen.
    ground = remotes[0] if remotes else str(repository.common_directory)
    return f"unrooted-{hashlib.sha256(ground.encode('utf-8', 'surrogateescape')).hexdigest()[:20]}"


def _joined(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({*first, *second}))


def _entry(key: str, content: Mapping[str, object]) -> KnownRepository:
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in content.items()}
    return KnownRepository(**{**values, "key": key})  # type: ignore[arg-type]


@contextmanager
def _locked(home: Path) -> Iterator[None]:
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


def _write(home: Path, entries: Iterable[KnownRepository]) -> None:
    content = {entry.key: {name: value for name, value in asdict(entry).items() if name != "key"} for entry in entries}
    write_whole(home / _NAME, json.dumps(content, indent=1))
