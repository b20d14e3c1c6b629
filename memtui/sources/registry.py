"""Which repository is which: by root commit, with paths and remote addresses as aliases."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from indexer.repository import Repository, has_commit, read_remotes, read_roots

_NAME = "repositories.json"


@dataclass(frozen=True, slots=True)
class KnownRepository:
    """A repository that memories belong to: ``key`` never changes, whatever it is called and wherever it lies.

    ``absorbed`` says, for each place of a clone, which generation of its index the memories reflect.
    """

    key: str
    name: str
    roots: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    remotes: tuple[str, ...] = ()
    absorbed: Mapping[str, int] = field(default_factory=dict)


def known_repositories(home: Path) -> tuple[KnownRepository, ...]:
    """Return every repository that memories were ever kept for, ordered by key."""
    try:
        entries = json.loads((home / _NAME).read_text(encoding="utf-8"))
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
        if place in entry.paths and (not entry.roots or any(has_commit(repository, root) for root in entry.roots)):
            return entry
    roots = () if repository.shallow else read_roots(repository)
    remotes = read_remotes(repository)
    for entry in known:
        if set(roots) & set(entry.roots) or (repository.shallow and set(remotes) & set(entry.remotes)):
            return entry
    return KnownRepository(_new_key(repository, roots, remotes), repository.name, roots, (), remotes)


def remember(home: Path, repository: Repository, generation: int) -> None:
    """Note that memories of this repository reflect a generation of the index at its place."""
    entry = identify(home, repository)
    place = str(repository.common_directory)
    roots = () if repository.shallow else read_roots(repository)
    updated = replace(
        entry,
        roots=_joined(entry.roots, roots),
        paths=_joined(entry.paths, [place]),
        remotes=_joined(entry.remotes, read_remotes(repository)),
        absorbed={**entry.absorbed, place: generation},
    )
    if updated != entry or updated not in known_repositories(home):
        others = [other for other in known_repositories(home) if other.key != entry.key]
        _write(home, sorted([*others, updated], key=lambda known: known.key))


def absorbed_generation(entry: KnownRepository, repository: Repository) -> int:
    """Return the generation that the memories reflect, 0 when they reflect none."""
    return entry.absorbed.get(str(repository.common_directory), 0)


def _new_key(repository: Repository, roots: tuple[str, ...], remotes: tuple[str, ...]) -> str:
    if roots:
        return roots[0]
    # No commit yet, or a shallow clone: named by its address or place until a root commit is seen.
    ground = remotes[0] if remotes else str(repository.common_directory)
    return f"unrooted-{hashlib.sha256(ground.encode('utf-8', 'surrogateescape')).hexdigest()[:20]}"


def _joined(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({*first, *second}))


def _entry(key: str, content: Mapping[str, object]) -> KnownRepository:
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in content.items()}
    return KnownRepository(**{**values, "key": key})  # type: ignore[arg-type]


def _write(home: Path, entries: Iterable[KnownRepository]) -> None:
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = home / f"{_NAME}.{os.getpid()}"
    content = {entry.key: {name: value for name, value in asdict(entry).items() if name != "key"} for entry in entries}
    temporary.write_text(json.dumps(content, indent=1), encoding="utf-8")
    temporary.chmod(0o600)
    temporary.replace(home / _NAME)
