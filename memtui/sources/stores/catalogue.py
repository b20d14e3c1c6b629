"""All stores, the files of each that exist here, and the way from a link back to its entry."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from memtui.memory import Link
from memtui.sources.stores import (
    agents_md,
    claude_instructions,
    cline,
    codex,
    copilot,
    cursor,
    folder,
    repo_memory,
    serena,
    windsurf,
)
from memtui.sources.stores.claude_memory import ClaudeMemory
from memtui.sources.stores.documents import is_inside
from memtui.sources.stores.values import ForeignStore, Location, Surroundings

STORES: tuple[ForeignStore, ...] = (
    ClaudeMemory(),
    claude_instructions.STORE,
    agents_md.STORE,
    codex.STORE,
    repo_memory.STORE,
    serena.STORE,
    cursor.STORE,
    copilot.STORE,
    cline.STORE,
    windsurf.STORE,
    folder.STORE,
    folder.RECORD_STORE,
)


@dataclass(frozen=True, slots=True)
class Found:
    """A store and files of it that exist here; ``aliases`` are those that are another's file by a link.

    ``whole`` says that these are all of them, so that what is in none is gone.
    """

    store: ForeignStore
    locations: tuple[Location, ...]
    aliases: tuple[Location, ...] = ()
    whole: bool = False


def store_named(name: str) -> ForeignStore | None:
    """Return the store with this name."""
    return next((store for store in STORES if store.name == name), None)


def discover(here: Surroundings, names: Iterable[str] | None = None) -> tuple[Found, ...]:
    """Return what exists here of all stores, or of those named; a file that two stores share counts once."""
    # The one that has it without a link comes first: what is written through a link is refused.
    listed = [(store, tuple(store.discover(here))) for store in STORES]
    owners: dict[str, Location] = {}
    for _, locations in listed:
        for location in locations:
            owners.setdefault(os.path.realpath(location.path), location)
            if not location.path.is_symlink():
                owners[os.path.realpath(location.path)] = _first(owners[os.path.realpath(location.path)], location)
    owned = set(owners.values())
    wanted = set(names) if names is not None else {store.name for store in STORES}
    return tuple(
        Found(
            store,
            tuple(location for location in locations if location in owned),
            tuple(location for location in locations if location not in owned),
            whole=True,
        )
        for store, locations in listed
        if store.name in wanted
    )


def at_path(path: Path, here: Surroundings) -> tuple[Found, ...]:
    """Return the files at a path, each of the store that keeps its files there, else as Markdown or lines of JSON."""
    path = Path(os.path.abspath(path))  # noqa: PTH100 - links stay as they are, which resolve() would follow
    known = [_within(found, lambda location: _is_at(location.path, path, here)) for found in discover(here)]
    owned = {os.path.realpath(location.path) for found in known for location in found.locations}
    rest = [location for location in folder.at(path, here) if os.path.realpath(location.path) not in owned]
    others = [
        Found(store, tuple(location for location in rest if location.store == store.name))
        for store in (folder.STORE, folder.RECORD_STORE)
    ]
    return tuple(found for found in (*known, *others) if found.locations)


def location_of(link: Link, here: Surroundings) -> tuple[ForeignStore, Location] | None:
    """Return the file that a link names, as its store finds it here; None if it is not there."""
    store = store_named(link.store)
    if store is None:
        return None
    locations: Iterator[Location] | tuple[Location, ...]
    if link.store in {folder.MARKDOWN, folder.RECORDS}:
        path = path_of(link.path, here)
        locations = tuple(folder.at(path, here)) if path is not None and folder.is_readable(path) else ()
    else:
        # Discovered anew rather than built from the link: a link that came from elsewhere must not choose the file.
        locations = tuple(store.discover(here))
    return next(((store, location) for location in locations if location.name == link.path), None)


def path_of(name: str, here: Surroundings) -> Path | None:
    """Return the path that a name in a link stands for, None for one of a repository when there is none."""
    if name.startswith("~/"):
        path = here.home / name[2:]
        return path if is_inside(path, here.home) else None
    if Path(name).is_absolute():
        return Path(name)
    if here.root is None or not is_inside(here.root / name, here.root):
        return None
    return here.root / name


def _within(found: Found, fits: Callable[[Location], bool]) -> Found:
    return Found(found.store, tuple(location for location in found.locations if fits(location)))


def _is_at(path: Path, asked: Path, here: Surroundings) -> bool:
    # A whole repository or home is no store, although every file of every store lies below it.
    around = any(place is not None and place.is_relative_to(asked) for place in (here.root, here.home))
    return path == asked or (path.is_relative_to(asked) and not around)


def _first(owner: Location, other: Location) -> Location:
    return other if owner.path.is_symlink() or (owner.imported and not other.imported) else owner
