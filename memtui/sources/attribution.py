"""Which memories are filed under which repository, what is wrong about it, and how it is put right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.memory import Level, Scope, Status
from memtui.sources.places import Place, place_of_directory
from memtui.sources.registry import Entries, KnownRepository, address, change_registry, known_repositories

if TYPE_CHECKING:
    from memtui.store import Snapshot

_UNROOTED = "unrooted-"


class Trouble(StrEnum):
    """What may be wrong about a repository that memories are filed under."""

    PATH_GONE = "path_gone"  # nothing lies there any longer
    SHARED_ROOT = "shared_root"  # another entry has the same first commit
    SHARED_REMOTE = "shared_remote"  # another entry has the same address
    UNROOTED = "unrooted"  # known by its place or address alone
    HOME = "home"  # its top is the home directory
    TEMPORARY = "temporary"  # it lies where things are removed
    UNKNOWN = "unknown"  # memories are filed under it, and nothing is known of it


@dataclass(frozen=True, slots=True)
class Problem:
    """One trouble; ``detail`` is the path, or the key of the other repository."""

    trouble: Trouble
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Attribution:
    """A repository with how many memories of each status are filed under it, and what is wrong."""

    repository: KnownRepository
    memories: Mapping[str, int]
    problems: tuple[Problem, ...]

    @property
    def live(self) -> int:
        """How many memories are not in the trash."""
        return sum(count for status, count in self.memories.items() if status != Status.DELETED)


def attributions(home: Path, snapshot: Snapshot) -> tuple[Attribution, ...]:
    """Return every repository that is known or that memories are filed under, by name and key."""
    counted = _counted(snapshot)
    known = {entry.key: entry for entry in known_repositories(home)}
    found = [*known.values(), *(KnownRepository(key, "") for key in counted if key not in known)]
    return tuple(
        Attribution(entry, counted.get(entry.key, {}), tuple(_problems(entry, known)))
        for entry in sorted(found, key=lambda entry: (entry.name.casefold(), entry.key))
    )


def named(known: Iterable[KnownRepository], text: str) -> tuple[KnownRepository, ...]:
    """Return the repositories that a name, the beginning of a key or a path may mean; the surest sort alone."""
    entries = list(known)
    place = str(Path(text).expanduser().absolute())
    for means in (
        lambda entry: entry.key == text,
        lambda entry: entry.name == text,
        lambda entry: {place, f"{place}/.git"} & set(entry.paths),
        lambda entry: entry.name.casefold() == text.casefold(),
        lambda entry: len(text) >= 4 and entry.key.startswith(text.lower()),  # noqa: PLR2004 - less is a coincidence
    ):
        if text and (found := tuple(entry for entry in entries if means(entry))):
            return found
    return ()


def merge_repositories(home: Path, source: KnownRepository, target: KnownRepository) -> None:
    """Let what is known of ``source`` lead to the memories of ``target``, which are not touched."""

    def merged(entries: Entries) -> None:
        # Its aliases stay with it, so that it can be taken apart again.
        entries[source.key] = replace(entries.get(source.key, source), merged_into=target.key)

    change_registry(home, merged)


def part_repository(home: Path, source: KnownRepository) -> None:
    """Let a merged repository be one of its own again."""

    def parted(entries: Entries) -> None:
        entry = entries[source.key]
        entries[source.key] = replace(entry, merged_into="")
        other = entries.get(entry.merged_into)
        if other is not None:
            # What was learned of it while it was merged goes with it; what the other is known by stays.
            entries[other.key] = _without(other, entry.paths, roots=entry.roots)

    change_registry(home, parted)


def rename_repository(home: Path, repository: KnownRepository, name: str) -> None:
    """Call a repository by another name from here on."""

    def renamed(entries: Entries) -> None:
        entries[repository.key] = replace(entries.get(repository.key, repository), name=name)

    change_registry(home, renamed)


def forget_path(home: Path, repository: KnownRepository, path: str) -> None:
    """Forget that a repository lay at a path; its memories stay."""

    def forgotten(entries: Entries) -> None:
        entries[repository.key] = _without(entries[repository.key], [path])

    change_registry(home, forgotten)


def is_known_without(repository: KnownRepository, path: str) -> bool:
    """Tell whether anything but a path leads to a repository."""
    return bool(repository.roots or repository.remotes or set(repository.paths) - {path})


def _without(entry: KnownRepository, paths: Sequence[str], *, roots: Sequence[str] = ()) -> KnownRepository:
    return replace(
        entry,
        # A repository that only this root commit tells apart would be known by nothing any longer.
        roots=tuple(root for root in entry.roots if root not in roots) or entry.roots,
        paths=tuple(path for path in entry.paths if path not in paths),
        absorbed={place: value for place, value in entry.absorbed.items() if place not in paths},
        marks={place: value for place, value in entry.marks.items() if place not in paths},
    )


def _counted(snapshot: Snapshot) -> dict[str, Counter[str]]:
    """Return the memories of each repository by status."""
    counts = snapshot.table.select(["scope", "status"]).group_by(["scope", "status"]).aggregate([([], "count_all")])
    found: dict[str, Counter[str]] = {}
    for row in counts.to_pylist():
        scope = Scope.parse(row["scope"])
        if scope.level == Level.REPO:
            found.setdefault(scope.key, Counter())[row["status"]] += row["count_all"]
    return found


def _problems(entry: KnownRepository, known: Mapping[str, KnownRepository]) -> Iterator[Problem]:
    if entry.key not in known:
        yield Problem(Trouble.UNKNOWN)
        return
    if entry.merged_into:
        return
    for path in entry.paths:
        yield from _problems_of_place(path)
    if entry.key.startswith(_UNROOTED) and not entry.roots:
        yield Problem(Trouble.UNROOTED)
    for other in known.values():
        if other.key != entry.key and not other.merged_into:
            yield from _problems_between(entry, other)


def _problems_of_place(path: str) -> Iterator[Problem]:
    if not Path(path).exists():
        yield Problem(Trouble.PATH_GONE, path)
        return
    place = place_of_directory(Path(path))
    if place != Place.ORDINARY:
        yield Problem(Trouble(str(place)), path)


def _problems_between(entry: KnownRepository, other: KnownRepository) -> Iterator[Problem]:
    if set(entry.roots) & set(other.roots):
        yield Problem(Trouble.SHARED_ROOT, other.key)
    # Letter case is ignored here, where a person looks, and nowhere else: on some hosts it tells two apart.
    elif {address(it).casefold() for it in entry.remotes} & {address(it).casefold() for it in other.remotes}:
        yield Problem(Trouble.SHARED_REMOTE, other.key)
